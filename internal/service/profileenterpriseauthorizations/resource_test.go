package profileenterpriseauthorizations_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const address = "idm_profile_enterprise_authorizations.test"

// config holds the enterprise authorizations of the profile, a line each.
func config(s *acctest.Service, grants ...string) string {
	return fmt.Sprintf("resource \"idm_profile_enterprise_authorizations\" \"test\" {\n  profile_ext_id = %q\n"+
		"  enterprise_authorizations = {\n    %s\n  }\n}\n",
		s.ID("profile"), strings.Join(grants, "\n    "))
}

// start makes the profile, outside of Terraform.
func start(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator, acctest.ExtIDs)...)
	if _, err := s.API.CreateProfile(context.Background(), s.Client, s.User, idm.ProfileCreate{ExtID: s.ID("profile")}); err != nil {
		t.Fatal(err)
	}
	return s
}

// grant grants an enterprise role by hand.
func grant(t *testing.T, s *acctest.Service, role string, validity *idm.Validity) {
	t.Helper()
	body := idm.EnterpriseAuthorizationCreate{ExtID: s.ID(role), EnterpriseRoleExtID: role, Validity: validity}
	if _, err := s.API.CreateEnterpriseAuthorization(context.Background(), s.Client, s.ID("profile"), body); err != nil {
		t.Error(err)
	}
}

// roles checks which enterprise roles the profile has.
func roles(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := []string{}
		for a, err := range s.API.EnterpriseAuthorizations(context.Background(), s.Client, s.ID("profile")) {
			if err != nil {
				return err
			}
			got = append(got, a.EnterpriseRoleExtID)
		}
		slices.Sort(got)
		return acctest.Equal(append([]string{}, want...), got)
	}
}

var chosen = regexp.MustCompile(`/core/v1/[^ ]+|,"extId":"[^"]*"`)

// sent checks the requests that change something, in their order: method and body, without the
// external ids, which the provider chooses.
func sent(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := []string{}
		for _, line := range s.Writes() {
			got = append(got, strings.Join(strings.Fields(chosen.ReplaceAllString(line, "")), " "))
		}
		return acctest.Equal(append([]string{}, want...), got)
	}
}

func TestProfileEnterpriseAuthorizations_minimalFullMinimal(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.Quirks("slash-strict"))
	steps := []resource.TestStep{
		s.Apply(config(s, "er-sales = {}"),
			resource.TestCheckResourceAttr(address, "id", s.Client+"/"+s.ID("profile")),
			resource.TestCheckNoResourceAttr(address, "enterprise_authorizations.er-sales.validity.%"),
			sent(s, `POST {"enterpriseRoleExtId":"er-sales"}`)),
		s.Apply(config(s, `er-sales = { validity = { from = "2026-01-01T00:00:00Z" } }`,
			`er-finance = { validity = { to = "2030-01-01T00:00:00Z" } }`),
			resource.TestCheckResourceAttr(address, "enterprise_authorizations.er-finance.validity.to", "2030-01-01T00:00:00Z"),
			sent(s, `PATCH {"validity":{"from":"2026-01-01T00:00:00Z"},"version":1}`,
				`POST {"enterpriseRoleExtId":"er-finance","validity":{"to":"2030-01-01T00:00:00Z"}}`)),
	}
	steps = append(steps, acctest.Import(address)...)
	steps = append(steps,
		s.Apply(config(s, `er-sales = { validity = { from = "2026-01-01T01:00:00+01:00" } }`,
			`er-finance = { validity = { to = "2031-01-01T00:00:00Z" } }`),
			sent(s, `PATCH {"validity":{"to":"2031-01-01T00:00:00Z"},"version":1}`)),
		s.Apply(config(s), resource.TestCheckResourceAttr(address, "enterprise_authorizations.%", "0"), sent(s, "DELETE", "DELETE"), roles(s)),
		s.Apply(config(s, "er-manager = {}"), sent(s, `POST {"enterpriseRoleExtId":"er-manager"}`)),
		s.Apply("", sent(s, "DELETE"), roles(s)),
	)
	s.Test(t, steps...)
}

func TestProfileEnterpriseAuthorizations_drift(t *testing.T) {
	t.Parallel()
	s := start(t)
	written := config(s, "er-sales = {}")
	s.Test(t,
		s.Apply(written),
		s.Drift(func() { grant(t, s, "er-finance", nil) }, written, address, plancheck.ResourceActionUpdate),
		s.Apply(written, sent(s, "DELETE"), roles(s, "er-sales")),
		s.Drift(func() {
			if err := s.API.DeleteProfile(context.Background(), s.Client, s.ID("profile")); err != nil {
				t.Error(err)
			}
		}, written, address, plancheck.ResourceActionCreate),
	)
}

func TestProfileEnterpriseAuthorizations_create(t *testing.T) {
	t.Parallel()
	s := start(t)
	grant(t, s, "er-sales", &idm.Validity{To: "2030-01-01T00:00:00Z"})
	grant(t, s, "er-finance", nil)
	there := `er-sales = { validity = { to = "2030-01-01T01:00:00+01:00" } }`
	s.Test(t,
		s.Fails(config(s, "er-sales = {}", "er-manager = {}"), fmt.Sprintf(
			"- er-finance: not in the configuration (enterprise authorization %s) - er-sales: differs from the configuration (enterprise "+
				"authorization %s)", s.ID("er-finance"), s.ID("er-sales"))),
		s.Fails(config(s, there, "er-finance = {}", "no-such-role = {}"), "Element: no-such-role"),
		s.Apply(config(s, there, "er-finance = {}", "er-manager = {}"), sent(s, `POST {"enterpriseRoleExtId":"er-manager"}`)),
	)
}

