package review_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A part that a plan does not list breaks each rule that it may match, and a part that is not
// understood breaks every rule.
func TestRules_unlisted(t *testing.T) {
	harmless := object("idm_terms.t", plan.NoOp, values("ext_id", "t"), values("ext_id", "t"))
	for name, test := range map[string]struct {
		plan plan.Plan
		// broken are the broken rules, in addition to those above them and the presets; nil for all
		// rules, including policies.
		broken []string
	}{
		"complete":               {plan.Plan{}, []string{}},
		"a part of a newer form": {plan.Plan{Others: []plan.Other{{Kind: plan.OtherNotUnderstood, Text: "?"}}}, nil},
		"a newer kind":           {plan.Plan{Others: []plan.Other{{Kind: "newer", Text: "?", Address: "newer.x"}}}, nil},
		"providers": {plan.Plan{Unlisted: []plan.Unlisted{plan.UnlistedProviders}},
			[]string{"outside.provider", "incomplete.unlisted"}},
		"the place of the state": {plan.Plan{Unlisted: []plan.Unlisted{plan.UnlistedState}},
			[]string{"outside.backend", "incomplete.unlisted"}},
		"ephemeral resources": {plan.Plan{Unlisted: []plan.Unlisted{plan.UnlistedEphemerals}},
			[]string{"outside.backend", "outside.provisioner", "outside.read", "incomplete.unlisted"}},
		"the backend": {plan.Plan{Unlisted: []plan.Unlisted{plan.UnlistedBackend}},
			[]string{"outside.backend", "outside.provisioner", "incomplete.partial", "incomplete.unlisted"}},
		"an encrypted plan": {plan.Plan{Unlisted: []plan.Unlisted{plan.UnlistedEncrypted}},
			[]string{"outside.backend", "outside.provisioner", "incomplete.partial", "incomplete.unlisted"}},
	} {
		all := slices.Concat(review.Presets(), review.Rules(), policy(t, `roles = ["x"]`))
		p := test.plan
		p.Time, p.Changes = planned, []plan.Change{harmless}
		r := review.New(&p, review.NewDirectory(&p))
		r.Check(all)
		broken := []string{}
		for _, rule := range r.FailedRules {
			broken = append(broken, rule.Rule)
		}
		slices.Sort(broken)
		if len(test.broken) > 0 {
			test.broken = append(test.broken, "access", "any", "incomplete", "loss", "outside")
			slices.Sort(test.broken)
		}
		if test.broken == nil && len(broken) != len(all) || test.broken != nil && !slices.Equal(broken, test.broken) {
			t.Errorf("%s: breaks %q, want %q", name, broken, test.broken)
		}
	}
}
