package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// row is a command of the CLI that is measured for every column.
type row struct {
	name string
	args []string
}

// The plans must be empty, otherwise the columns would not do the same work.
var rows = []row{
	{"apply", []string{"apply", "-auto-approve"}},
	{"plan", []string{"plan", "-detailed-exitcode"}},
	{"plan without refresh", []string{"plan", "-detailed-exitcode", "-refresh=false"}},
	{"destroy", []string{"destroy", "-auto-approve"}},
}

func rowNames() []string {
	var all []string
	for _, r := range rows {
		all = append(all, r.name)
	}
	return all
}

// chosenRows returns the named rows, or all rows if names is empty.
func chosenRows(names string) []row {
	selected := strings.FieldsFunc(names, isComma)
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return len(selected) > 0 && !slices.Contains(selected, r.name) })
}

// bench is one run of the benchmark.
type bench struct {
	settings
	begin     time.Time
	version   string
	work      string
	tenant    *sized
	columns   []column
	simulator simulator
	states    *states
	cli       *cli
	progress  progress
	// results maps rows and columns to measurements. A failed column has no further results.
	results map[string]map[string]measurement
	failed  map[string]error
}

// prepare creates everything that a run needs but does not measure. It empties the work folder
// first.
func prepare(ctx context.Context, s settings) (*bench, error) {
	b := &bench{
		settings: s, begin: time.Now(), work: filepath.Join(s.out, "work"), progress: progress{out: os.Stderr},
		results: map[string]map[string]measurement{}, failed: map[string]error{}, columns: choose(s.columns),
	}
	var err error
	if b.tenant, err = newSized(s.objects); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(b.work); err != nil {
		return nil, err
	}
	if err := b.start(ctx); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// start writes the folders, starts the simulator and installs the providers.
func (b *bench) start(ctx context.Context) error {
	if err := os.MkdirAll(b.work, 0o750); err != nil {
		return err
	}
	cliConfig, err := installStandIns(b.work)
	if err != nil {
		return err
	}
	if err := b.startSimulator(ctx); err != nil {
		return err
	}
	b.cli = &cli{path: b.settings.cli, environment: programs.Environment(cliConfig, b.simulator.BaseURL, token,
		"TF_IN_AUTOMATION=1", "TF_CLI_ARGS=-no-color")}
	if b.version, err = b.cli.version(ctx); err != nil {
		return err
	}
	if b.states, err = startStates(ctx, filepath.Join(b.work, "states")); err != nil {
		return err
	}
	for _, c := range b.columns {
		if err := b.initialize(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
	}
	return nil
}

func (b *bench) initialize(ctx context.Context, c column) error {
	folder := filepath.Join(b.work, c.name)
	if err := c.workspace(folder, b.tenant); err != nil {
		return err
	}
	if !b.localState {
		if err := os.WriteFile(filepath.Join(folder, "backend.tf"), []byte(b.states.backend(c.name)), 0o600); err != nil {
			return err
		}
	}
	_, err := b.cli.run(ctx, folder, nil, "init")
	return err
}

func (b *bench) startSimulator(ctx context.Context) error {
	var clients, empty []string
	for _, c := range b.columns {
		if c.whole {
			empty = append(empty, c.name)
		} else {
			clients = append(clients, c.name)
		}
	}
	seed, err := b.tenant.Seed(token, clients, empty)
	if err != nil {
		return err
	}
	file := filepath.Join(b.work, "seed.json")
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		return err
	}
	// The simulator must survive an interrupt of the benchmark until the CLI has ended.
	b.simulator.Simulator, err = programs.StartSimulator(context.WithoutCancel(ctx), b.idmctl, file, "--latency", b.latency.String())
	return err
}

// close stops all processes and removes the folders of the run.
func (b *bench) close() {
	if b.simulator.Simulator != nil {
		b.simulator.Stop()
	}
	if b.states != nil {
		b.states.stop()
	}
	if err := os.RemoveAll(b.work); err != nil {
		fmt.Fprintln(b.progress.out, err)
	}
}

// measure fills in the results. For each row it alternates between the columns. A failed column is
// omitted from the following rows.
func (b *bench) measure(ctx context.Context) error {
	chosen := chosenRows(b.rows)
	b.progress.total = len(chosen) * len(b.columns)
	for _, r := range chosen {
		b.results[r.name] = map[string]measurement{}
		for _, c := range b.columns {
			if b.failed[c.name] != nil || ctx.Err() != nil {
				continue
			}
			done := b.progress.begin(r.name + ": " + c.title)
			m, err := b.one(ctx, r, c)
			if err != nil {
				b.failed[c.name] = fmt.Errorf("%s, %s: %w", r.name, c.title, err)
			} else {
				b.results[r.name][c.name] = m
			}
			done(m, err)
		}
	}
	var all []error
	for _, c := range b.columns {
		all = append(all, b.failed[c.name])
	}
	return errors.Join(all...)
}

func (b *bench) one(ctx context.Context, r row, c column) (measurement, error) {
	if err := b.simulator.forget(ctx); err != nil {
		return measurement{}, err
	}
	environment, err := b.of(r, c)
	if err != nil {
		return measurement{}, err
	}
	args := slices.Concat(r.args, []string{"-parallelism=" + strconv.Itoa(b.parallelism)})
	m, err := b.cli.run(ctx, filepath.Join(b.work, c.name), environment, args...)
	if err != nil {
		return m, err
	}
	m.Methods, err = b.simulator.requests(ctx)
	for _, count := range m.Methods {
		m.Requests += count
	}
	return m, err
}

// of returns the environment of one run: the provider for the stand-in, and its client.
func (b *bench) of(r row, c column) ([]string, error) {
	environment := []string{"IDM_CLIENT_EXT_ID=" + c.name}
	switch {
	case c.provider == bareProvider:
		return append(environment, providerVariable+"="+b.bare), nil
	case c.provider == idmProvider && b.profiles == "":
		return append(environment, providerVariable+"="+b.provider), nil
	case c.provider == idmProvider:
		folder := filepath.Join(b.profiles, strings.ReplaceAll(r.name, " ", "-"), c.name)
		return append(environment, providerVariable+"="+b.profiled, profilesVariable+"="+folder), os.MkdirAll(folder, 0o750)
	}
	return environment, nil
}
