package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// stopTimeout limits the time from the interrupt of a CLI to its end, and the time that a provider
// without its CLI may keep its output open.
const stopTimeout = 10 * time.Second

// launcher is installed as the provider. It records its process ID and then executes the provider.
const launcher = `#!/bin/sh
echo $$ > %q
exec %q "$@"
`

// workspace is a folder with a configuration, its state, and the CLI that runs in it.
type workspace struct {
	cli, folder, provider string
	environment           []string

	mu      sync.Mutex
	running *exec.Cmd
}

// newWorkspace creates the folder. The CLI uses the provider from its build folder.
func newWorkspace(s settings, name, url string) (*workspace, error) {
	w := &workspace{cli: s.cli, folder: filepath.Join(s.work, name)}
	w.provider = filepath.Join(w.folder, "provider.pid")
	plugins := filepath.Join(w.folder, "plugins")
	if err := os.MkdirAll(plugins, 0o750); err != nil {
		return nil, err
	}
	script := fmt.Sprintf(launcher, w.provider, s.provider)
	//nolint:gosec // The CLI has to run it.
	if err := os.WriteFile(filepath.Join(plugins, "terraform-provider-idm"), []byte(script), 0o700); err != nil {
		return nil, err
	}
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n  }\n  direct {}\n}\n", plugins)
	w.environment = programs.Environment(filepath.Join(w.folder, "cli.tfrc"), url, token,
		"TF_IN_AUTOMATION=1", "IDM_CLIENT_EXT_ID="+tenantgen.Client, "IDM_REQUEST_TIMEOUT="+attempt)
	return w, w.write("cli.tfrc", []byte(config))
}

func (w *workspace) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(w.folder, name), content, 0o600)
}

// configure writes the configuration of a tenant.
func (w *workspace) configure(t *tenantgen.Tenant) error { return w.declare(t.Resources()) }

// declare writes a configuration of resources.
func (w *workspace) declare(resources []tenantgen.Resource) error {
	content, err := tenantgen.Render(resources)
	if err != nil {
		return err
	}
	return w.write("main.tf.json", content)
}

// run runs the CLI. The outcome contains its exit code; an error means that the CLI could not be
// run.
func (w *workspace) run(ctx context.Context, args ...string) (outcome, error) {
	return w.execute(ctx, func() {}, args...)
}

// runKilled works like run for a command that will be killed. It gives the provider, which has lost
// its CLI, a short time to end.
func (w *workspace) runKilled(ctx context.Context, args ...string) (outcome, error) {
	return w.execute(ctx, func() {
		timer := time.NewTimer(linger)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}, args...)
}

// execute runs the CLI, calls after when the CLI has ended, and then ends all processes that the
// CLI started.
func (w *workspace) execute(ctx context.Context, after func(), args ...string) (outcome, error) {
	var output bytes.Buffer
	command := programs.Command(ctx, w.cli, args...)
	command.Dir, command.Env, command.Stdout, command.Stderr = w.folder, w.environment, &output, &output
	command.WaitDelay = stopTimeout
	w.mu.Lock()
	err := command.Start()
	w.running = command
	w.mu.Unlock()
	if err != nil {
		return outcome{}, err
	}
	err = command.Wait()
	w.mu.Lock()
	w.running = nil
	w.mu.Unlock()
	after()
	programs.EndGroup(command)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return outcome{}, err
	}
	if ctx.Err() != nil {
		return outcome{}, context.Cause(ctx)
	}
	return read(command.ProcessState.ExitCode(), output.Bytes()), nil
}

// apply plans and applies the configuration.
func (w *workspace) apply(ctx context.Context) (outcome, error) {
	return w.run(ctx, "apply", "-json", "-auto-approve")
}

// settled runs a plan, which must be empty.
func (w *workspace) settled(ctx context.Context) error {
	o, err := w.run(ctx, "plan", "-json", "-detailed-exitcode")
	if err == nil && o.exit != 0 {
		err = fmt.Errorf("the plan after the apply ends with %d: %s", o.exit, o.text())
	}
	return err
}

// The processes that are killed during an apply.
const (
	killCLI      = "CLI"
	killProvider = "provider"
	killBoth     = "both"
)

// kill kills the running command, the provider that it started, or both.
func (w *workspace) kill(what string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running == nil {
		return errors.New("nothing is running")
	}
	switch what {
	case killCLI:
		return w.running.Process.Kill()
	case killBoth:
		programs.EndGroup(w.running)
		return nil
	}
	content, err := os.ReadFile(w.provider)
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return err
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Kill()
}

// mendState replaces an incomplete state with the CLI's backup. The CLI writes a local state in
// place, so a kill can interrupt the write.
func (w *workspace) mendState() (torn bool, err error) {
	state := filepath.Join(w.folder, "terraform.tfstate")
	content, err := os.ReadFile(state)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil || json.Valid(content) {
		return false, err
	}
	err = os.Rename(state+".backup", state)
	if errors.Is(err, os.ErrNotExist) {
		// Before the first write of the state, the file exists and is empty.
		return len(content) > 0, os.Remove(state)
	}
	return true, err
}
