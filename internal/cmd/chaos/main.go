// Command chaos tries to break the provider with a real CLI against the simulator, in four
// campaigns: faults in every tenth response; kills of the CLI and the provider during an apply; two
// configurations and a script that change the same objects; and sequences of random configurations
// under random quirks, with manual changes, imports and destroys.
//
// After each step it compares the service with the configuration. It prints its counts as Markdown
// tables, and fails if an object was duplicated, lost, overwritten without a conflict or wrongly
// deleted. It stops all processes that it started.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "The campaign failed:", err)
		os.Exit(1)
	}
}

type settings struct {
	cli, provider, work       string
	states                    string
	operations, kills, rounds int
	steps                     int
	seed                      uint64
	size                      tenantgen.Size
	timeout                   time.Duration
}

func parse(args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.provider, "provider", "", "the provider")
	flags.StringVar(&s.work, "work", "", "folder to work in; its content is replaced, and left for a look after a failure")
	flags.StringVar(&s.states, "states", "", "folder to store states of every resource type in, without a campaign")
	flags.IntVar(&s.operations, "operations", 2000, "writes to plan while every tenth response fails; 0 leaves this campaign out")
	flags.IntVar(&s.kills, "kills", 20, "applies to kill; 0 leaves this campaign out")
	flags.IntVar(&s.rounds, "rounds", 40, "rounds of two writers and a script; 0 leaves this campaign out")
	flags.IntVar(&s.steps, "steps", 0, "configurations that random tenants go through without faults; 0 leaves this campaign out")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of all random choices")
	flags.IntVar(&s.size.Units, "units", 40, "units of the tenant")
	flags.IntVar(&s.size.Profiles, "profiles", 24, "profiles of the tenant")
	flags.IntVar(&s.size.Catalog, "catalog", 5,
		"applications, enterprise roles, policies and definitions of properties of the tenant, and half its roles and users")
	flags.DurationVar(&s.timeout, "timeout", time.Hour, "time that all of it may take")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, programs.RequirePaths(flags, "make campaign ONLY=chaos", "cli", "provider", "work")
}

func run(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s, err := parse(args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, fmt.Errorf("it took longer than -timeout %s", s.timeout))
	defer cancel()
	if err := os.RemoveAll(s.work); err != nil {
		return err
	}
	if s.states != "" {
		return s.storeStates(ctx)
	}
	return s.campaigns(ctx, os.Stdout, func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) })
}

// campaigns runs the selected campaigns. A failed campaign does not stop the others.
func (s settings) campaigns(ctx context.Context, out io.Writer, progress func(string, ...any)) error {
	var failures []error
	for _, c := range []struct {
		size int
		run  func(context.Context, settings, func(string, ...any)) (table, tenantgen.Findings, error)
	}{{s.operations, runFaulty}, {s.kills, runKilled}, {s.rounds, runWriters}, {s.steps, runFuzzer}} {
		if c.size == 0 || ctx.Err() != nil {
			continue
		}
		start := time.Now()
		t, found, err := c.run(ctx, s, progress)
		t.text("wall time", time.Since(start).Round(time.Second).String())
		fmt.Fprintf(out, "\n%s", t.markdown())
		if all := found.All(); err == nil && len(all) > 0 {
			err = fmt.Errorf("%s:\n%s", strings.ToLower(t.title), strings.Join(all, "\n"))
		}
		failures = append(failures, err)
	}
	return errors.Join(append(failures, context.Cause(ctx))...)
}

func runFaulty(ctx context.Context, s settings, progress func(string, ...any)) (table, tenantgen.Findings, error) {
	f, err := newFaulty(ctx, s)
	if err != nil {
		return table{}, tenantgen.Findings{}, err
	}
	defer f.service.stop()
	err = f.run(ctx, s.operations, progress)
	return f.table(), f.found, err
}
