package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// The service refuses to delete a unit that is in use when the delete comes, also for a replacement.
func TestRefused_units(t *testing.T) {
	old, renamed := unit("hq", "Head office", nil), unit("hq-2", "Sham", nil)
	replaced := func(first bool) plan.Change {
		c := object("idm_unit.u", plan.Replace, old, renamed)
		c.CreatedFirst = first
		return c
	}
	move := object("idm_profile.p", plan.Update, profile("p-two", "eva", "unit_ext_id", "hq"), profile("p-two", "eva", "unit_ext_id", "hq-2"))
	imported := replaced(false)
	imported.Imported, imported.ImportID = true, "acme/hq"
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
		"the profile is deleted":           {[]plan.Change{replaced(false), object("idm_profile.p", plan.Delete, profile("p-two", "eva"), nil)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			hq := access.Object{ID: access.NewID("", "acme", access.Unit, "hq"), Name: "Head office"}
			held.Add(hq)
			hold(held, access.Profile, "p-two", "eva", "hq")
			r, broken := reviewedWith(t, held, test.changes...)
			if slices.Contains(broken, "refused") != test.refused {
				t.Errorf("breaks %q", broken)
			}
			for _, f := range r.Findings {
				if test.refused && slices.Contains(f.Rules, "refused") && (!strings.Contains(f.Text, "Head office") || strings.Contains(f.Text, "Sham")) {
					t.Errorf("another unit is named: %s", f.Text)
				}
				if slices.Contains(f.Rules, "import") && strings.Contains(f.Text, "Sham") {
					t.Errorf("another unit is imported: %s", f.Text)
				}
			}
		})
	}
}
