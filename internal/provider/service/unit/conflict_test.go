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
	acctest.Script(t, nil, acctest.ExtIDs, acctest.Clearing)
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
	acctest.Script(t, nil, acctest.ExtIDs)
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
			s, moved := acctest.Start(t, acctest.Quirks(test.quirks...), acctest.ExtIDs), acctest.Instance{Type: "idm_unit"}
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
