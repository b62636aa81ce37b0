package idmctl

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// checking holds the flags of the command.
type checking struct {
	asking
	policy, before string
	findings       findingsFiles
}

func newPolicyCheckCommand() *cobra.Command {
	var c checking
	cmd := &cobra.Command{
		Use: "check", Short: "Check the invariants of a policy file for the whole tenant",
		Long: `Check the invariants of a policy file for the whole tenant: duties that one person must not combine, who may have a role, how
many must have it. A violation names the person, the paths, and whether it is new since the state that --before names. With --plan, the
check is about the tenant after the plan, names the entries of the plan that cause a violation, and includes what an interrupted apply
may leave.

Exit codes: 0 every invariant holds; 1 an error; 2 an invariant is broken, or a part of the tenant could not be read.`,
		Example: `  idmctl policy check --policy access.hcl
  idmctl policy check --policy access.hcl --snapshot after.json --before before.json
  idmctl policy check --policy access.hcl --snapshot acme.json --plan tenant.tfplan`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.check(cmd) },
	}
	formats := slices.DeleteFunc(slices.Clone(accessFormats), func(format string) bool { return format == "csv" })
	c.flags(cmd, cmd.Flags(), formats)
	cmd.PreRunE = func(*cobra.Command, []string) error { return oneOf("output", c.format, formats) }
	cmd.Flags().StringVar(&c.policy, "policy", "", "policy file with invariants and exceptions")
	c.findings.flag(cmd.Flags())
	cmd.Flags().StringVar(&c.before, "before", "", "snapshot of the state before, to mark new violations and to check limits of a change")
	return cmd
}

func (c *checking) check(cmd *cobra.Command) error {
	if err := c.findings.check(); err != nil {
		return err
	}
	now, err := c.time()
	if err != nil {
		return err
	}
	if c.policy == "" {
		return errors.New("name the policy file with --policy")
	}
	p, err := policy.Parse(c.policy)
	if err != nil {
		return err
	}
	t, source, err := c.held(cmd)
	if err != nil {
		return err
	}
	change, err := c.change(cmd)
	if err != nil {
		return err
	}
	found, err := p.Check(t, change, now)
	if err != nil {
		return err
	}
	r := p.NewReport(found, source, t.Gaps, now)
	if err := c.write(cmd, r); err != nil {
		return err
	}
	dirs := folders("", c.plans...)
	if len(dirs) == 0 {
		dirs[""] = folder("", "")
	}
	if err := c.findings.write(cmd, dirs, r.AddTo(&findings.Report{Check: "policy check", Subject: source})); err != nil {
		return err
	}
	return broken(cmd, r)
}

// change returns the change that led to the checked state.
func (c *checking) change(cmd *cobra.Command) (change policy.Change, err error) {
	switch {
	case len(c.plans) > 0 && c.before != "":
		return change, errors.New("--before and --plan are mutually exclusive: omit --before, because a plan is compared with its " +
			"source")
	case len(c.plans) > 0:
		return c.planned.change(), nil
	case c.before != "":
		change.Before, _, err = c.read(cmd, c.before)
	}
	return change, err
}

// time returns the time at which the facts are evaluated.
func (a *asking) time() (time.Time, error) {
	if a.at == "" {
		return time.Now(), nil
	}
	at, err := time.Parse(time.RFC3339, a.at)
	if err != nil {
		return at, fmt.Errorf("--at %s: not a time such as 2026-12-31T00:00:00Z", a.at)
	}
	return at, nil
}

// source returns the name of the source: the snapshot, or the service.
func (a *asking) source() string {
	if a.snapshot == "" {
		return serviceSource
	}
	return a.snapshot
}
