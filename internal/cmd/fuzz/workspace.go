package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// stopTimeout limits the time from the interrupt of a CLI to its end, and the time that a provider
// without its CLI may keep its output open.
const stopTimeout = 10 * time.Second

// workspace is a folder with a configuration, its state, and the CLI that runs in it.
type workspace struct {
	cli, folder string
	environment []string
}

// newWorkspace creates the folder. The CLI uses the provider from its build folder.
func newWorkspace(s settings, name, url string) (*workspace, error) {
	w := &workspace{cli: s.cli, folder: filepath.Join(s.work, name)}
	if err := os.MkdirAll(w.folder, 0o750); err != nil {
		return nil, err
	}
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n  }\n  direct {}\n}\n",
		filepath.Dir(s.provider))
	w.environment = process.Environment(filepath.Join(w.folder, "cli.tfrc"), url, token,
		"TF_IN_AUTOMATION=1", "IDM_CLIENT_EXT_ID="+tenantgen.Client)
	return w, w.write("cli.tfrc", []byte(config))
}

func (w *workspace) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(w.folder, name), content, 0o600)
}

// declare writes a configuration of resources.
func (w *workspace) declare(resources []tenantgen.Resource) error {
	content, err := tenantgen.Render(resources)
	if err != nil {
		return err
	}
	return w.write("main.tf.json", content)
}

// run runs the CLI, and then ends all processes that it started. The outcome contains its exit code;
// an error means that the CLI could not be run.
func (w *workspace) run(ctx context.Context, args ...string) (outcome, error) {
	var output bytes.Buffer
	command := programs.Command(ctx, w.cli, args...)
	command.Dir, command.Env, command.Stdout, command.Stderr = w.folder, w.environment, &output, &output
	command.WaitDelay = stopTimeout
	err := command.Run()
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
