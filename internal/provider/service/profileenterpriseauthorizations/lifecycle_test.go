package profileenterpriseauthorizations_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// config returns the enterprise authorizations of the profile, one per line.
func config(s *acctest.Service, grants ...string) string {
	return fmt.Sprintf("resource \"idm_profile_enterprise_authorizations\" \"test\" {\n  profile_ext_id = %q\n"+
		"  enterprise_authorizations = {\n    %s\n  }\n}\n",
		s.ID("profile"), strings.Join(grants, "\n    "))
}

// start creates the profile outside of Terraform.
func start(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator, acctest.ExtIDs)...)
	if _, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.User),
		idm.ProfileInput{ExtID: idm.Set(s.ID("profile"))}); err != nil {
		t.Fatal(err)
	}
	return s
}

// grant grants an enterprise role manually.
func grant(t *testing.T, s *acctest.Service, role string, validity *idm.ValidityPatch) {
	t.Helper()
	body := idm.EnterpriseAuthorizationInput{ExtID: idm.Set(s.ID(role)), EnterpriseRoleExtID: idm.Set(role), Validity: validity}
	if _, err := idm.EnterpriseAuthorizationWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.ID("profile")),
		body); err != nil {
		t.Error(err)
	}
}

var chosen = regexp.MustCompile(`/core/v1/[^ ]+|,"extId":"[^"]*"`)

// writes returns the requests that change something, in order: method and body, without the
// external IDs, which the provider chooses.
func writes(s *acctest.Service) []string {
	lines := []string{}
	for _, line := range s.Writes() {
		lines = append(lines, strings.Join(strings.Fields(chosen.ReplaceAllString(line, "")), " "))
	}
	return lines
}

// wanted returns a configuration for the protocol.
func wanted(s *acctest.Service, grants acctest.Values) acctest.Values {
	return acctest.Values{"profile_ext_id": s.ID("profile"), "enterprise_authorizations": grants}
}

func TestProfileEnterpriseAuthorizations_changes(t *testing.T) {
	t.Parallel()
	type grants = acctest.Values
	c := acctest.Transitions{
		Type:   "idm_profile_enterprise_authorizations",
		Start:  func(t *testing.T) *acctest.Service { return start(t) },
		Config: func(s *acctest.Service, declared any) acctest.Values { return wanted(s, declared.(grants)) },
		Writes: writes,
	}
	until := func(year string) grants { return grants{"validity": grants{"to": year + "-01-01T00:00:00Z"}} }
	sales, both := grants{"er-sales": grants{}}, grants{"er-sales": grants{}, "er-finance": until("2030")}
	c.Run(t, "created with two", nil, both, `POST {"enterpriseRoleExtId":"er-finance","validity":{"to":"2030-01-01T00:00:00Z"}}`,
		`POST {"enterpriseRoleExtId":"er-sales"}`)
	c.Run(t, "a validity is set", sales, grants{"er-sales": until("2030")}, `PATCH {"validity":{"to":"2030-01-01T00:00:00Z"},"version":1}`)
	c.Run(t, "a validity is changed", grants{"er-sales": until("2030")}, grants{"er-sales": until("2031")},
		`PATCH {"validity":{"to":"2031-01-01T00:00:00Z"},"version":1}`)
	c.Run(t, "another spelling of the validity", grants{"er-sales": until("2030")},
		grants{"er-sales": grants{"validity": grants{"to": "2030-01-01T01:00:00+01:00"}}})
}

// change changes the profile's enterprise authorizations without a CLI, and returns those in the
// new state.
func change(t *testing.T, s *acctest.Service, grants acctest.Values) (string, acctest.Diagnostics) {
	t.Helper()
	key := acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile")}
	state, diags := s.Protocol(t).Change(t, "idm_profile_enterprise_authorizations", key, wanted(s, grants))
	return fmt.Sprint(state["enterprise_authorizations"]), diags
}

func TestProfileEnterpriseAuthorizations_conflict(t *testing.T) {
	t.Parallel()
	s := start(t)
	grant(t, s, "er-sales", nil)
	s.BeforeRequest("PATCH", func() {
		patch := idm.EnterpriseAuthorizationInput{Validity: &idm.ValidityPatch{To: idm.Set("2029-01-01T00:00:00Z")}}
		if _, err := idm.EnterpriseAuthorizationWrites.Update(context.Background(), s.API, idm.Under(s.Client, s.ID("profile")),
			s.ID("er-sales"), 0, patch); err != nil {
			t.Error(err)
		}
	})
	state, diags := change(t, s, acctest.Values{"er-sales": acctest.Values{"validity": acctest.Values{"to": "2030-01-01T00:00:00Z"}}})
	if !strings.Contains(diags.String(), "Element: er-sales") || !strings.Contains(diags.String(), "Another writer changed") ||
		!strings.Contains(state, "er-sales") {
		t.Errorf("%s, %v", state, diags)
	}
}

func TestProfileEnterpriseAuthorizations_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Test(t,
		s.Refused(config(s, "er-sales = null"), `Write "er-sales" = {} to grant it`),
		s.Refused(config(s, `er-sales = { validity = { from = "soon" } }`), "is not in the form of RFC 3339"),
		s.Refused(config(s, `er-sales = { valdity = { to = "2030-01-01T00:00:00Z" } }`),
			`"valdity" is not a key of enterprise_authorizations["er-sales"]. Did you mean "validity"?`),
		s.Refused(config(s, `er-sales = { unit_global = true }`), `The keys are: validity.`),
	)
}
