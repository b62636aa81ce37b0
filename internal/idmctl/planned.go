package idmctl

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// planned contains the states of a tenant before a plan, after it, after it with the changes that
// the service refuses today, and at any point of its apply.
type planned struct {
	before, after, carried, partial *tenant.Facts
	causes                          map[access.ID][]string
}

// statesAfter returns the states of a tenant before and after a plan.
func statesAfter(p *plan.Plan, held *tenant.Facts) *planned {
	names := review.NewDirectory(p)
	names.Now = time.Now()
	names.Facts(held.Service, held.Clients, held.Tenant)
	return statesOf(held, review.StatesOf(p, names), names.Sensitive())
}

// statesOf returns the states of a review, without the sensitive names.
func statesOf(held *tenant.Facts, s review.States, sensitive []access.ID) *planned {
	states := &planned{held.With(s.Before), held.With(s.Expected), held.With(s.Carried), held.With(s.Partial), s.Causes}
	for _, state := range []*tenant.Facts{states.before, states.after, states.carried, states.partial} {
		state.Hide(sensitive, plan.Masked{}.String())
	}
	return states
}

func (p *planned) change() policy.Change {
	return policy.Change{Before: p.before, Carried: p.carried, Partial: p.partial, Causes: p.causes}
}

// serviceOf returns the plan's ID of the service of a snapshot file, or of the service at
// IDM_BASE_URL if file is "".
func serviceOf(p *plan.Plan, file string) (string, error) {
	address, at := os.Getenv("IDM_BASE_URL"), "IDM_BASE_URL"
	if file != "" {
		content, err := input.ReadFile(file)
		if err != nil {
			return "", err
		}
		recorded := tenant.Address(content)
		if recorded == "" && len(p.Services) == 1 {
			return p.Services[0].ID, nil
		}
		if recorded != "" {
			address, at = recorded, recorded+", which "+file+" is of"
		}
	}
	switch found := servicesAt(p, address); len(found) {
	case 0:
		return "", fmt.Errorf("%s is not about the service at %s: make it with that address", p.File, at)
	case 1:
		return found[0], nil
	default:
		return "", fmt.Errorf("%s has %d provider configurations for the service at IDM_BASE_URL that differ in their source, or name its "+
			"address in one and not in another: %s", p.File, len(found), strings.Join(found, ", "))
	}
}

// held reads the source of the question, and applies the plan to it if one is given.
func (a *asking) held(cmd *cobra.Command) (*tenant.Facts, string, error) {
	if len(a.plans) == 0 {
		return a.read(cmd, a.source())
	}
	p, err := plan.ReadAll(cmd.Context(), a.plans, plan.CLI{Path: a.cli})
	if err != nil {
		return nil, "", err
	}
	p.At(os.Getenv("IDM_BASE_URL"))
	if a.service, err = serviceOf(p, a.snapshot); err != nil {
		return nil, "", err
	}
	t, label, err := a.read(cmd, a.source())
	if err != nil {
		return nil, "", err
	}
	a.planned = statesAfter(p, t)
	return a.planned.after, label + " after " + strings.Join(a.plans, ", "), nil
}

// evaluate evaluates invariants now. gaps are the parts of the tenant that were not read.
func evaluate(rules *policy.Policy, t *tenant.Facts, change policy.Change, source string, gaps []string) (*policy.Report, error) {
	found, err := rules.Check(t, change, time.Now())
	if err != nil {
		return nil, err
	}
	return rules.NewReport(found, source, gaps, time.Now()), nil
}

// decideNow evaluates the invariants of a policy file for the current content of the service; nil
// without a file.
func decideNow(cmd *cobra.Command, file string) (*policy.Report, error) {
	if file == "" {
		return nil, nil
	}
	rules, err := policy.Parse(file)
	if err != nil {
		return nil, err
	}
	held, source, err := new(asking).ask(cmd)
	if err != nil {
		return nil, err
	}
	return evaluate(rules, held, policy.Change{}, source, held.Gaps)
}

// withInvariants adds the invariants to a document.
func withInvariants(d report.Document, r *policy.Report) report.Document {
	if r == nil {
		return d
	}
	own := r.Document()
	d.Alerts = append(d.Alerts, own.Alerts...)
	section := report.Section{Title: own.Title, Intro: own.Lead}
	for _, each := range own.Sections {
		section.Blocks = append(section.Blocks, each.Blocks...)
	}
	d.Sections = append([]report.Section{section}, d.Sections...)
	return d
}

// broken returns the finding for a report of invariants; nil if all of them hold.
func broken(cmd *cobra.Command, r *policy.Report) error {
	if r == nil {
		return nil
	}
	switch n := r.Broken(); {
	case n > 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "Violations of invariants: %d\n", n)
		return &finding{what: "an invariant is broken"}
	case len(r.NotRead) > 0:
		fmt.Fprintln(cmd.ErrOrStderr(), "A part of the tenant could not be read: the report lists it.")
		return &finding{what: "a part of the tenant could not be read"}
	}
	return nil
}
