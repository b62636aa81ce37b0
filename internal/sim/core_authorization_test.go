package sim_test

import "testing"

func TestAuthorization_lifecycle(t *testing.T) {
	s := start(t)
	const list = "acme/profiles/p-anna-hq/authorizations/"
	id := s.created(t, "POST "+list, `{"extId":"a","roleExtId":"billing-clerk","appGlobal":true,"validity":{"to":"2030-01-01T00:00:00Z"}}`)
	s.run(t,
		step{"GET " + list + id, "", 200, "",
			`{"extId":"a","roleExtId":"billing-clerk","clientGlobal":false,"unitGlobal":false,"appGlobal":true,
			"enterpriseRoleGlobal":false,"validity":{"to":"2030-01-01T00:00:00Z"},"version":1,"profileExtId":null,"clientExtId":null}`},
		step{"PATCH " + list + "a", `{"version":1,"appGlobal":false,"unitGlobal":true}`, 200, "",
			`{"appGlobal":false,"unitGlobal":true,"version":2}`},
		step{"PATCH " + list + "a", `{"version":1}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH " + list + "a", `{"roleExtId":"crm-admin"}`, 422, "errors.invalidData", ""},
		step{"PATCH " + list + "a", `{"validity":{"to":""}}`, 422, "errors.invalidParameter", ""},
		step{"GET " + list, "", 200, "", `{"items":[{"extId":"a-anna-crm"},{"extId":"a"}]}`},
		step{"POST " + list, `{"roleExtId":"billing-clerk"}`, 422, "errors.duplicateValue", ""},
		step{"POST " + list, `{"extId":"a","roleExtId":"crm-admin"}`, 422, "errors.duplicateValue", ""},
		step{"POST " + list, `{}`, 422, "errors.invalidData", ""},
		step{"POST " + list, `{"roleExtId":""}`, 422, "errors.invalidData", ""},
		step{"POST " + list, `{"roleExtId":"none"}`, 404, "errors.noRecord", ""},
		step{"POST acme/profiles/none/authorizations", `{"roleExtId":"crm-admin"}`, 404, "errors.noRecord", ""},
		step{"GET acme/profiles/none/authorizations/a", "", 404, "errors.noRecord", ""},
		step{"DELETE " + list + "a", "", 204, "", ""},
		step{"GET " + list + "a", "", 404, "errors.noRecord", ""},
		step{"DELETE " + list + "a", "", 404, "errors.noRecord", ""},
	)
	s.created(t, "POST acme/users/u-ben/profiles", `{"extId":"p-ben"}`)
	s.run(t, step{"GET acme/profiles/p-ben/authorizations/a-anna-crm", "", 404, "errors.noRecord", ""})
}

func TestAuthorization_extID(t *testing.T) {
	for _, quirk := range []string{"no-authorization-ext-id", "later-releases"} {
		s := start(t, quirk)
		s.run(t, step{"POST acme/profiles/p-anna-hq/authorizations", `{"extId":"a","roleExtId":"crm-admin"}`, 422, "errors.invalidData",
			""})
		id := s.created(t, "POST acme/profiles/p-anna-hq/authorizations", `{"roleExtId":"crm-admin"}`)
		s.run(t, step{"GET acme/profiles/p-anna-hq/authorizations/" + id, "", 200, "", `{"extId":"` + id + `"}`})
	}
}

func TestEnterpriseAuthorization_lifecycle(t *testing.T) {
	s := start(t)
	const list = "acme/profiles/p-anna-hq/eauthorizations/"
	s.created(t, "POST "+list, `{"extId":"e","enterpriseRoleExtId":"er-finance"}`)
	s.run(t,
		step{"GET " + list + "e", "", 200, "", `{"extId":"e","enterpriseRoleExtId":"er-finance","validity":null,"version":1,` +
			`"profileExtId":null}`},
		step{"PATCH " + list + "e", `{"version":1,"validity":{"from":"2025-01-01T00:00:00Z"}}`, 200, "",
			`{"validity":{"from":"2025-01-01T00:00:00Z"},"version":2}`},
		step{"PATCH " + list + "e", `{"version":1}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH " + list + "e", `{"enterpriseRoleExtId":"er-sales"}`, 422, "errors.invalidData", ""},
		step{"GET " + list, "", 200, "", `{"items":[{"extId":"ea-anna-sales"},{"extId":"e"}]}`},
		step{"POST " + list, `{"enterpriseRoleExtId":"er-finance"}`, 422, "errors.duplicateValue", ""},
		step{"POST " + list, `{"enterpriseRoleExtId":"none"}`, 404, "errors.noRecord", ""},
		step{"POST " + list, `{}`, 422, "errors.invalidData", ""},
		step{"GET acme/profiles/p-anna-hq/roles", "", 200, "",
			`{"items":[{"extId":"crm-reader"},{"extId":"billing-clerk"},{"extId":"wiki-editor"}]}`},
		step{"DELETE " + list + "e", "", 204, "", ""},
		step{"GET " + list + "e", "", 404, "errors.noRecord", ""},
	)
}

func TestAssignBumpsVersion(t *testing.T) {
	s := start(t, "assign-bumps-version")
	s.created(t, "POST acme/profiles/p-anna-hq/authorizations", `{"extId":"a","roleExtId":"crm-admin"}`)
	s.run(t,
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"version":2}`},
		step{"DELETE acme/profiles/p-anna-hq/authorizations/a", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"version":3}`},
		step{"DELETE acme/profiles/p-anna-hq/eauthorizations/ea-anna-sales", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"version":4}`},
		step{"PUT clients/acme/applications/hr/", "", 204, "", ""},
		step{"GET clients/acme", "", 200, "", `{"version":2}`},
		step{"DELETE clients/acme/applications/hr/", "", 204, "", ""},
		step{"GET clients/acme", "", 200, "", `{"version":3}`},
		step{"PUT acme/eroles/er-sales/roles/hr-viewer", "", 204, "", ""},
		step{"GET acme/eroles/er-sales", "", 200, "", `{"version":2}`},
	)
}
