// Command adoption measures what it takes to adopt a tenant: it makes one of any size, starts the
// simulator with it, and takes each layout of idmctl export through init, the first plan and its
// apply, and on the day after through the plan and the apply of one grant that was opened by hand.
// Then it takes a snapshot, and rehearses the plan of that day.
//
// It prints a line for each step with the time, the CPU time and the largest process, and leaves
// nothing running. The folders of the layouts stay for a look.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

type settings struct {
	cli, idmctl, provider, version, out, layouts, grants string
	objects, tops                                        int
	limit                                                time.Duration
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "Not measured:", err)
		os.Exit(1)
	}
}

func parse(args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("adoption", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command, which exports and holds the simulator")
	flags.StringVar(&s.provider, "provider", "", "the provider")
	flags.StringVar(&s.version, "version", "0.0.1", "version of the provider, which the exported configuration asks for")
	flags.StringVar(&s.out, "out", "", "folder to work in")
	flags.StringVar(&s.layouts, "layouts", "data,split", "layouts to measure, separated by commas")
	flags.StringVar(&s.grants, "grants", "single", "single or authoritative grants")
	flags.IntVar(&s.objects, "n", 2000, "objects of the tenant")
	flags.IntVar(&s.tops, "tops", 20, "top units that they are spread over")
	flags.DurationVar(&s.limit, "limit", 30*time.Minute, "time that one command may take")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	for _, path := range []*string{&s.cli, &s.idmctl, &s.provider, &s.out} {
		if *path == "" {
			return s, errors.New("all of -cli, -idmctl, -provider and -out are needed; `make adoption` gives them")
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return s, err
		}
	}
	if s.objects < smallest(s.tops) {
		return s, fmt.Errorf("-n %d: a tenant of %d top units has at least %d objects", s.objects, s.tops, smallest(s.tops))
	}
	return s, nil
}

func run(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s, err := parse(args)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(s.out); err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o750); err != nil {
		return err
	}
	m, err := newMeasurement(s)
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
