package drift

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// stopDelay is the time that the CLI has to release its lock after an interrupt.
const stopDelay = time.Minute

// Refresh runs a plan of the configuration in folder and writes it to file, which is outside
// folder, so that nothing in the folder changes. The CLI waits for the lock of the state, so that
// the partial work of an apply does not appear as drift. Refresh returns the path of the program
// that created the plan: the first one for which the folder is initialized.
func Refresh(ctx context.Context, folder, file string, cli plan.CLI, lockTimeout time.Duration) (string, error) {
	if err := errors.Join(hasConfiguration(folder), allowed(os.Environ())); err != nil {
		return "", err
	}
	programs, err := cli.Find()
	if err != nil {
		return "", err
	}
	var first error
	for _, program := range programs {
		complaint, err := makePlan(ctx, program, folder, file, lockTimeout)
		switch {
		case err == nil:
			return program, nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case !asksForInit.MatchString(complaint):
			return "", fmt.Errorf("%s: %s cannot plan: %s", folder, filepath.Base(program), plan.Complaint(cmp.Or(asError(complaint), err)))
		case first == nil:
			first = fmt.Errorf("%s: the folder is not initialized: run %s init in it first", folder, filepath.Base(program))
		}
	}
	return "", first
}

// makePlan runs the plan, and returns the error output of the CLI.
func makePlan(ctx context.Context, program, folder, file string, lockTimeout time.Duration) (string, error) {
	command := exec.CommandContext(ctx, program, "plan", "-input=false", "-no-color", "-detailed-exitcode",
		"-lock-timeout="+lockTimeout.String(), "-out="+file)
	// terraform-exec would drop TF_WORKSPACE and plan the wrong workspace. IDM_PLAN_CHECKS keeps
	// checks for the apply from stopping the plan before all drift is found.
	command.Dir, command.Env = folder, append(os.Environ(), "TF_IN_AUTOMATION=1", "IDM_PLAN_CHECKS=warn")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopDelay
	var complaint bytes.Buffer
	command.Stderr = &complaint
	err := command.Run()
	if exit := (*exec.ExitError)(nil); ctx.Err() == nil && errors.As(err, &exit) && exit.ExitCode() == 2 {
		err = nil
	}
	return complaint.String(), err
}

// narrowing are arguments with which a plan does not show every managed object as the service has
// it.
var narrowing = []string{"refresh", "target", "target-file", "exclude", "exclude-file", "destroy", "state"}

// allowed returns an error that names a variable with which the CLI would not see everything.
func allowed(environment []string) error {
	plain := strings.NewReplacer(`"`, "", `'`, "", `\`, "")
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if name != "TF_CLI_ARGS" && name != "TF_CLI_ARGS_plan" {
			continue
		}
		for argument := range strings.FieldsSeq(plain.Replace(value)) {
			flag, set, given := strings.Cut(strings.TrimLeft(argument, "-"), "=")
			on, err := strconv.ParseBool(set)
			harmless := flag == "refresh" && (!given || err == nil && on) || flag == "destroy" && given && err == nil && !on
			if strings.HasPrefix(argument, "-") && slices.Contains(narrowing, flag) && !harmless {
				return fmt.Errorf("%s has -%s: the plan would not see everything. Unset it for drift",
					name, flag)
			}
		}
	}
	return nil
}

func asError(complaint string) error {
	if complaint == "" {
		return nil
	}
	return errors.New(complaint)
}

// hasConfiguration returns an error for a folder without configuration files, which would look like
// an empty configuration.
func hasConfiguration(folder string) error {
	if len(input.Configuration(folder)) > 0 {
		return nil
	}
	return fmt.Errorf("%s: the folder holds no configuration: name the folder that terraform or tofu runs in, or a plan", folder)
}

var asksForInit = regexp.MustCompile(`(terraform|tofu)\s+init`)
