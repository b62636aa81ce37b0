// Package idmctl has the commands of the companion, one file a command: flags in, one call, output.
package idmctl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Run runs a command line of idmctl of a version, and returns its exit code. Settings come from the
// environment, and the file - is the standard input of the process.
func Run(ctx context.Context, version string, args []string, stdout, stderr io.Writer) int {
	stdout, stderr = escaped{stdout}, escaped{stderr}
	code, err := run(ctx, version, args, stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "Error:", explained(err))
	}
	return code
}

// explained adds why the service cannot be used, and the remedy, in the words of the provider.
func explained(err error) string {
	summary, remedy := connection.Explain(err)
	if !connection.Unusable(err) || summary == "" {
		return err.Error()
	}
	if earlier, ok := errors.AsType[*idm.NotSentError](err); ok {
		err = earlier.Err
	}
	tried := strings.TrimSuffix(err.Error(), ".")
	return fmt.Sprintf("%s: base_url is %s. Tried: %s. %s", summary, os.Getenv("IDM_BASE_URL"), tried, remedy)
}

// run runs a command line, and returns its exit code and the error of a command that failed. A
// command with a finding has already reported it.
func run(ctx context.Context, version string, args []string, stdout, stderr io.Writer) (int, error) {
	root := newCommand()
	root.Version = version
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	refuseMisspelled(root)
	err := execute(ctx, root)
	if found := (*finding)(nil); errors.As(err, &found) {
		return found.exitCode(), nil
	}
	if err != nil {
		return exitError, err
	}
	return 0, nil
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
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: prepare,
	}
	root.AddCommand(newAccessCommand(), newDriftCommand(), newExportCommand(), newInitCommand(),
		newPipelineCommand(), newPolicyCommand(), newRecertifyCommand(), newRehearseCommand(), newReviewCommand(),
		newSimulateCommand(), newSnapshotCommand(), newVersionCommand())
	root.SetHelpTemplate(root.HelpTemplate() + "{{with .Annotations." + lists + "}}\n{{.}}\n{{end}}")
	return root
}

// lists is the annotation of a command whose long lists follow its flags.
const lists = "lists"

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), cmd.Root().Name(), cmd.Root().Version)
			return err
		},
	}
}
