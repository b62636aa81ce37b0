package authorization_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const creates = "*/authorizations/"

// each is a grant for each way of losing an answer, one after the other, of roles made for that.
func each(roles []string) string {
	var chain string
	for i, role := range roles {
		previous := ""
		if i > 0 {
			previous = fmt.Sprintf("  depends_on = [idm_authorization.g%d]", i-1)
		}
		chain += grant(fmt.Sprintf("g%d", i), role, previous)
	}
	return chain
}

// allGranted checks that the profile has just the roles, and that the state has each under its real
// id.
func allGranted(s *acctest.Service, roles []string) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		profile := state.RootModule().Resources["idm_profile.test"].Primary.Attributes["ext_id"]
		found := map[string]string{}
		for a, err := range s.API.Authorizations(context.Background(), s.Client, profile) {
			if err != nil {
				return err
			}
			found[a.RoleExtID] = a.ExtID
		}
		want := map[string]string{}
		for i, role := range roles {
			want[role] = state.RootModule().Resources[fmt.Sprintf("idm_authorization.g%d", i)].Primary.Attributes["ext_id"]
		}
		return acctest.Equal(want, found)
	}
}

func TestAuthorization_createLosesItsAnswer(t *testing.T) {
	for quirk, requests := range map[string]int{"slash-strict": 1, "server-ext-ids": 1, "no-authorization-ext-id": 2} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
			roles := s.MakeRoles(t, len(acctest.Lost))
			if err := s.Sim.SetQuirks(quirk); err != nil {
				t.Fatal(err)
			}
			step := s.Apply("resource \"idm_profile\" \"test\" {\n  user_ext_id = \"u-ben\"\n}\n"+each(roles), allGranted(s, roles))
			sent := s.LoseEach(t, creates, requests)
			s.Test(t, step)
			posts := slices.DeleteFunc(s.Writes(), func(line string) bool {
				return !strings.HasPrefix(line, "POST ") || !strings.Contains(line, "/authorizations/ ")
			})
			if err := acctest.Equal(sent, len(posts)); err != nil {
				t.Errorf("%s\n%q", err, posts)
			}
		})
	}
}

// What the profile had before is never taken for what was to be made.
func TestAuthorization_createLosesItsAnswerAndTheRoleWasThere(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	theirs, err := s.API.CreateAuthorization(context.Background(), "acme", "p-anna-hq", idm.AuthorizationCreate{RoleExtID: s.OtherRole})
	if err != nil {
		t.Fatal(err)
	}
	step := s.Fails(fmt.Sprintf("resource \"idm_authorization\" \"test\" {\n  profile_ext_id = \"p-anna-hq\"\n  role_ext_id = %q\n}\n",
		s.OtherRole),
		fmt.Sprintf("id = \"acme/p-anna-hq/%s\"", theirs),
		acctest.Before(func() { s.Lose(t, creates, sim.Fault{Kind: "drop-before", Count: 1}) }))
	s.Test(t, step)
}

// theirs changes the validity of the grant behind Terraform's back.
func theirs(t *testing.T, s *acctest.Service, extID, to string) func() {
	return func() {
		patch := idm.AuthorizationPatch{Validity: &idm.ValidityPatch{To: idm.Set(to)}}
		if _, err := s.API.UpdateAuthorization(context.Background(), s.Client, s.ID("profile"), extID, patch); err != nil {
			t.Error(err)
		}
	}
}

// What somebody else changed of the validity in the meantime is kept: the next plan shows it.
func TestAuthorization_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	id := s.ID("grant")
	with := func(from, to string) string {
		return config(s, id, fmt.Sprintf("  validity = { from = \"%s-01-01T00:00:00Z\", to = \"%s-01-01T00:00:00Z\" }", from, to))
	}
	s.Test(t,
		s.Apply(with("2026", "2030")),
		s.Step(with("2028", "2030"),
			acctest.ChangedConcurrently(theirs(t, s, id, "2035-01-01T00:00:00Z")),
			acctest.WantDrift(),
			acctest.Check(
				remote(s, id, func(a idm.Authorization) error {
					return acctest.Equal(idm.Validity{From: "2028-01-01T00:00:00Z", To: "2035-01-01T00:00:00Z"}, a.Validity)
				}),
				resource.TestCheckResourceAttr(address, "validity.to", "2030-01-01T00:00:00Z"),
			),
		),
	)
}

func TestAuthorization_changedAgainAndAgain(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	id := s.ID("grant")
	sent := 0
	var always func()
	always = func() {
		sent++
		theirs(t, s, id, "2030-01-01T00:00:00Z")()
		s.BeforeRequest("PATCH", always)
	}
	step := s.Fails(config(s, id, `  validity = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" }`),
		"changed again and again, each of the 4 times that this update was sent",
		acctest.Before(func() { s.BeforeRequest("PATCH", always) }))
	s.Test(t, s.Apply(config(s, id, `  validity = { to = "2030-01-01T00:00:00Z" }`)), step)
	if sent != 4 {
		t.Errorf("sent %d times", sent)
	}
}
