package sim_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

func TestCredentials_list(t *testing.T) {
	s := play(t)
	for user, secrets := range map[string][]string{
		"u-anna":    {"anna-password", "11112222", "anna-ticket"},
		"u-ben":     {"ben-temporary", "12345678"},
		"u-dev-bot": {"bot-secret"},
	} {
		got := s.send(t, admin, "GET acme/users/"+user+"/credentials", "")
		for _, secret := range secrets {
			if strings.Contains(got.raw, `"`+secret) {
				t.Errorf("%s: the secret %s is shown", user, secret)
			}
		}
		if !strings.Contains(got.raw, `"{SSHA256}`) {
			t.Errorf("%s: no hashed secret is shown: %s", user, got.raw)
		}
	}
	start(t, "later-releases").run(t, step{"GET acme/users/u-carla/credentials?limit=1", "", 200, "",
		`{"items":[{"stateName":"disabled"}]}`})
}

func TestCredentials_rights(t *testing.T) {
	s := startWith(t, sim.Options{Seed: seedWithCallers(t, map[string][]string{"none": {"UserView"}})})
	s.runAs(t, "none", step{"GET acme/users/u-anna/credentials", "", 404, "errors.insufficientRightsFunction", ""})
	if got := s.send(t, "none", "GET acme/users/u-anna/credentials", ""); !strings.Contains(got.raw, "AccessControl.CredentialSearch") {
		t.Errorf("the right is not named: %s", got.raw)
	}
	s.runAs(t, anna,
		step{"GET acme/users/u-anna/credentials?limit=1", "", 200, "", `{"items":[{"extId":"cred-anna-password","createdBy":null}]}`},
		step{"GET acme/users/u-ben/credentials", "", 404, "errors.insufficientRightsFunction", ""},
	)
}
