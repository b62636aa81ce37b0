package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/report"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// reviewing holds the flags of the command.
type reviewing struct {
	output
	cli    plan.CLI
	failOn []string
	policy string
	names  bool
}

func newReviewCommand() *cobra.Command {
	var r reviewing
	cmd := &cobra.Command{
		Use:   "review PLAN",
		Short: "Say what a plan means for access",
		Long:  reviewHelp(),
		Example: `  idmctl review plan.tfplan
  idmctl review plan.tfplan --output html --out review.html
  idmctl review plan.json --fail-on global-grant,delete-unit --policy access.hcl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0]) },
	}
	r.flags(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&r.failOn, "fail-on", nil, "rules that fail the run, separated by commas")
	flags.StringVar(&r.policy, "policy", "", "file with rules of your own, in HCL")
	flags.BoolVar(&r.names, "names", false, "ask the service for the names that the plan does not know, signed in by the IDM_… variables")
	flags.StringVar(&r.cli.Path, "cli", "", "terraform or tofu, to read a saved plan with; that of the PATH without it")
	flags.StringVar(&r.cli.Dir, "dir", "", "initialized folder that the saved plan was made in; the folder of the plan without it")
	return cmd
}

func reviewHelp() string {
	var b strings.Builder
	b.WriteString(`Say what a plan means for access: who gains and who loses which role, which grants are global, and what becomes of units,
profiles, applications and properties.

PLAN is a saved plan of Terraform or OpenTofu, or the JSON that show -json prints of it. Nothing is asked of the service
without --names. The exit code is 0, 1 for an error, and 2 when a rule failed; the report is written then too.

Presets, each for many rules at once:
`)
	for _, rule := range review.Presets() {
		fmt.Fprintf(&b, "  %-22s %s\n", rule.Name, rule.Description)
	}
	b.WriteString("\nRules:\n")
	for _, rule := range review.Rules() {
		fmt.Fprintf(&b, "  %-22s %s\n", rule.Name, rule.Description)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (r *reviewing) run(cmd *cobra.Command, file string) error {
	if err := r.check(); err != nil {
		return err
	}
	if r.replaces(file) {
		return fmt.Errorf("--out %s: the report would overwrite the plan", r.file)
	}
	rules, err := review.NamedRules(r.failOn)
	if err != nil {
		return err
	}
	if r.policy != "" {
		own, err := review.Policy(r.policy)
		if err != nil {
			return err
		}
		rules = append(rules, own...)
	}
	p, err := plan.Read(cmd.Context(), file, r.cli)
	if err != nil {
		return err
	}
	names := review.NewDirectory(p)
	result := review.New(p, names)
	if r.names {
		again := func() { result = review.New(p, names) }
		if err := lookUp(cmd.Context(), names, again, cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	result.Check(rules)
	if err := r.write(cmd.OutOrStdout(), result.Document(), result); err != nil {
		return err
	}
	return complain(cmd.ErrOrStderr(), result.FailedRules)
}

// complain names the rules that failed, where a pipeline shows them even when the report went elsewhere.
func complain(stderr io.Writer, failures []review.Failure) error {
	if len(failures) == 0 {
		return nil
	}
	for _, failure := range failures {
		fmt.Fprintf(stderr, "Rule %s failed: %s\n", report.Clean(failure.Rule), report.Clean(failure.Message))
		for _, subject := range failure.Subjects {
			fmt.Fprintf(stderr, "  %s\n", report.Clean(subject.Text))
		}
	}
	return &finding{what: "a rule failed"}
}
