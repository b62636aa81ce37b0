package sim_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestUser_lifecycle(t *testing.T) {
	s := play(t)
	got := s.send(t, admin, "GET acme/users/u", "")
	if !strings.Contains(got.raw, `\"u\"`) || !strings.Contains(got.raw, `\"acme\"`) {
		t.Errorf("the message names neither user nor client: %s", got.raw)
	}
}

func TestUser_create(t *testing.T) {
	s := start(t)
	id := s.created(t, "POST acme/users", `{}`)
	user := s.send(t, admin, "GET acme/users/"+id, "").body.(map[string]any)
	if login, _ := user["loginId"].(string); login == "" {
		t.Error("no login id was generated")
	}
	s.run(t,
		step{"POST acme/users", `{"extId":"u-ben"}`, 422, "errors.duplicateValue", ""},
		step{"POST acme/users", `{"loginId":"ben"}`, 422, "errors.duplicateValue", ""},
		step{"POST globex/users", `{"extId":"u-ben","loginId":"ben"}`, 201, "", ""},
		step{"POST acme/users", `{"version":1}`, 422, "errors.invalidData", ""},
		step{"POST acme/users", `{"properties":{"shoeSize":"44"}}`, 422, "errors.invalidData", ""},
		step{"POST acme/users", `{"isTechnicalUser":true}`, 201, "", ""},
	)
}

func TestUser_laterReleases(t *testing.T) { play(t) }

func TestUser_mandatoryByPolicy(t *testing.T) {
	for policy, path := range map[string]string{
		"validation.user.name.mandatory":      `{"name":{"firstName":"x"}}`,
		"validation.user.firstname.mandatory": `{"name":{"familyName":"x"}}`,
		"validation.user.sex.mandatory":       `{"sex":"male"}`,
		"validation.user.country.mandatory":   `{"address":{"countryCode":"CH"}}`,
		"validation.user.mobile.mandatory":    `{"contacts":{"mobile":"+41791234567"}}`,
		"validation.user.email.mandatory":     `{"contacts":{"email":"x@example.com"}}`,
	} {
		s := startSeed(t, seedWithPolicy(policy, "true"))
		s.run(t,
			step{"POST acme/users", `{}`, 422, "errors.invalidData", ""},
			step{"POST acme/users", path, 201, "", ""},
		)
	}
	s := startSeed(t, seedWithPolicy("validation.user.phone.regex", `\\+[0-9]+`))
	s.run(t,
		step{"POST acme/users", `{}`, 422, "errors.invalidData", ""},
		step{"POST acme/users", `{"contacts":{"telephone":"031"}}`, 201, "", ""},
	)
	s = startSeed(t, seedWithPolicy("application.feature.othergender.enabled", "true"))
	s.run(t, step{"POST acme/users", `{"gender":"other"}`, 201, "", ""})
}

func seedWithPolicy(name, value string) string {
	return fmt.Sprintf(`{"clients":[{"extId":"acme","name":"Acme"}],
		"callers":[{"token":"demo-admin-token","permissions":["*"],"clients":["*"]}],
		"policies":[{"clientExtId":"acme","extId":"p","policyType":"ClientPolicy","parameters":{%q:"%s"}}]}`, name, value)
}

func TestUser_archive(t *testing.T) { play(t) }

func TestUser_deleteCascades(t *testing.T) {
	s := play(t)
	for _, left := range []string{"a-anna-crm", "ea-anna-sales", "cred-anna-password", `"userExtId": "u-anna",` +
		"\n      \"termsExtId\""} {
		if strings.Contains(string(s.State()), left) {
			t.Errorf("%s is left", left)
		}
	}
}

func TestUser_properties(t *testing.T) { play(t) }

func TestUser_classification(t *testing.T) { play(t) }

func TestIdentity(t *testing.T) { play(t) }
