package replay

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The creates cover each type whose create makes a new object.
func TestCreates_types(t *testing.T) {
	for _, of := range objecttype.All() {
		listed := slices.ContainsFunc(creatables(t), func(c creatable) bool { return c.of == of })
		if listed == of.Idempotent() {
			t.Errorf("%s is listed: %t", of.TypeName(), listed)
		}
	}
}

// A killed run leaves an object of any type with a generated external ID behind. The next plan, or
// the error of its apply, has the import block that adopts it, so that nothing is created twice. Only
// an object without any identifying value is not found.
func TestCreates_killed(t *testing.T) {
	for _, c := range creatables(t) {
		for _, assigns := range []bool{false, true} {
			if c.anonymous {
				continue
			}
			t.Run(fmt.Sprint(c.name, ", assigned ", assigns), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newLossyTenant(t, c, "", assigns)
					if _, diags := create(t, l.service.Protocol(t), c, 1); diags.HasError() {
						t.Fatal(diags)
					}
					made, p, i := l.count(t, c.of), l.service.Protocol(t), &acctest.Instance{Type: c.of.TypeName()}
					planned, diags := i.Plan(t, p, c.config(1))
					if !diags.HasError() && !importBlock.MatchString(diags.String()) {
						diags = i.Apply(t, p, planned)
					}
					block := importBlock.FindStringSubmatch(diags.String())
					if block == nil || i.Values != nil {
						t.Fatal("no import block: ", diags)
					}
					p.NextRun(t)
					if diags := append(i.Import(t, p, block[1]), i.Refresh(t, p)...); diags.HasError() {
						t.Fatal(diags)
					}
					if planned, diags := i.Plan(t, p, c.config(1)); diags.HasError() || planned.Replaces {
						t.Errorf("the import is replaced: %t, %s", planned.Replaces, diags)
					}
					if count := l.count(t, c.of); count != made {
						t.Errorf("%d objects instead of %d", count, made)
					}
				})
			})
		}
	}
}
