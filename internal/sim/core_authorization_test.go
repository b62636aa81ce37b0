package sim_test

import "testing"

func TestAuthorization_lifecycle(t *testing.T) { play(t) }

func TestAuthorization_extID(t *testing.T) {
	for _, quirk := range []string{"no-authorization-ext-id", "later-releases"} {
		s := start(t, quirk)
		s.run(t, step{"POST acme/profiles/p-anna-hq/authorizations", `{"extId":"a","roleExtId":"crm-admin"}`, 422, "errors.invalidData",
			""})
		id := s.created(t, "POST acme/profiles/p-anna-hq/authorizations", `{"roleExtId":"crm-admin"}`)
		s.run(t, step{"GET acme/profiles/p-anna-hq/authorizations/" + id, "", 200, "", `{"extId":"` + id + `"}`})
	}
}

func TestEnterpriseAuthorization_lifecycle(t *testing.T) { play(t) }

func TestAssignBumpsVersion(t *testing.T) { play(t) }
