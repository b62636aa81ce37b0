package unit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// theirs changes a unit behind Terraform's back.
func theirs(t *testing.T, s *acctest.Service, extID string, patch idm.UnitPatch) func() {
	return func() {
		if _, err := s.API.UpdateUnit(context.Background(), s.Client, extID, patch); err != nil {
			t.Error(err)
		}
	}
}

// What somebody else changed in the meantime is kept, also within one text: the plan after the apply takes it back.
func TestUnit_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs, acctest.Clearing)
	id := s.ID("unit")
	path := fmt.Sprintf("PATCH /core/v1/%s/units/%s", s.Client, id)
	with := func(description, german string) string {
		return config(id, minimal+fmt.Sprintf("\n  name         = \"Sales\"\n  description  = %q\n  display_name = { en = \"Sales\", de = %q }\n", description, german))
	}
	s.Test(t,
		s.Apply(with("a", "A")),
		s.Step(with("b", "B"),
			acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Location: idm.Set("Basel"), DisplayName: idm.Localized{"EN": "Theirs"}})),
			acctest.WantDrift(),
			acctest.Check(
				s.Sent(path+` {"description":"b","displayName":{"DE":"B"},"version":1}`, path+` {"description":"b","displayName":{"DE":"B"},"version":2}`),
				resource.TestCheckNoResourceAttr(address, "location"),
				resource.TestCheckResourceAttr(address, "display_name.en", "Sales"),
				remote(s, id, func(u idm.Unit) error {
					return acctest.Equal([]string{"b", "Basel", "Theirs", "B"}, []string{u.Description, u.Location, u.DisplayName["EN"], u.DisplayName["DE"]})
				}),
			),
		),
		s.Apply(with("b", "B"), s.Sent(path+` {"displayName":{"EN":"Sales"},"location":"","version":3}`)),
		s.Fails(with("c", "C"), `attribute planned from found wanted description "b" "x" "c" display_name["de"] "B" "X" "C" What was found stays as it is. Make a new plan`,
			acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Description: idm.Set("x"), DisplayName: idm.Localized{"DE": "X"}, Location: idm.Set("Bern")}))),
	)
}

// What was kept although nothing had planned it is still found by an update that never refreshed.
func TestUnit_changedConcurrentlyAndNotRefreshed(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	with := func(name, location string) string {
		return config(id, minimal+fmt.Sprintf("\n  name     = %q\n  location = %q\n", name, location))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		AdditionalCLIOptions:     &resource.AdditionalCLIOptions{Plan: resource.PlanOptions{NoRefresh: true}},
		Steps: []resource.TestStep{
			s.Apply(with("a", "Basel")),
			s.Step(with("b", "Basel"),
				acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Location: idm.Set("Chur")}))),
			s.Fails(with("b", "Bern"), `location "Basel" "Chur" "Bern"`),
		},
	})
}

func TestUnit_changedAgainAndAgain(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	path := fmt.Sprintf("PATCH /core/v1/%s/units/%s", s.Client, id)
	var always func()
	always = func() {
		theirs(t, s, id, idm.UnitPatch{Name: idm.Set("Sales")})()
		s.BeforeRequest(path, always)
	}
	restless := s.Fails(config(id, minimal+"\n  name = \"Sales\"\n  location = \"Bern\""), "changed again and again, each of the 4 times that this update was sent",
		acctest.Before(func() { s.BeforeRequest(path, always) }))
	s.Test(t, s.Apply(config(id, minimal+"\n  name = \"Sales\"")), restless)
	if sent := s.Writes(); len(sent) != 5 || sent[3] != path+` {"location":"Bern","version":4}` {
		t.Errorf("not four times, and then the end of the test: %q", sent)
	}
}

func TestUnit_movedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	below := func(parent, arguments string) string {
		var text string
		for _, name := range []string{"a", "b", "c"} {
			text += fmt.Sprintf("resource \"idm_unit\" %q {\n  ext_id = %q\n  profileless = true\n}\n", name, s.ID(name))
		}
		return text + config(id, minimal+fmt.Sprintf("\n  parent_unit_ext_id = idm_unit.%s.ext_id\n", parent)+arguments)
	}
	move := func(parent string) func() {
		return func() {
			if err := s.API.MoveUnit(context.Background(), s.Client, s.ID(parent), id); err != nil {
				t.Error(err)
			}
		}
	}
	put := func(parent string) string {
		return fmt.Sprintf("PUT /core/v1/%s/units/%s/children/%s", s.Client, s.ID(parent), id)
	}
	patch := fmt.Sprintf("PATCH /core/v1/%s/units/%s", s.Client, id)
	there := func(parent, location string) resource.TestCheckFunc {
		return remote(s, id, func(u idm.Unit) error {
			return acctest.Equal([]string{s.ID(parent), location}, []string{u.ParentUnitExtID, u.Location})
		})
	}
	table := fmt.Sprintf("parent_unit_ext_id %q %q %q", s.ID("a"), s.ID("c"), s.ID("b"))
	s.Test(t,
		s.Apply(below("a", "")),
		s.Fails(below("b", ""), "Object: unit "+s.Client+"/"+id+" Somebody else changed what this update changes",
			acctest.ChangedConcurrently(move("c"))),
		s.Apply(below("a", ""), s.Sent(put("a"))),
		s.Fails(below("b", "  location = \"Bern\""), table,
			acctest.ChangedConcurrently(move("c"))),
		s.Apply(below("a", "")),
		// Already where it is wanted.
		s.Step(below("b", ""),
			acctest.ChangedConcurrently(move("b")),
			acctest.Check(s.Sent(), there("b", "")),
		),
		// Not moved by this update: the move is kept.
		s.Step(below("b", "  location = \"Bern\""),
			acctest.ChangedConcurrently(move("c")), acctest.WantDrift(),
			acctest.Check(
				there("c", "Bern"),
				resource.TestCheckResourceAttr(address, "parent_unit_ext_id", s.ID("b")),
				s.Sent(patch+` {"location":"Bern","version":6}`, patch+` {"location":"Bern","version":7}`),
			),
		),
		// Another attribute is changed while it is moved.
		s.Step(below("a", "  location = \"Bern\""),
			acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitPatch{Location: idm.Set("Basel")})), acctest.WantDrift(),
			acctest.Check(s.Sent(put("a")), there("a", "Basel")),
		),
	)
}