// change brings the profile to some enterprise authorizations without a CLI, and returns those that
// the state holds then.
func change(t *testing.T, s *acctest.Service, grants acctest.Values) (string, acctest.Diagnostics) {
	t.Helper()
	key := acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile")}
	var wanted acctest.Values
	if grants != nil {
		wanted = acctest.Values{"profile_ext_id": s.ID("profile"), "enterprise_authorizations": grants}
	}
	state, diags := s.Protocol(t).Change(t, "idm_profile_enterprise_authorizations", key, wanted)
	return fmt.Sprint(state["enterprise_authorizations"]), diags
}

func TestProfileEnterpriseAuthorizations_partOfAnUpdate(t *testing.T) {
	t.Parallel()
	s := start(t)
	grant(t, s, "er-sales", nil)
	grant(t, s, "er-manager", nil)
	state, diags := change(t,
		s, acctest.Values{"er-finance": acctest.Values{}, "er-manager": acctest.Values{}, "no-such-role": acctest.Values{}})
	if !strings.Contains(diags.String(), "Element: no-such-role") ||
		state != "map[er-finance:map[] er-manager:map[]]" {
		t.Errorf("%s, %v", state, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "DELETE",
		Path: "*/eauthorizations/" + s.ID("er-manager")}); err != nil {
		t.Fatal(err)
	}
	state, diags = change(t, s, nil)
	if !strings.Contains(diags.String(), "Could not revoke") || state != "map[er-manager:map[]]" {
		t.Errorf("%s, %v", state, diags)
	}
	if err := roles(s, "er-manager")(nil); err != nil {
		t.Error(err)
	}
}

func TestProfileEnterpriseAuthorizations_conflict(t *testing.T) {
	t.Parallel()
	s := start(t)
	grant(t, s, "er-sales", nil)
	s.BeforeRequest("PATCH", func() {
		patch := idm.EnterpriseAuthorizationPatch{Validity: &idm.ValidityPatch{To: idm.Set("2029-01-01T00:00:00Z")}}
		if _, err := s.API.UpdateEnterpriseAuthorization(context.Background(), s.Client, s.ID("profile"), s.ID("er-sales"), patch); err != nil {
			t.Error(err)
		}
	})
	state, diags := change(t, s, acctest.Values{"er-sales": acctest.Values{"validity": acctest.Values{"to": "2030-01-01T00:00:00Z"}}})
	if !strings.Contains(diags.String(), "Element: er-sales") || !strings.Contains(diags.String(), "Somebody else changed") ||
		!strings.Contains(state, "er-sales") {
		t.Errorf("%s, %v", state, diags)
	}
}

func TestProfileEnterpriseAuthorizations_lostAnswers(t *testing.T) {
	t.Parallel()
	s := start(t)
	wanted := acctest.Values{}
	for _, role := range s.MakeEnterpriseRoles(t, len(acctest.Lost)) {
		wanted[role] = acctest.Values{}
	}
	posts := s.LoseEach(t, "*/eauthorizations/", 1)
	s.ClearRequests()
	if state, diags := change(t, s, wanted); len(diags) > 0 || strings.Count(state, "enterprise-role-") != len(acctest.Lost) ||
		len(s.Writes()) != posts {
		t.Errorf("%s, %v, %q", state, diags, s.Writes())
	}
}

func TestProfileEnterpriseAuthorizations_quirks(t *testing.T) {
	for _, quirk := range []string{"no-authorization-ext-id", "server-ext-ids", "later-releases", "lower-limit"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			written := func(grants string) string {
				return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  user_ext_id = %q\n}\n", s.User) +
					strings.Replace(config(s, grants), fmt.Sprintf("%q", s.ID("profile")), "idm_profile.test.ext_id", 1)
			}
			s.Test(t,
				s.Apply(written("er-sales = {}")),
				s.Apply(written(`er-sales = { validity = { to = "2030-01-01T00:00:00Z" } }, er-finance = {}`),
					resource.TestCheckResourceAttr(address, "enterprise_authorizations.%", "2")),
			)
		})
	}
}

func TestProfileEnterpriseAuthorizations_besideSingleOnes(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.Protocol(t)
	if _, diags := p.Plan(t, "idm_enterprise_authorization",
		acctest.Values{"profile_ext_id": s.ID("profile"), "enterprise_role_ext_id": "er-sales"}); len(diags) > 0 {
		t.Error(diags)
	}
	_, diags := p.Plan(t, "idm_profile_enterprise_authorizations",
		acctest.Values{"profile_ext_id": s.ID("profile"), "enterprise_authorizations": acctest.Values{}})
	if !strings.Contains(diags.String(), "Both idm_profile_enterprise_authorizations and idm_enterprise_authorization manage") {
		t.Errorf("no warning: %v", diags)
	}
}

func TestProfileEnterpriseAuthorizations_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Test(t,
		s.Refused(config(s, "er-sales = null"), `Write "er-sales" = {} to grant it`),
		s.Refused(config(s, `er-sales = { validity = { from = "soon" } }`), "is not in the form of RFC 3339"),
		s.Refused(config(s, `er-sales = { valdity = { to = "2030-01-01T00:00:00Z" } }`),
			`There is no key "valdity" in enterprise_authorizations["er-sales"]. Did you mean "validity"?`),
		s.Refused(config(s, `er-sales = { unit_global = true }`), `The keys are validity.`),
	)
}
