package unit_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// theirs changes a unit outside of Terraform.
func theirs(t *testing.T, s *acctest.Service, extID string, patch idm.UnitInput) func() {
	return func() {
		if _, err := idm.UnitWrites.Update(context.Background(), s.API, idm.In(s.Client), extID, 0, patch); err != nil {
			t.Error(err)
		}
	}
}

// The apply keeps concurrent changes, even within one text; the next plan reverts them. A change of
// the same value is refused.
func TestUnit_changedConcurrently(t *testing.T) {
	tests := map[string]struct {
		theirs  idm.UnitInput
		refused string
		want    []string
	}{
		"another attribute": {idm.UnitInput{Location: idm.Set("Basel")}, "", []string{"b", "Basel", "Sales", "B"}},
		"another language":  {idm.UnitInput{DisplayName: idm.Localized{"EN": "Theirs"}}, "", []string{"b", "", "Theirs", "B"}},
		"the same attribute": {idm.UnitInput{Description: idm.Set("x"), Location: idm.Set("Basel")},
			`description "a" "x" "b" The current values are kept. Plan again`, []string{"x", "Basel", "Sales", "A"}},
		"the same language": {idm.UnitInput{DisplayName: idm.Localized{"DE": "X"}},
			`display_name["de"] "A" "X" "B" The current values are kept. Plan again`, []string{"a", "", "Sales", "X"}},
		"both at once": {idm.UnitInput{Description: idm.Set("x"), DisplayName: idm.Localized{"DE": "X"}},
			`attribute planned from found wanted description "a" "x" "b" display_name["de"] "A" "X" "B"`, []string{"x", "", "Sales", "X"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.ExtIDs, acctest.Clearing)
			id, unit := s.ID("unit"), acctest.Instance{Type: "idm_unit"}
			with := func(description, german string) acctest.Values {
				return acctest.Values{"ext_id": id, "profileless": false, "name": "Sales", "description": description,
					"display_name": acctest.Values{"en": "Sales", "de": german}}
			}
			unit.Create(t, s.Protocol(t), with("a", "A"))
			diags := unit.ApplyConcurrently(t, s.Protocol(t), with("b", "B"), theirs(t, s, id, test.theirs))
			if diags.HasError() != (test.refused != "") || !acctest.Message(test.refused).MatchString(diags.String()) {
				t.Error(diags)
			}
			hasTexts(t, s, id, test.want...)
			p := s.Protocol(t)
			if diags := unit.Refresh(t, p); diags.HasError() {
				t.Fatal(diags)
			}
			unit.Create(t, p, with("b", "B"))
			hasTexts(t, s, id, "b", "", "Sales", "B")
		})
	}
}

// hasTexts checks the description, the location and the two languages of the display name in the
// service.
func hasTexts(t *testing.T, s *acctest.Service, id string, want ...string) {
	t.Helper()
	check := remote(s, id, func(u idm.Unit) error {
		return acctest.Equal(want, []string{u.Description, u.Location, u.DisplayName["EN"], u.DisplayName["DE"]})
	})
	if err := check(nil); err != nil {
		t.Error(err)
	}
}

// An update without a refresh still detects a concurrent change that an earlier apply kept.
func TestUnit_changedConcurrentlyAndNotRefreshed(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	with := func(name, location string) string {
		return config(id, minimal+fmt.Sprintf("\n  name     = %q\n  location = %q\n", name, location))
	}
	rings.Test(t)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		AdditionalCLIOptions:     &resource.AdditionalCLIOptions{Plan: resource.PlanOptions{NoRefresh: true}},
		Steps: []resource.TestStep{
			s.Apply(with("a", "Basel")),
			s.Step(with("b", "Basel"),
				acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitInput{Location: idm.Set("Chur")}))),
			s.Fails(with("b", "Bern"), `location "Basel" "Chur" "Bern"`),
		},
	})
}

func TestUnit_changedRepeatedly(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	path := fmt.Sprintf("PATCH /core/v1/%s/units/%s", s.Client, id)
	var always func()
	always = func() {
		theirs(t, s, id, idm.UnitInput{Name: idm.Set("Sales")})()
		s.BeforeRequest(path, always)
	}
	restless := s.Fails(config(id, minimal+"\n  name = \"Sales\"\n  location = \"Bern\""),
		"changed the object before each of the 4 attempts to update it",
		acctest.Before(func() { s.BeforeRequest(path, always) }))
	s.Test(t, s.Apply(config(id, minimal+"\n  name = \"Sales\"")), restless)
	if sent := s.Writes(); len(sent) != 5 || sent[3] != path+` {"location":"Bern","version":4}` {
		t.Errorf("not four times, and then the end of the test: %q", sent)
	}
}

