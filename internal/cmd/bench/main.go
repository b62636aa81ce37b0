// Command bench measures the provider and idmctl against the simulator, each benchmark in a
// subcommand: tenant compares the provider with a bare one and with Terraform's own floor, adoption
// takes over an existing tenant, access asks questions of idmctl access, and people declares a
// company of thousands in collections.
//
// It prints a Markdown table, also after a failure or an interrupt, shows its progress on standard
// error, and stops all processes that it started.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

func main() {
	// The CLI starts this binary in place of a provider.
	if provider := os.Getenv(providerVariable); provider != "" {
		os.Exit(standIn(provider, os.Getenv(usageVariable)))
	}
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "The benchmark failed:", err)
		os.Exit(1)
	}
}

// benchmark is a subcommand with the defaults of -n and -latency.
type benchmark struct {
	run     func(context.Context, *bench) error
	size    int
	latency time.Duration
}

var benchmarks = map[string]benchmark{
	"tenant":   {benchTenant, 1000, 20 * time.Millisecond},
	"adoption": {benchAdoption, 2000, 0},
	"access":   {benchAccess, 10_000, 0},
	"people":   {benchPeople, 5000, 0},
}

// settings are the flags of all benchmarks.
type settings struct {
	cli, idmctl, provider, bare, profiled, version, out, profiles, only string
	size, tops                                                          int
	latency, limit                                                      time.Duration
}

func parse(args []string) (settings, benchmark, error) {
	var s settings
	if len(args) == 0 || benchmarks[args[0]].run == nil {
		return s, benchmark{}, fmt.Errorf("the first argument is one of %s", strings.Join(slices.Sorted(maps.Keys(benchmarks)), ", "))
	}
	of := benchmarks[args[0]]
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command, which holds the simulator")
	flags.StringVar(&s.provider, "provider", "", "the provider to measure")
	flags.StringVar(&s.bare, "bare", "", "the bare provider")
	flags.StringVar(&s.profiled, "profiled", "", "the provider with a profiler around it, for -profiles")
	flags.StringVar(&s.version, "version", "0.0.1", "version of the provider")
	flags.StringVar(&s.out, "out", "", "folder to work in, which is emptied")
	flags.StringVar(&s.profiles, "profiles", "", "folder for CPU and heap profiles of the provider, which slow it down; empty for none")
	flags.StringVar(&s.only, "only", "", "columns to measure, separated by commas; empty measures all")
	flags.IntVar(&s.size, "n", of.size, "objects of the tenant, or people of access and people")
	flags.IntVar(&s.tops, "tops", 20, "top units of the tenant of adoption and access")
	flags.DurationVar(&s.latency, "latency", of.latency, "latency of the service")
	flags.DurationVar(&s.limit, "limit", 2*time.Hour, "time limit of the run")
	if err := flags.Parse(args[1:]); err != nil {
		return s, of, err
	}
	paths := []string{"cli", "idmctl", "provider", "bare", "profiled", "out"}
	if s.profiles != "" {
		paths = append(paths, "profiles")
	}
	return s, of, process.RequirePaths(flags, "make bench", paths...)
}

// choose returns the columns that -only names, or all of them.
func (s settings) choose(known ...string) ([]string, error) {
	if s.only == "" {
		return known, nil
	}
	chosen := strings.Split(s.only, ",")
	for _, name := range chosen {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("-only: unknown name %q; the known names are %s", name, strings.Join(known, ", "))
		}
	}
	return chosen, nil
}

// bench is one run of a benchmark.
type bench struct {
	settings
	table
	cliConfig string
}

func command(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s, of, err := parse(args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.limit, fmt.Errorf("it took longer than -limit %s", s.limit))
	defer cancel()
	if err := os.RemoveAll(s.out); err != nil {
		return err
	}
	b := &bench{settings: s}
	if b.cliConfig, err = installStandIns(filepath.Join(s.out, "mirror"), s.version); err != nil {
		return err
	}
	failure := of.run(ctx, b)
	fmt.Printf("Latency of the service %s.\n\n%s", s.latency, b.markdown())
	// The error of an interrupted command would only hide the cause.
	return cmp.Or(context.Cause(ctx), failure)
}
