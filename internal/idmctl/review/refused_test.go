package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// The service refuses to delete a unit that is in use at the time of the delete, also in a
// replacement.
func TestRefused_units(t *testing.T) {
	old, renamed := unit("hq", "Head office", nil), unit("hq-2", "Sham", nil)
	replaced := func(first bool) plan.Change {
		c := object("idm_unit.u", plan.Replace, old, renamed)
		c.CreatedFirst = first
		return c
	}
	move := object("idm_profile.p", plan.Update, profile("p-two", "eva", "unit_ext_id", "hq"),
		profile("p-two", "eva", "unit_ext_id", "hq-2"))
	imported := replaced(false)
	imported.Imported = true
	for name, test := range map[string]struct {
		changes []plan.Change
		refused bool
	}{
		"deleted":                          {[]plan.Change{object("idm_unit.u", plan.Delete, old, nil)}, true},
		"replaced":                         {[]plan.Change{replaced(false)}, true},
		"replaced by an import of another": {[]plan.Change{imported}, true},
		"its profile moves to the new one": {[]plan.Change{replaced(false), move}, true},
		"created first":                    {[]plan.Change{replaced(true), move}, false},
		"created first, the profile stays": {[]plan.Change{replaced(true)}, true},
		"the profile is deleted": {[]plan.Change{replaced(false),
			object("idm_profile.p", plan.Delete, profile("p-two", "eva"), nil)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			hq := access.Object{ID: access.NewID("", "acme", access.Unit, "hq"), Name: "Head office"}
			held.Add(hq)
			hold(held, access.Profile, "p-two", "eva", "hq")
			r, broken := reviewedWith(t, held, test.changes...)
			if slices.Contains(broken, "fails") != test.refused {
				t.Errorf("breaks %q", broken)
			}
			for _, f := range r.Findings {
				if test.refused && slices.Contains(f.Rules, "fails") &&
					(!strings.Contains(f.Text, "Head office") || strings.Contains(f.Text, "Sham")) {
					t.Errorf("another unit is named: %s", f.Text)
				}
				if slices.Contains(f.Rules, "import") && strings.Contains(f.Text, "Sham") {
					t.Errorf("another unit is imported: %s", f.Text)
				}
			}
		})
	}
}

// A plan that may stop its own apply breaks the rule for losses: with a condition that is decided
// during the apply, or a change that the service refuses.
func TestInterruptedLosses_causedByThePlan(t *testing.T) {
	moved := []plan.Change{object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", "ext_id", "2"), nil),
		object("idm_authorization.b", plan.Create, nil, authorization("p-eva", "reader", "ext_id", plan.Unknown{}))}
	taken := object("idm_user.u", plan.Create, nil, values("ext_id", "ben"))
	for name, test := range map[string]struct {
		plan *plan.Plan
		want string
	}{
		"nothing stops it": {&plan.Plan{Changes: moved}, ""},
		"a condition":      {&plan.Plan{Changes: moved, Undecided: []string{"idm_unit.c"}}, "the condition of idm_unit.c holds"},
		"a refused change": {&plan.Plan{Changes: append(slices.Clone(moved), taken)}, "the service refuses the change of idm_user.u"},
	} {
		t.Run(name, func(t *testing.T) {
			test.plan.Time = planned
			names := review.NewDirectory(test.plan)
			names.Facts("", []string{"acme"}, acme())
			var found bool
			for _, f := range review.New(test.plan, names).Findings {
				found = found || slices.Contains(f.Rules, "replace.interrupted") && slices.Contains(f.Rules, "loss.role") &&
					strings.Contains(f.Text, test.want)
			}
			if found != (test.want != "") {
				t.Errorf("a loss is reported: %t", found)
			}
		})
	}
}
