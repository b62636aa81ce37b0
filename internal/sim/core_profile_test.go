package sim_test

import "testing"

func TestProfile_lifecycle(t *testing.T) {
	s := start(t)
	if id := s.created(t, "POST acme/users/u-ben/profiles", `{"extId":"p","unitExtId":"acme-it","remarks":"r"}`); id != "p" {
		t.Errorf("created %q", id)
	}
	s.run(t,
		step{"GET acme/profiles/p", "", 200, "",
			`{"extId":"p","userExtId":"u-ben","unitExtId":"acme-it","clientExtId":"acme","profileState":"active",
			"isDefaultProfile":false,"remarks":"r","name":null,"version":1}`},
		step{"PATCH acme/profiles/p", `{"name":"n","version":1}`, 200, "", `{"name":"n","version":2}`},
		step{"PATCH acme/profiles/p", `{"name":"m","version":1}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH acme/profiles/p", `{"name":"","remarks":""}`, 200, "", `{"name":null,"remarks":null}`},
		step{"PATCH acme/profiles/p", `{"unitExtId":"acme-hq"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/profiles/p", `{"profileState":"gone"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/profiles/p", `{"profileState":"disabled"}`, 200, "", `{"profileState":"disabled"}`},
		step{"GET acme/users/u-ben/profiles", "", 200, "", `{"items":[{"extId":"p"}]}`},
		step{"GET acme/users/none/profiles", "", 404, "errors.noRecord", ""},
		step{"POST acme/users/none/profiles", `{}`, 404, "errors.noRecord", ""},
		step{"POST acme/users/u-ben/profiles", `{"extId":"p-anna-hq"}`, 422, "errors.duplicateValue", ""},
		step{"POST acme/users/u-ben/profiles", `{"unitExtId":"none"}`, 404, "errors.noRecord", ""},
		step{"POST acme/users/u-ben/profiles", `{"userExtId":"u-ben"}`, 422, "errors.invalidData", ""},
		step{"DELETE acme/profiles/p", "", 204, "", ""},
		step{"GET acme/profiles/p", "", 404, "errors.noRecord", ""},
	)
}

func TestProfile_unit(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", `{"extId":"bare","name":"Bare","profileless":true}`)
	s.created(t, "POST acme/users/u-ben/profiles", `{"extId":"p"}`)
	s.run(t,
		step{"GET acme/profiles/p/unit", "", 404, "errors.noRecord", ""},
		step{"PUT acme/profiles/p/unit/bare", "", 422, "errors.invalidParameter", ""},
		step{"POST acme/users/u-ben/profiles", `{"unitExtId":"bare"}`, 422, "errors.invalidParameter", ""},
		step{"PUT acme/profiles/p/unit/none", "", 404, "errors.noRecord", ""},
		step{"PUT acme/profiles/none/unit/acme-it", "", 404, "errors.noRecord", ""},
		step{"PUT acme/profiles/p/unit/acme-it", "", 204, "", ""},
		step{"GET acme/profiles/p", "", 200, "", `{"unitExtId":"acme-it","version":2}`},
		step{"GET acme/profiles/p/unit", "", 200, "", `{"extId":"acme-it","hierarchicalName":"acme-hq/acme-it"}`},
		step{"DELETE acme/profiles/p/unit/acme-it", "", 405, "errors.methodNotAllowed", ""},
	)
}

func TestProfile_oneDefault(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/users/u-anna/profiles", `{"extId":"p","isDefaultProfile":true}`)
	s.run(t,
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"isDefaultProfile":false,"version":2}`},
		step{"PATCH acme/profiles/p-anna-hq", `{"isDefaultProfile":true}`, 200, "", `{"isDefaultProfile":true}`},
		step{"GET acme/profiles/p", "", 200, "", `{"isDefaultProfile":false}`},
	)
}

func TestProfile_grants(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"GET acme/profiles/p-anna-hq/roles", "", 200, "",
			`{"items":[{"extId":"crm-reader","applicationExtId":"crm","applicationName":"CRM"},
			{"extId":"wiki-editor"}]}`},
		step{"GET acme/profiles/p-anna-hq/eroles", "", 200, "", `{"items":[{"extId":"er-sales","clientExtId":"acme","roleExtIds":null}]}`},
		step{"GET acme/profiles/p-anna-hq/applications", "", 200, "", `{"items":[{"extId":"crm"},{"extId":"wiki"}]}`},
		step{"DELETE clients/acme/applications/wiki/", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq/applications", "", 200, "", `{"items":[{"extId":"crm"}]}`},
		step{"GET acme/profiles/none/roles", "", 404, "errors.noRecord", ""},
		step{"GET acme/profiles/none/eroles", "", 404, "errors.noRecord", ""},
		step{"GET acme/profiles/none/applications", "", 404, "errors.noRecord", ""},
	)
}

func TestProfile_delete(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"DELETE acme/profiles/p-anna-hq", "", 204, "", ""},
		step{"POST acme/users/u-anna/profiles", `{"extId":"p-anna-hq"}`, 201, "", ""},
		step{"GET acme/profiles/p-anna-hq/authorizations", "", 200, "", `{"items":[]}`},
		step{"GET acme/profiles/p-anna-hq/eauthorizations", "", 200, "", `{"items":[]}`},
	)
}
