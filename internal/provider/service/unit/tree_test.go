package unit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// tree returns units that refer to each other by literal IDs, which a CLI visits in any order, like
// the instances of one for_each. A root is given by its ID, any other unit as child<parent.
func tree(units ...string) string {
	var b strings.Builder
	for _, unit := range units {
		id, parent, _ := strings.Cut(unit, "<")
		fmt.Fprintf(&b, "resource \"idm_unit\" %q {\n  ext_id = %[1]q\n  name = %[1]q\n  profileless = false\n", id)
		if parent != "" {
			fmt.Fprintf(&b, "  parent_unit_ext_id = %q\n", parent)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// below checks the parents of a tree's units.
func below(t *testing.T, s *acctest.Service, units []string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		for _, unit := range units {
			id, parent, _ := strings.Cut(unit, "<")
			found, err := idm.UnitOps.Get(t.Context(), s.API, idm.In(s.Client), id)
			if err != nil || found.ParentUnitExtID != parent {
				return fmt.Errorf("%s is below %q: %w", unit, found.ParentUnitExtID, err)
			}
		}
		return nil
	}
}

// A unit that is its own parent is an error in the plan, and a new parent below it a warning.
func TestUnit_cycle(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t, s.Fails(tree("a<a"), "A unit below itself"))
	upper := acctest.Instance{Type: "idm_unit"}
	unit := func(extID string, parent any) acctest.Values {
		return acctest.Values{"ext_id": extID, "name": extID, "profileless": false, "parent_unit_ext_id": parent}
	}
	upper.Create(t, s.Protocol(t), unit("upper", nil))
	new(acctest.Instance{Type: "idm_unit"}).Create(t, s.Protocol(t), unit("lower", "upper"))
	if _, diags := upper.Plan(t, s.Protocol(t), unit("upper", "lower")); diags.HasError() ||
		!strings.Contains(diags.String(), "A unit below itself") {
		t.Error(diags)
	}
}

// A unit with subunits is destroyed only by a plan that also destroys them.
func TestUnit_inUse(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
