package idmctl

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A finding of a broken rule has the lowest rule, and a rule that is not broken passes.
func TestFindings_lowestRule(t *testing.T) {
	p := &plan.Plan{Time: "2026-11-01T00:00:00Z", Changes: []plan.Change{{Address: "idm_authorization.a", Type: "idm_authorization",
		Action: plan.Create, After: plan.Values{"client_ext_id": "acme", "profile_ext_id": "p", "role_ext_id": "crm"}}}}
	r := review.New(p, review.NewDirectory(p))
	rules, err := review.NamedRules([]string{"gain", "outside", "access"})
	if err != nil {
		t.Fatal(err)
	}
	r.Check(rules)
	out := r.ToolFindings("tenant.plan")
	checked := map[string]bool{}
	for _, rule := range out.Rules {
		checked[rule.ID] = rule.Checked
	}
	if _, listed := checked["gain"]; listed || !checked["gain.global"] || !checked["outside"] || !checked["access"] {
		t.Errorf("the rules are %v", checked)
	}
	for _, id := range []string{"gain.global", "access"} {
		if !slices.ContainsFunc(out.Findings, func(f findings.Finding) bool { return f.Rule == id && f.Level == findings.Error }) {
			t.Errorf("no finding of %s: %v", id, out.Findings)
		}
	}
}
