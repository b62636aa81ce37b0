package unit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// patches checks the updates of a unit.
func patches(s *acctest.Service, extID string, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		path := fmt.Sprintf("/core/v1/%s/units/%s", s.Client, extID)
		var sent []string
		for _, line := range s.Writes() {
			if body, ok := strings.CutPrefix(line, "PATCH "+path+" "); ok {
				sent = append(sent, body)
			}
		}
		return acctest.Equal(want, sent)
	}
}

// Two resources that change one object share one idea of its version: what one of them advanced is
// no conflict of the other, and what somebody else changed in the meantime is.
func TestUnit_oneObjectManyResources(t *testing.T) {
	tests := map[string]struct{ quirk, other, first string }{
		"properties": {"properties-bump-version",
			"resource \"idm_unit_properties\" \"other\" {\n  unit_ext_id = %q\n  properties  = { costCenter = \"42\" }\n}\n",
			"idm_unit_properties.other"},
		"children": {"children-bump-version", "resource \"idm_unit\" \"other\" {\n  parent_unit_ext_id = %q\n  profileless = true\n}\n",
			"idm_unit.other"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, test.quirk)
			id := s.ID("unit")
			with := func(location string) string {
				return fmt.Sprintf(test.other, id) + config(id, minimal+fmt.Sprintf("\n  location = %q\n  depends_on = [%s]", location, test.first))
			}
			alone := func(location string) string { return config(id, minimal+fmt.Sprintf("\n  location = %q", location)) }
			first := s.Apply(with("Bern"), patches(s, id, `{"location":"Bern","version":2}`), s.NoConflicts())
			s.Test(t,
				s.Apply(alone("Chur")),
				first,
				s.Apply(alone("Bern")),
				// Somebody else changes another attribute, which is kept.
				s.Step(with("Basel"),
					acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Description: idm.Set("theirs")})), acctest.WantDrift(),
					acctest.Check(
						remote(s, id, func(u idm.Unit) error {
							return acctest.Equal([]string{"Basel", "theirs"}, []string{u.Location, u.Description})
						}),
					),
				),
				s.Apply(alone("Basel")),
				// Somebody else changes the same attribute.
				s.Fails(with("Bern"), `attribute planned from found wanted location "Basel" "Zug" "Bern" What was found stays as it is`,
					acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Location: idm.Set("Zug")}))),
				s.Apply(alone("Zug")),
			)
		})
	}
}

// Two resources of one configuration for one and the same unit do not overwrite each other unseen.
func TestUnit_sameUnitTwice(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p, id := s.Protocol(t), s.ID("unit")
	if _, err := s.API.CreateUnit(context.Background(), s.Client,
		idm.UnitCreate{ExtID: id, Profileless: new(bool), Description: "before"}); err != nil {
		t.Fatal(err)
	}
	one, two := acctest.Instance{Type: "idm_unit"}, acctest.Instance{Type: "idm_unit"}
	var planned []acctest.Planned
	for i, instance := range []*acctest.Instance{&one, &two} {
		instance.Import(t, p, s.Client+"/"+id)
		instance.Refresh(t, p)
		change, diags := instance.Plan(t, p, acctest.Values{"ext_id": id, "profileless": false, "description": fmt.Sprint(i)})
		if diags.HasError() {
			t.Fatal(diags)
		}
		planned = append(planned, change)
	}
	if diags := one.Apply(t, p, planned[0]); diags.HasError() {
		t.Error(diags)
	}
	if diags := two.Apply(t, p, planned[1]); !strings.Contains(diags.String(), `description  "before"      "0"    "1"`) {
		t.Errorf("the second overwrites the first: %v", diags)
	}
}

// While an answer is lost somebody else changes the same: that is a conflict, and not overwritten.
func TestUnit_updateLosesItsAnswerToAnother(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	with := func(location string) string { return config(id, minimal+fmt.Sprintf("\n  location = %q", location)) }
	path := fmt.Sprintf("/core/v1/%s/units/%s", s.Client, id)
	lose := func() {
		if err := s.Sim.SetFaults(sim.Fault{Kind: "drop-after", Method: "PATCH", Path: path, Count: 1}); err != nil {
			t.Error(err)
		}
		s.BeforeRequest("GET "+path, theirs(t, s, id, idm.UnitPatch{Location: idm.Set("Zug")}))
	}
	s.Test(t,
		s.Apply(with("Chur")),
		s.Fails(with("Bern"), `location "Chur" "Zug" "Bern"`,
			acctest.ChangedConcurrently(lose)),
		s.Apply(with("Zug"), s.Sent()),
	)
}
