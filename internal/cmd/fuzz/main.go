// Command fuzz takes random tenants through random configurations with a real CLI against the
// simulator, under random quirks, with manual changes, imports and destroys. After each step it
// compares the service with the configuration. It prints its counts as a Markdown table, and fails
// if an object was duplicated, lost or wrongly deleted, or if a plan is not empty.
//
// With -states it stores states of every resource type, for which later versions must plan no
// change.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "The search failed:", err)
		os.Exit(1)
	}
}

type settings struct {
	cli, provider, work, states string
	steps                       int
	seed                        uint64
	timeout                     time.Duration
}

func parse(args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("fuzz", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.provider, "provider", "", "the provider")
	flags.StringVar(&s.work, "work", "", "folder to work in; its content is replaced, and left for a look after a failure")
	flags.StringVar(&s.states, "states", "", "folder to store states of every resource type in, in place of a search")
	flags.IntVar(&s.steps, "steps", 200, "configurations that random tenants go through")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of all random choices")
	flags.DurationVar(&s.timeout, "timeout", time.Hour, "time that all of it may take")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, process.RequirePaths(flags, "make campaign ONLY=fuzz", "cli", "provider", "work")
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
	return s.search(ctx, os.Stdout, func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) })
}
