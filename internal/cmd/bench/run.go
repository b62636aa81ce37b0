package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

// measurement is what commands used. The peaks are those of the largest process.
type measurement struct {
	wall, cli, provider   time.Duration
	cliPeak, providerPeak int64
	// bound is set if the provider was larger than the CLI, because then only an upper bound of the
	// CLI's peak is known.
	bound    bool
	requests int
}

// split separates the usage of the CLI from the usage of its providers. all is the CPU time of the
// CLI and its children, and largest the peak of the largest process.
func split(wall, all time.Duration, largest int64, providers []processUsage) measurement {
	m := measurement{wall: wall, cliPeak: largest}
	for _, p := range providers {
		all -= p.CPU + p.StandIn
		m.provider += p.CPU
		m.providerPeak = max(m.providerPeak, p.Peak)
	}
	m.cli, m.bound = max(all, 0), len(providers) > 0 && m.providerPeak >= largest
	return m
}

// plus returns the usage of two commands.
func (m measurement) plus(other measurement) measurement {
	return measurement{
		wall: m.wall + other.wall, cli: m.cli + other.cli, provider: m.provider + other.provider, cliPeak: max(m.cliPeak, other.cliPeak),
		providerPeak: max(m.providerPeak, other.providerPeak), bound: m.bound || other.bound, requests: m.requests + other.requests,
	}
}

// step runs a command in each folder with the service of a column, and records what all of them used
// as a row of the table.
func (b *bench) step(ctx context.Context, s *service, row string, folders []string, command ...string) error {
	fmt.Fprintf(os.Stderr, "%s: %s\n", s.column, row)
	environment, err := b.providing(s, row)
	if err != nil {
		return err
	}
	if err := s.forget(ctx); err != nil {
		return err
	}
	var sum measurement
	for _, folder := range folders {
		m, err := b.run(ctx, folder, environment, command...)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", row, s.column, err)
		}
		sum = sum.plus(m)
	}
	if sum.requests, err = s.requests(ctx); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "        %.1f s\n", sum.wall.Seconds())
	b.add(row, s.column, sum)
	return nil
}

// providing returns the environment of the commands of a row, with the provider for the stand-in.
func (b *bench) providing(s *service, row string) ([]string, error) {
	switch {
	case s.bare:
		return slices.Concat(s.environment, []string{providerVariable + "=" + b.bare}), nil
	case b.profiles == "":
		return slices.Concat(s.environment, []string{providerVariable + "=" + b.provider}), nil
	}
	folder := filepath.Join(b.profiles, strings.ReplaceAll(row, " ", "-"), strings.ReplaceAll(s.column, " ", "-"))
	variables := []string{providerVariable + "=" + b.profiled, profilesVariable + "=" + folder}
	return slices.Concat(s.environment, variables), os.MkdirAll(folder, 0o750)
}

// run measures a command in a folder. An error contains the last lines of its output, which goes to
// a file, because the reported peak of a child is never below the peak of this process.
func (b *bench) run(ctx context.Context, folder string, environment []string, command ...string) (measurement, error) {
	usage, err := os.MkdirTemp(b.out, "usage")
	if err != nil {
		return measurement{}, err
	}
	output, err := os.Create(filepath.Join(usage, "output.log"))
	if err != nil {
		return measurement{}, err
	}
	defer output.Close()
	started := programs.Command(ctx, command[0], command[1:]...)
	started.Dir, started.Env = folder, slices.Concat(environment, []string{usageVariable + "=" + usage})
	started.Stdout, started.Stderr = output, output
	begin := time.Now()
	if err := started.Start(); err != nil {
		return measurement{}, err
	}
	err = started.Wait()
	wall := time.Since(begin)
	providers, unread := readUsage(usage)
	m := split(wall, cpu(started.ProcessState), process.PeakMemory(started.ProcessState), providers)
	if err := errors.Join(err, unread); err != nil {
		programs.EndGroup(started)
		content, _ := os.ReadFile(output.Name())
		return m, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, process.LastLines(content))
	}
	return m, nil
}
