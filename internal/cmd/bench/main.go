// Command bench measures the provider with a real CLI against the simulator: applying a whole
// tenant, planning it with and without refresh, and destroying it. For comparison it measures a
// bare provider and Terraform's own floor with the same configuration. It alternates between them
// for each row, so that a slow phase of the machine affects all of them equally.
//
// Its subcommand adoption measures the adoption of an existing tenant for each layout of its
// export. Its subcommand access measures the questions of idmctl access, and its subcommand people a
// company of thousands in collections.
//
// It prints a Markdown table, writes the same results as JSON, shows its progress on standard
// error, and stops all processes that it started.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
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

// command runs the benchmark or one of its subcommands.
func command(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch {
	case len(args) > 0 && args[0] == "adoption":
		return runAdoption(ctx, args[1:])
	case len(args) > 0 && args[0] == "access":
		return runQuestions(ctx, args[1:])
	case len(args) > 0 && args[0] == "people":
		return runPeople(ctx, args[1:])
	}
	return run(ctx, args)
}

type settings struct {
	cli, idmctl, provider, bare, profiled string
	out, profiles, columns, rows          string
	objects, parallelism                  int
	localState                            bool
	latency, timeout                      time.Duration
}

func parse(args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&s.cli, "cli", "", "terraform or tofu")
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command, which holds the simulator")
	flags.StringVar(&s.provider, "provider", "", "the provider to measure")
	flags.StringVar(&s.bare, "bare", "", "the bare provider")
	flags.StringVar(&s.profiled, "profiled", "", "the provider with a profiler around it, for -profiles")
	flags.StringVar(&s.out, "out", "", "folder for the results, and to work in")
	flags.StringVar(&s.profiles, "profiles", "", "folder for CPU and heap profiles of the provider, which slow it down; empty for none")
	flags.StringVar(&s.columns, "columns", "", "columns to measure, separated by commas; empty measures all of "+
		strings.Join(columnNames(), ","))
	flags.StringVar(&s.rows, "rows", "", "rows to measure, separated by commas, among them apply; empty measures all of "+
		strings.Join(rowNames(), ","))
	flags.IntVar(&s.objects, "n", 1000, "objects of the tenant")
	flags.IntVar(&s.parallelism, "parallelism", 10, "-parallelism of the CLI")
	flags.BoolVar(&s.localState, "local-state", false, "keep the state in a local file, which the CLI rewrites after every object, "+
		"instead of a remote backend")
	flags.DurationVar(&s.latency, "latency", 20*time.Millisecond, "latency of the service")
	flags.DurationVar(&s.timeout, "timeout", 2*time.Hour, "time limit of the run; measurements before it are printed")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if err := errors.Join(checkNames("-columns", s.columns, columnNames()), checkNames("-rows", s.rows, rowNames())); err != nil {
		return s, err
	}
	if s.rows != "" && !slices.Contains(strings.FieldsFunc(s.rows, isComma), rows[0].name) {
		return s, fmt.Errorf("-rows: the others need %s", rows[0].name)
	}
	if err := programs.RequirePaths(flags, "make bench", "cli", "idmctl", "provider", "bare", "profiled", "out"); err != nil {
		return s, err
	}
	return s, absolute(&s.profiles)
}

// checkNames rejects unknown names in the list of a flag.
func checkNames(flag, list string, known []string) error {
	for _, name := range strings.FieldsFunc(list, isComma) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s: unknown name %q; the known names are %s", flag, name, strings.Join(known, ", "))
		}
	}
	return nil
}

func isComma(r rune) bool { return r == ',' }

func absolute(path *string) error {
	if *path == "" {
		return nil
	}
	var err error
	*path, err = filepath.Abs(*path)
	return err
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, fmt.Errorf("it took longer than -timeout %s", s.timeout))
	defer cancel()

	b, err := prepare(ctx, s)
	if err != nil {
		return err
	}
	defer b.close()
	failure := b.measure(ctx)
	// Publish the measurements even after an interrupt.
	if err := b.publish(os.Stdout); err != nil {
		return err
	}
	// The error of an interrupted command would only hide the cause.
	return cmp.Or(context.Cause(ctx), failure)
}

// publish prints the table, and writes the results as JSON.
func (b *bench) publish(out io.Writer) error {
	r := b.report()
	if len(r.Rows) == 0 {
		return nil
	}
	file := filepath.Join(b.out, fmt.Sprintf("bench-%d-%s.json", b.objects, b.latency))
	if err := r.write(file); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", r.markdown())
	fmt.Fprintln(os.Stderr, "As JSON:", file)
	return nil
}
