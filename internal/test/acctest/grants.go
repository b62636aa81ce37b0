package acctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Grants tests resources for single grants of a profile, of roles or of enterprise roles.
type Grants struct {
	// Type is the type of the resource, Role its attribute with the role, and Path the last part of
	// the path of a create.
	Type, Role, Path string
	// MakeRoles creates roles to grant.
	MakeRoles func(s *Service, t testing.TB, n int) []string
	// Create grants a role outside of Terraform.
	Create func(s *Service, profile, role string) (extID string, err error)
	// Remote returns the external IDs of the grants of a profile, by role.
	Remote func(s *Service, profile string) (map[string]string, error)
	// SetEnd sets the end of the validity of a grant outside of Terraform.
	SetEnd func(s *Service, profile, extID, to string) error
}

func (g Grants) creates() string { return "*/" + g.Path + "/" }

func (g Grants) config(name, profile, role, arguments string) string {
	return fmt.Sprintf("resource %q %q {\n  profile_ext_id = %s\n  %s = %q\n%s\n}\n", g.Type, name, profile, g.Role, role, arguments)
}

// chain returns a configuration that grants the roles one after the other.
func (g Grants) chain(roles []string) string {
	chain := []string{"resource \"idm_profile\" \"test\" {\n  user_ext_id = \"u-ben\"\n}\n"}
	for i, role := range roles {
		previous := ""
		if i > 0 {
			previous = fmt.Sprintf("  depends_on = [%s.g%d]", g.Type, i-1)
		}
		chain = append(chain, g.config(fmt.Sprintf("g%d", i), "idm_profile.test.ext_id", role, previous))
	}
	return strings.Join(chain, "")
}

// all checks that the profile has exactly the roles, and that the state contains the external ID of
// each grant.
func (g Grants) all(s *Service, roles []string) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		attribute := func(address string) string { return state.RootModule().Resources[address].Primary.Attributes["ext_id"] }
		found, err := g.Remote(s, attribute("idm_profile.test"))
		if err != nil {
			return err
		}
		want := map[string]string{}
		for i, role := range roles {
			want[role] = attribute(fmt.Sprintf("%s.g%d", g.Type, i))
		}
		return Equal(want, found)
	}
}

// LoseResponses loses the response to a create in every way, on a service with a quirk that makes a
// create send a number of requests, and checks that each create results in one grant.
func (g Grants) LoseResponses(t *testing.T, quirk string, requests int) {
	t.Run(quirk, func(t *testing.T) {
		t.Parallel()
		s := Start(t, Simulator, ExtIDs)
		roles := g.MakeRoles(s, t, len(Lost))
		if err := s.Sim.SetQuirks(quirk); err != nil {
			t.Fatal(err)
		}
		step := s.Apply(g.chain(roles), g.all(s, roles))
		sent := s.LoseEach(t, g.creates(), requests)
		s.Test(t, step)
		posts := slices.DeleteFunc(s.Writes(), func(line string) bool {
			return !strings.HasPrefix(line, "POST ") || !strings.Contains(line, "/"+g.Path+"/ ")
		})
		if err := Equal(sent, len(posts)); err != nil {
			t.Errorf("%s\n%q", err, posts)
		}
	})
}

// LoseResponseOfExistingGrant loses the response to the create of a grant that already exists. The
// provider must not accept the existing grant as the created one.
func (g Grants) LoseResponseOfExistingGrant(t *testing.T, s *Service, role string) {
	t.Helper()
	theirs, err := g.Create(s, "p-anna-hq", role)
	if err != nil {
		t.Fatal(err)
	}
	s.Test(t, s.Fails(g.config("test", `"p-anna-hq"`, role, ""), fmt.Sprintf("id = \"acme/p-anna-hq/%s\"", theirs),
		Before(func() { s.Lose(t, g.creates(), sim.Fault{Kind: "drop-before", Count: 1}) })))
}

// ChangeAgainAndAgain changes a grant before each update of it, until the update gives up. config
// returns a configuration with the validity and external ID of the grant.
func (g Grants) ChangeAgainAndAgain(t *testing.T, s *Service, extID string, config func(validity string) string) {
	t.Helper()
	sent := 0
	var always func()
	always = func() {
		sent++
		if err := g.SetEnd(s, s.ID("profile"), extID, "2030-01-01T00:00:00Z"); err != nil {
			t.Error(err)
		}
		s.BeforeRequest("PATCH", always)
	}
	s.Test(t,
		s.Apply(config(`  validity = { to = "2030-01-01T00:00:00Z" }`)),
		s.Fails(config(`  validity = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" }`),
			"changed the object before each of the 4 attempts to update it",
			Before(func() { s.BeforeRequest("PATCH", always) })))
	if sent != 4 {
		t.Errorf("sent %d times", sent)
	}
}
