package idmctl

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// reviewing holds the flags of the command.
type reviewing struct {
	output
	cli      plan.CLI
	failOn   []string
	policy   string
	snapshot string
	offline  bool
	digest   string
	services []string
	losses   int
	// providers and backends are the permitted ones.
	providers, backends []string
}

// reviewed is the JSON of a review.
type reviewed struct {
	*review.Review
	verdict
	Invariants *policy.Report `json:"invariants,omitempty"`
}

func newReviewCommand() *cobra.Command {
	var r reviewing
	cmd := &cobra.Command{
		Use:         "review PLAN…",
		Short:       "Report the effect of a plan on access",
		Long:        reviewHelp,
		Annotations: map[string]string{lists: ruleLists()},
		Example: `  idmctl review plan.tfplan
  idmctl review plan.tfplan --output html --out review.html
  idmctl review plan.tfplan --fail-on gain.global,unit.delete --policy access.hcl
  idmctl review root/tenant.plan sales/tenant.plan`,
		Args: cobra.MinimumNArgs(1),
		RunE: r.run,
	}
	r.flags(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&r.failOn, "fail-on", nil, "rules that fail the run, separated by commas")
	choices(cmd, "fail-on", rules.Names())
	flags.IntVar(&r.losses, "max-losses", review.MaxLosses, "people who may lose access before the rule loss.many fails")
	flags.StringVar(&r.policy, "policy", "", "file with rules of your own, in HCL")
	flags.StringVar(&r.digest,
		"expect-digest", "", "SHA-256 that the file must have, in hexadecimal: another plan is refused with exit code 1")
	flags.StringSliceVar(&r.services, "service", nil,
		"addresses that the plan may call, separated by commas: services, proxies, token endpoints, and other settings as the\n"+
			"report shows them; others break the rule service.address; by default those of IDM_…, and with --offline any service")
	flags.StringSliceVar(&r.providers, "allow-provider", nil,
		"other providers that the plan may use, with their hosts, such as registry.terraform.io/hashicorp/random")
	flags.StringArrayVar(&r.backends, "allow-backend", nil,
		"backend that the state may be stored in, as the report shows it, such as \"s3 bucket=acme key=idm.tfstate region=eu-west-1\"")
	flags.StringVar(&r.snapshot, "snapshot", "",
		"file of idmctl snapshot of the service at IDM_BASE_URL, whose facts are used; no service is called")
	flags.BoolVar(&r.offline,
		"offline", false, "list the changes without any facts: no service is called, and each change that may give access breaks access")
	cmd.MarkFlagsMutuallyExclusive("offline", "snapshot")
	flags.StringVar(&r.cli.Path, "cli", "", "terraform or tofu to read a saved plan with; without it the one in the PATH")
	flags.StringVar(&r.cli.Dir, "dir", "",
		"initialized folder that the saved plan was made in, for several plans the one with their folders; without it the folder of "+
			"the plan")
	flags.StringVar(&r.cli.Source,
		"provider", "", "source of the provider where it is not identity-iac/idm, such as idm.example.com/platform/idm")
	return cmd
}

const reviewHelp = `Report the effect of a plan on access: gained and lost roles, global grants, and changes of units, profiles, applications and
properties.

PLAN is a saved plan of Terraform or OpenTofu, or its JSON from show -json. Give the saved plan where you can: the JSON
does not show the origin of a value that is known after apply. It also lacks the address of a provider configuration that is not
constant, and the provisioners of removed blocks. Unknowns count as the worst case. PLAN - is the JSON on standard input.

Give the plans of all states of a tenant for one report. Addresses then begin with the part of the path that differs, such as sales for
sales/tenant.plan, and the SHA-256 is the one of the sorted digests: sha256sum FILE… | cut -c -64 | sort | sha256sum

A plan only claims what exists, who owns it and what was granted. The review reads these facts from the service at IDM_BASE_URL, with a
login of the variables IDM_… that may read, or from a snapshot of it (--snapshot). With --offline it lists the changes, and each one that
may give access breaks access. The report covers only this file: --expect-digest refuses any file other than the one reviewed before.

Exit codes:
  0  no rule failed
  1  an error: the plan cannot be read, is not the expected one, or the service could not be read; nothing is written
  2  a rule failed; the report is also written
  3  like 2, but the policy file names approvers for all that failed; the report lists the groups that have to approve`