// A move has no version, so the provider compares the unit's parent before sending it.
func TestUnit_movedConcurrently(t *testing.T) {
	move := func(parent string) func(*acctest.Service, string) error {
		return func(s *acctest.Service, id string) error {
			return s.API.MoveUnit(context.Background(), s.Client, s.ID(parent), id)
		}
	}
	locate := func(s *acctest.Service, id string) error {
		_, err := idm.UnitWrites.Update(context.Background(), s.API, idm.In(s.Client), id, 0, idm.UnitInput{Location: idm.Set("Basel")})
		return err
	}
	tests := []struct {
		name     string
		theirs   func(*acctest.Service, string) error
		parent   string
		location any
		refused  bool
		sent     []string
		want     []string
	}{
		{"elsewhere", move("c"), "b", nil, true, nil, []string{"c", ""}},
		{"elsewhereBesideAnUpdate", move("c"), "b", "Bern", true, []string{`PATCH {"location":"Bern","version":1}`}, []string{"c", ""}},
		{"thereAlready", move("b"), "b", nil, false, nil, []string{"b", ""}},
		{"notMovedHere",
			move("c"), "a", "Bern", false, []string{`PATCH {"location":"Bern","version":1}`, `PATCH {"location":"Bern","version":2}`},
			[]string{"c", "Bern"}},
		{"updatedBesideAMove", locate, "b", nil, false, []string{"PUT b"}, []string{"b", "Basel"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.ExtIDs)
			p, id, unit := s.Protocol(t), s.ID("unit"), acctest.Instance{Type: "idm_unit"}
			for _, parent := range []string{"a", "b", "c"} {
				new(acctest.Instance{Type: "idm_unit"}).Create(t, p, acctest.Values{"ext_id": s.ID(parent), "profileless": true})
			}
			config := acctest.Values{"ext_id": id, "profileless": false, "parent_unit_ext_id": s.ID("a")}
			unit.Create(t, p, config)
			config["parent_unit_ext_id"], config["location"] = s.ID(test.parent), test.location
			diags := unit.ApplyConcurrently(t, p, config, func() {
				if err := test.theirs(s, id); err != nil {
					t.Error(err)
				}
				s.ClearRequests()
			})
			conflict := acctest.Message(fmt.Sprintf("parent_unit_ext_id %q %q %q", s.ID("a"), s.ID("c"), s.ID("b")))
			if diags.HasError() != test.refused || test.refused && !conflict.MatchString(diags.String()) {
				t.Errorf("refused is not %t: %s", test.refused, diags)
			}
			var sent []string
			for _, line := range test.sent {
				path := fmt.Sprintf("PATCH /core/v1/%s/units/%s", s.Client, id)
				put := fmt.Sprintf("PUT /core/v1/%s/units/%s/children/%s", s.Client, s.ID(test.parent), id)
				sent = append(sent, strings.Replace(strings.Replace(line, "PATCH", path, 1), "PUT b", put, 1))
			}
			if err := s.Sent(sent...)(nil); err != nil {
				t.Error(err)
			}
			if err := remote(s, id, func(u idm.Unit) error {
				return acctest.Equal([]string{s.ID(test.want[0]), test.want[1]}, []string{u.ParentUnitExtID, u.Location})
			})(nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// A move is repeated only after a refusal that another change of the apply can clear.
func TestUnit_finalRefusals(t *testing.T) {
	t.Parallel()
	const sibling = `{"extId":"n","name":"M","parentUnitExtId":"p","profileless":false}`
	for name, test := range map[string]struct {
		quirks   []string
		theirs   [3]string
		code     string
		repeated bool
	}{
		"disabled": {[]string{"later-releases"}, [3]string{http.MethodPatch, "m", `{"state":"disabled"}`}, "errors.invalidParameter",
			false},
		"parent below":  {nil, [3]string{http.MethodPut, "m/children/p"}, "errors.invalidParameter", true},
		"name":          {nil, [3]string{http.MethodPost, "", sibling}, "errors.duplicateName", true},
		"duplicate-409": {[]string{"duplicate-409"}, [3]string{http.MethodPost, "", sibling}, "errors.duplicateName", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, moved := acctest.StartSimulator(t, test.quirks...), acctest.Instance{Type: "idm_unit"}
			parent := acctest.Instance{Type: "idm_unit"}
			parent.Create(t, s.Protocol(t), acctest.Values{"ext_id": "p", "name": "P", "profileless": false})
			config := acctest.Values{"ext_id": "m", "name": "M", "profileless": false}
			moved.Create(t, s.Protocol(t), config)
			config["parent_unit_ext_id"] = "p"
			p := s.Protocol(t)
			planned, diags := moved.Plan(t, p, config)
			if diags.HasError() {
				t.Fatal(diags)
			}
			if status, response := s.Send(t, test.theirs[0], "/core/v1/acme/units/"+test.theirs[1], test.theirs[2]); status >= 300 {
				t.Fatal(response)
			}
			s.ClearRequests()
			diags = moved.Apply(t, p, planned)
			sent := len(s.Writes())
			if !strings.Contains(diags.String(), test.code) || (sent > 1) != test.repeated {
				t.Errorf("%d requests: %s", sent, diags)
			}
		})
	}
}
