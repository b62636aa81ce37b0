package drift

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// Refresh runs a plan of the configuration in folder and writes it to file, which is outside
// folder, so that nothing in the folder changes. The CLI waits for the lock of the state, so that
// the partial work of an apply does not appear as drift. Refresh returns the path of the program
// that created the plan: the one of the CLI, or the first in the PATH.
func Refresh(ctx context.Context, folder, file string, cli plan.CLI, lockTimeout time.Duration) (string, error) {
	if err := errors.Join(hasConfiguration(folder), allowed(os.Environ())); err != nil {
		return "", err
	}
	found, err := cli.Find()
	if err != nil {
		return "", err
	}
	// terraform-exec would drop TF_WORKSPACE and plan the wrong workspace. IDM_PLAN_CHECKS keeps
	// checks for the apply from stopping the plan before all drift is found.
	run := programs.CLI{Program: found[0], Folder: folder, Adds: []string{"IDM_PLAN_CHECKS=warn"}}
	_, _, err = run.Run(ctx, "plan", "-input=false", "-no-color", "-lock-timeout="+lockTimeout.String(), "-out="+file)
	return found[0], err
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
			flag, _, _ := strings.Cut(strings.TrimLeft(argument, "-"), "=")
			if strings.HasPrefix(argument, "-") && slices.Contains(narrowing, flag) {
				return fmt.Errorf("%s has -%s: the plan would not see everything. Unset it for drift",
					name, flag)
			}
		}
	}
	return nil
}

// hasConfiguration returns an error for a folder without configuration files, which would look like
// an empty configuration.
func hasConfiguration(folder string) error {
	if len(input.Configuration(folder)) > 0 {
		return nil
	}
	return fmt.Errorf("%s: the folder holds no configuration: name the folder that terraform or tofu runs in, or a plan", folder)
}