func ruleLists() string {
	var b strings.Builder
	b.WriteString("Presets, each for many rules at once:\n")
	for _, rule := range rules.Presets() {
		fmt.Fprintf(&b, "  %-22s %s\n", rule.Name, rule.Description)
	}
	b.WriteString("\nRules; the guide lists those below them, such as unit.move:\n")
	for _, rule := range rules.All() {
		if !strings.Contains(rule.Name, ".") {
			fmt.Fprintf(&b, "  %-22s %s\n", rule.Name, rule.Description)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func (r *reviewing) run(cmd *cobra.Command, files []string) error {
	if err := cmp.Or(r.check(), r.keeps(files...)); err != nil {
		return err
	}
	own, rules, err := r.rules()
	if err != nil {
		return err
	}
	var held []byte
	if r.snapshot != "" {
		if held, err = input.ReadSnapshot(r.snapshot); err != nil {
			return err
		}
	}
	p, err := r.read(cmd.Context(), files)
	if err != nil {
		return err
	}
	result, invariants, err := r.review(cmd, p, held, own)
	if err != nil {
		return err
	}
	result.AllowLosses(r.losses)
	result.Check(rules)
	data := reviewed{result, newVerdict(result.FailedRules, invariants), invariants}
	if err := r.write(cmd.OutOrStdout(), withInvariants(result.Document(), invariants), data); err != nil {
		return err
	}
	found := invariants.AddTo(result.ToolFindings(p.File))
	if err := r.findings.write(cmd, folders(r.cli.Dir, files...), found); err != nil {
		return err
	}
	form, _ := r.form(cmd.OutOrStdout())
	err = cmp.Or(complain(cmd.ErrOrStderr(), result.FailedRules, form == formText && r.file == ""), broken(cmd, invariants))
	if data.Decision == decisionApprove {
		fmt.Fprintln(cmd.ErrOrStderr(), "The plan needs the approval of: "+strings.Join(data.RequiredApprovals, ", "))
		return &finding{what: "the plan needs an approval", approvable: true}
	}
	return err
}

// review reviews a plan with the facts of the snapshot in content, or with those of the service. It
// also returns the invariants of the policy, nil without any.
func (r *reviewing) review(cmd *cobra.Command, p *plan.Plan, content []byte, own *policy.Policy) (*review.Review, *policy.Report, error) {
	whole := len(own.Invariants) > 0
	if whole && r.offline {
		return nil, nil, fmt.Errorf("%s: its invariants are about the whole tenant: omit --offline", r.policy)
	}
	if whole {
		// A plan has facts about one service, which the invariants are decided for.
		if _, err := serviceOf(p, r.snapshot); err != nil {
			return nil, nil, err
		}
	}
	held, err := r.facts(cmd, p, content, whole)
	if err != nil {
		return nil, nil, err
	}
	names := review.NewDirectory(p)
	names.Now = time.Now()
	held.addTo(names)
	result := review.New(p, names)
	if !whole || held == nil {
		return result, nil, nil
	}
	all := held.all[0]
	states := statesOf(all, result.States(), names.Sensitive())
	invariants, err := evaluate(own, states.after, states.change(), held.source, all.Gaps)
	return result, invariants, err
}

// rules returns the policy, and its rules with those of the flag.
func (r *reviewing) rules() (*policy.Policy, []review.Rule, error) {
	own := &policy.Policy{}
	rules, err := review.NamedRules(r.failOn)
	if err == nil && r.policy != "" {
		own, err = policy.Read(r.policy)
	}
	if err != nil {
		return nil, nil, err
	}
	return own, append(rules, review.Policy(own)...), nil
}

// read reads the plans, checks the expected digest, and sets the expected services, providers and
// backends.
func (r *reviewing) read(ctx context.Context, files []string) (*plan.Plan, error) {
	p, err := plan.ReadAll(ctx, files, r.cli)
	if err != nil {
		return nil, err
	}
	if r.digest != "" && !strings.EqualFold(strings.TrimSpace(r.digest), p.Digest) {
		return nil, fmt.Errorf("%s: its SHA-256 is %s, and not the expected %s: it is another plan; review it again", p.File, p.Digest,
			report.Clean(r.digest))
	}
	p.At(os.Getenv("IDM_BASE_URL"))
	address := os.Getenv("IDM_BASE_URL")
	if r.offline {
		address = ""
	}
	p.Expect(r.services, address, os.Getenv)
	p.Allow(r.providers, r.backends)
	return p, nil
}

// complain names the failed rules on standard error, where a pipeline shows them even if the report
// is written to a file. Below a report on the terminal, the names are enough.
func complain(stderr io.Writer, failures []review.BrokenRule, below bool) error {
	if len(failures) == 0 {
		return nil
	}
	for _, failure := range failures {
		fmt.Fprintf(stderr, "Rule %s failed: %s\n", report.Clean(failure.Rule), report.Clean(failure.Message))
		for _, subject := range failure.Subjects {
			if below {
				break
			}
			fmt.Fprintf(stderr, "  %s\n", report.Clean(subject.Text))
		}
	}
	return &finding{what: "a rule failed"}
}
