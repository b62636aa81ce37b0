package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

type adoptionSettings struct {
	cli, idmctl, provider, version, out, layouts, grants string
	objects, tops                                        int
	limit                                                time.Duration
}

func parseAdoption(args []string) (adoptionSettings, error) {
	var s adoptionSettings
	flags := flag.NewFlagSet("adoption", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command, which exports and holds the simulator")
	flags.StringVar(&s.provider, "provider", "", "the provider")
	flags.StringVar(&s.version, "version", "0.0.1", "version of the provider that the exported configuration requires")
	flags.StringVar(&s.out, "out", "", "folder to work in")
	flags.StringVar(&s.layouts, "layouts", "data,split", "layouts to measure, separated by commas")
	flags.StringVar(&s.grants, "grants", "single", "single or authoritative grants")
	flags.IntVar(&s.objects, "n", 2000, "objects of the tenant")
	flags.IntVar(&s.tops, "tops", 20, "top units that they are spread over")
	flags.DurationVar(&s.limit, "limit", 30*time.Minute, "time that one command may take")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, programs.RequirePaths(flags, "make bench OF=adoption", "cli", "idmctl", "provider", "out")
}

// runAdoption measures the adoption of an existing tenant. For each layout of idmctl export it runs
// init, the first plan and its apply. Then it widens one grant manually and measures the plan and
// the apply that revert it. Finally it takes a snapshot and rehearses the plan.
//
// It prints a line for each step with the time, the CPU time and the peak memory of the largest
// process. The folders of the layouts remain.
func runAdoption(ctx context.Context, args []string) error {
	s, err := parseAdoption(args)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(s.out); err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o750); err != nil {
		return err
	}
	m, err := newAdoption(s)
	if err != nil {
		return err
	}
	fmt.Fprintf(m.table, "%d objects in %d top units\n\n%s", s.objects, s.tops, heading)
	for layout := range strings.SplitSeq(s.layouts, ",") {
		if err := m.adopt(ctx, layout); err != nil {
			return fmt.Errorf("%s: %w", layout, err)
		}
	}
	return nil
}
