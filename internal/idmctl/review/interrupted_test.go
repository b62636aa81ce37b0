package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func interruptedLines(r *review.Review) []string {
	found := []string{}
	for _, f := range r.Findings {
		c := f.Change
		if c == nil || !c.During || c.Effect != review.Loss {
			continue
		}
		line := c.User.Label() + " " + c.Before.Role.Label()
		if c.Before.Application != nil {
			line += " in " + c.Before.Application.Label()
		}
		if line += ": profile " + c.Profile.Label(); c.Before.Through != nil {
			line += ", enterprise role " + c.Before.Through.Label()
		}
		found = append(found, line)
	}
	slices.Sort(found)
	return found
}

// A loss that is possible only in an interrupted apply is reported, but not as a loss of the plan.
func TestInterruptedLosses(t *testing.T) {
	held := authorization("p-eva", "reader", "ext_id", "2")
	made := authorization("p-eva", "reader", "ext_id", plan.Unknown{})
	sales := values("profile_ext_id", "p-eva", "enterprise_role_ext_id", "er-sales", "ext_id", "1")
	user := values("ext_id", "eva", "user_state", "active")
	for name, test := range map[string]struct {
		changes []plan.Change
		// with are the losses with the facts of the service, without those with the plan alone.
		with []string
		// lost reports that the whole apply also causes a loss.
		lost bool
	}{
		"a replaced grant": {
			changes: []plan.Change{object("idm_authorization.a", plan.Replace, held, made)},
			with:    []string{"eva reader in app: profile p-eva"},
		},
		"a grant that moves": {
			changes: []plan.Change{object("idm_authorization.a", plan.Delete, held, nil),
				object("idm_authorization.b", plan.Create, nil, made)},
			with: []string{"eva reader in app: profile p-eva"},
		},
		"a replaced enterprise grant": {
			changes: []plan.Change{object("idm_enterprise_authorization.a", plan.Replace, sales, values("profile_ext_id", "p-eva",
				"enterprise_role_ext_id", "er-sales", "ext_id", plan.Unknown{}))},
			with: []string{"eva Sales: profile p-eva", "eva crm in app: profile p-eva, enterprise role Sales"},
		},
		"a replaced user": {
			changes: []plan.Change{object("idm_user.eva", plan.Replace, user, user)},
			with:    []string{}, lost: true,
		},
		"a replaced profile": {
			changes: []plan.Change{object("idm_profile.eva", plan.Replace, profile("p-eva", "eva"), profile("p-eva", "eva"))},
			with:    []string{}, lost: true,
		},
		"a revoked grant": {
			changes: []plan.Change{object("idm_authorization.a", plan.Delete, held, nil)},
			with:    []string{}, lost: true,
		},
		"an element that another resource declares": {
			changes: []plan.Change{
				object("idm_profile_authorizations.p", plan.Update,
					values("profile_ext_id", "p-eva", "authorizations", grants("reader", nil)),
					values("profile_ext_id", "p-eva", "authorizations", grants())),
				object("idm_authorization.b", plan.Create, nil, made)},
			with: []string{"eva reader in app: profile p-eva"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			want := test.with
			r, broken := reviewed(t, true, test.changes...)
			if got := interruptedLines(r); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			if slices.Contains(broken, "replace.interrupted") != (len(want) > 0) {
				t.Errorf("breaks %q", broken)
			}
			if slices.Contains(broken, "loss.role") != test.lost {
				t.Errorf("breaks %q, and the loss of the whole apply is %t", broken, test.lost)
			}
			if text := r.Document().Markdown(0); strings.Contains(text, "because the apply may stop halfway") != (len(want) > 0) {
				t.Errorf("%s", text)
			}
		})
	}
}

// The service deletes only empty units, so the people who leave a unit in the plan that deletes it
// lose nothing on the way. A unit of a tree is deleted after they have left; any other one fails.
func TestInterruptedLosses_dissolvedUnit(t *testing.T) {
	for _, last := range []bool{false, true} {
		held := acme()
		hold(held, access.Unit, "hq", "", "")
		hold(held, access.Unit, "it", "", "")
		hold(held, access.Profile, "p-eva", "eva", "hq")
		gone := object("idm_unit.hq", plan.Delete, unit("hq", "HQ", nil), nil)
		gone.DestroyedLast = last
		r, broken := reviewedWith(t, held, gone, object("idm_profile.eva", plan.Update, profile("p-eva", "eva", "unit_ext_id", "hq"),
			profile("p-eva", "eva", "unit_ext_id", "it")))
		if lost := interruptedLines(r); len(lost) > 0 || slices.Contains(broken, "fails") == last {
			t.Errorf("destroyed last %t: %q, breaks %q", last, lost, broken)
		}
	}
}
