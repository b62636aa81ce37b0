package sim_test

import (
	"strings"
	"testing"
)

func TestConsent(t *testing.T) {
	s := start(t)
	const consents = "acme/users/u-anna/consents/"
	got := s.send(t, admin, "GET "+consents, "")
	if want := `[{"acceptanceDate":"2024-02-01T09:30:00Z","termsExtId":"privacy","termsVersion":"1"}]`; strings.TrimSpace(got.raw) != want {
		t.Errorf("the consents are %s", got.raw)
	}
	if id := s.created(t, "POST acme/users/u-anna/consents", `{"termsExtId":"tos"}`); id != "tos" {
		t.Errorf("created %q", id)
	}
	s.run(t,
		step{"GET " + consents, "", 200, "", `[{"termsExtId":"privacy"},{"termsExtId":"tos","termsVersion":"2",` +
			`"acceptanceDate":"2025-06-01T12:00:00Z"}]`},
		step{"GET acme/users/u-ben/consents/", "", 200, "", `[]`},
		step{"GET acme/users/none/consents/", "", 404, "errors.noRecord", ""},
		step{"POST acme/users/u-anna/consents", `{"termsExtId":"none"}`, 404, "errors.noRecord", ""},
		step{"POST acme/users/u-anna/consents", `{}`, 422, "errors.invalidData", ""},
		step{"POST acme/users/u-anna/consents", `{"termsExtId":"tos","termsVersion":"1"}`, 422, "errors.invalidData", ""},
		step{"DELETE " + consents, "", 405, "errors.methodNotAllowed", ""},
	)
	s.runAs(t, reader, step{"POST acme/users/u-anna/consents", `{"termsExtId":"tos"}`, 403, "errors.insufficientRightsFunction", ""})
	s.runAs(t, anna, step{"GET " + consents, "", 403, "errors.insufficientRightsFunction", ""})
}

func TestTerms_pending(t *testing.T) { play(t) }

// TestTerms_pendingByEnterpriseRole removes the role that anna has directly.
func TestTerms_pendingByEnterpriseRole(t *testing.T) { play(t) }

func TestTerms_operations(t *testing.T) {
	const body = `{"name":"Cookies","active":true,"silentAcceptance":true,"termsVersion":"1",` +
		`"urls":{"EN":"https://acme.example.com/cookies"}}`
	s := play(t)
	for _, name := range []string{"name", "active", "silentAcceptance", "termsVersion"} {
		s.run(t, step{"POST terms", strings.Replace(body, `"`+name+`"`, `"urls"`, 1), 422, "errors.invalidData", ""})
	}
	s.runAs(t, reader, step{"POST terms", body, 403, "errors.insufficientRightsFunction", ""})
	start(t, "later-releases").run(t, step{"GET terms/tos", "", 200, "", `{"version":1}`})
}
