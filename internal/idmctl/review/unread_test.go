package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// Without facts, each change that may give access breaks access and gain.role, each that may take
// it breaks loss and revoke, and nothing is claimed about people: for all types that give
// something.
func TestUnread(t *testing.T) {
	of := func(row *objecttype.Type, role string) plan.Values {
		v := values()
		if row.Gives.To != "client_ext_id" {
			v[row.Gives.To] = "x"
		}
		switch {
		case row.Class != objecttype.Set:
			v[row.Gives.Attr] = role
		case strings.HasSuffix(row.Gives.Attr, "authorizations"):
			v[row.Gives.Attr] = grants(role, map[string]any{})
		default:
			v[row.Gives.Attr] = []any{role}
		}
		return v
	}
	for _, row := range objecttype.All() {
		if row.Gives.Attr == "" {
			continue
		}
		address := row.TypeName() + ".a"
		for name, test := range map[string]struct {
			change       plan.Change
			gives, takes bool
		}{
			"created":  {object(address, plan.Create, nil, of(row, "admin")), true, false},
			"deleted":  {object(address, plan.Delete, of(row, "admin"), nil), false, true},
			"replaced": {object(address, plan.Replace, of(row, "reader"), of(row, "admin")), true, true},
		} {
			p := &plan.Plan{Time: planned, Changes: []plan.Change{test.change}}
			r := review.New(p, review.NewDirectory(p))
			r.Check(slices.Concat(review.Presets(), review.Rules()))
			var broken []string
			for _, failure := range r.FailedRules {
				broken = append(broken, failure.Rule)
			}
			for rule, want := range map[string]bool{
				"access": test.gives, "gain.role": test.gives, "loss": test.takes, "loss.role": test.takes,
			} {
				if slices.Contains(broken, rule) != want {
					t.Errorf("%s, %s: breaks %q, and %s is %t", address, name, broken, rule, !want)
				}
			}
			if claimed := append(lines(r), interruptedLines(r)...); len(claimed) > 0 || r.ChangesNothing() || len(sharedTexts(r)) > 0 {
				t.Errorf("%s, %s: claims %q %q", address, name, claimed, sharedTexts(r))
			}
		}
	}
}
