// Command idmctl is the companion of the provider: it simulates the service, and does the jobs
// around the provider.
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

	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// version is the version of the release, which the build sets.
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

// The exit codes that pipelines go by: a command failed, it did its work and found what it looks
// for, or all that it found may be approved.
const (
	exitError     = 1
	exitFinding   = 2
	exitApprovers = 3
)

// finding ends a command that wrote its report and found a reason to stop a pipeline. The command
// reports it on standard error.
type finding struct {
	what string
	// approvable reports that groups of the policy file may approve all that was found.
	approvable bool
}

func (f *finding) exitCode() int {
	if f.approvable {
		return exitApprovers
	}
	return exitFinding
}

// Error is what was found.
func (f *finding) Error() string { return f.what }

// run ends when the command does, or in good order when it is interrupted.
func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newCommand()
	root.SetOut(visible.Writer(os.Stdout))
	root.SetErr(visible.Writer(os.Stderr))
	return root.ExecuteContext(ctx)
}

// refuseEmpty refuses an option with an empty value, as a variable that is not set leaves it: fewer
// rules would be checked than were meant, or another tenant.
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
		PersistentPreRunE: refuseEmpty,
	}
	root.AddCommand(newAccessCommand())
	root.AddCommand(newDriftCommand())
	root.AddCommand(newExportCommand())
	root.AddCommand(newInitCommand())
	root.AddCommand(newManualsCommand())
	root.AddCommand(newPermissionsCommand())
	root.AddCommand(newPipelineCommand())
	root.AddCommand(newPolicyCommand())
	root.AddCommand(newRecertifyCommand())
	root.AddCommand(newRehearseCommand())
	root.AddCommand(newReviewCommand())
	root.AddCommand(newSimulateCommand())
	root.AddCommand(newSnapshotCommand())
	return root
}
