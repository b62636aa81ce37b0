// Command idmctl is the companion of the provider. It simulates the service and supports the tasks
// around the provider, such as review, drift reports and export.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/visible"
)

// version is the version of the release. The build sets it.
var version = "dev"

func main() {
	err := run()
	if err == nil {
		return
	}
	// A command with a finding has already reported it.
	if found := (*finding)(nil); errors.As(err, &found) {
		os.Exit(found.exitCode())
	}
	fmt.Fprintln(visible.Writer(os.Stderr), "Error:", err)
	os.Exit(exitError)
}

// The exit codes for pipelines: a command failed, a command succeeded with findings, or all of its
// findings may be approved.
const (
	exitError     = 1
	exitFinding   = 2
	exitApprovers = 3
)

// finding is the error of a command that succeeded and found a reason to stop a pipeline. The
// command prints it on standard error.
type finding struct {
	what string
	// approvable reports that the groups in the policy file may approve all findings.
	approvable bool
}

func (f *finding) exitCode() int {
	if f.approvable {
		return exitApprovers
	}
	return exitFinding
}

// Error returns the finding.
func (f *finding) Error() string { return f.what }

// run runs the command and ends it gracefully when it is interrupted.
func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newCommand()
	root.SetOut(visible.Writer(os.Stdout))
	root.SetErr(visible.Writer(os.Stderr))
	refuseMisspelled(root)
	return execute(ctx, root)
}

// prepare checks the environment and the flags before a command runs.
func prepare(cmd *cobra.Command, args []string) error {
	if problems := connection.Misspelled(); len(problems) > 0 {
		return problems
	}
	return refuseEmpty(cmd, args)
}

// refuseEmpty rejects an option with an empty value, for example from an unset variable. Otherwise
// the command would check fewer rules than intended, or another tenant.
func refuseEmpty(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, isList := flag.Value.(pflag.SliceValue); isList {
			values = list.GetSlice()
		}
		empty := func(value string) bool { return strings.TrimSpace(value) == "" }
		if err == nil && (len(values) == 0 || slices.ContainsFunc(values, empty)) {
			err = fmt.Errorf("--%s is empty: give a value, or leave the flag out", flag.Name)
		}
	})
	return err
}

func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use:               "idmctl",
		Short:             "Work with the identity management service next to Terraform",
		Long:              "Work with the identity management service next to Terraform.\n\n" + variablesHelp,
		Version:           version,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: prepare,
	}
	root.AddCommand(newAccessCommand(), newDriftCommand(), newExportCommand(), newInitCommand(), newManualsCommand(),
		newPermissionsCommand(), newPipelineCommand(), newPolicyCommand(), newRecertifyCommand(), newRehearseCommand(), newReviewCommand(),
		newSimulateCommand(), newSnapshotCommand())
	return root
}
