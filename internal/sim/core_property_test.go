package sim_test

import "testing"

func TestProperties_unit(t *testing.T) {
	const path = "acme/units/acme-it/properties/"
	s := start(t)
	s.run(t,
		step{"GET " + path, "", 200, "", `{}`},
		step{"PATCH " + path, `{"costCenter":"4711","phone":"031"}`, 200, "", `{"costCenter":"4711","phone":"031"}`},
		step{"PATCH " + path, `{"phone":"032","costCenter":null}`, 200, "", `{"costCenter":"4711","phone":"032"}`},
		step{"PATCH " + path, `{"phone":""}`, 200, "", `{"costCenter":"4711","phone":null}`},
		step{"PATCH " + path, `{"phone":""}`, 200, "", `{"phone":null}`},
		step{"PATCH " + path, `{"costCenter":"123456789012345678901"}`, 422, "errors.property.stringmaxlen", ""},
		step{"PATCH " + path, `{"costCenter":"12345678901234567890"}`, 200, "", `{"costCenter":"12345678901234567890"}`},
		step{"PATCH " + path, `{"phone":"1","colour":"red"}`, 422, "errors.invalidData", ""},
		step{"GET " + path, "", 200, "", `{"phone":null}`},
		step{"PATCH " + path, `{"costCenter":5}`, 422, "errors.invalidData", ""},
		step{"PATCH " + path, `{"readOnlyCode":"x"}`, 422, "errors.modifyReadonlyData", ""},
		step{"PATCH acme/units/acme-hq/properties/", `{"readOnlyCode":""}`, 422, "errors.modifyReadonlyData", ""},
		step{"PATCH acme/units/acme-hq/properties/", `{"readOnlyCode":"HQ-1"}`, 200, "", `{"readOnlyCode":"HQ-1"}`},
		step{"GET acme/units/none/properties/", "", 404, "errors.noRecord", ""},
		step{"GET acme/units/acme-it", "", 200, "", `{"version":1}`},
		step{"DELETE acme/units/acme-it", "", 204, "", ""},
		step{"POST acme/units/", `{"extId":"acme-it","profileless":false}`, 201, "", ""},
		step{"GET " + path, "", 200, "", `{"costCenter":null}`},
	)
	start(t, "properties-bump-version").run(t,
		step{"PATCH " + path, `{"costCenter":"1"}`, 200, "", ""},
		step{"GET acme/units/acme-it", "", 200, "", `{"version":2}`},
		step{"PATCH " + path, `{}`, 200, "", ""},
		step{"GET acme/units/acme-it", "", 200, "", `{"version":2}`},
	)
}

func TestProperties_profile(t *testing.T) {
	start(t).run(t,
		step{"GET acme/profiles/p-anna-hq/properties", "", 200, "", `{}`},
		step{"PATCH acme/profiles/p-anna-hq/properties", `{"badge":"7"}`, 200, "", `{"badge":"7"}`},
		step{"PATCH acme/profiles/p-anna-hq/properties", `{"costCenter":"7"}`, 422, "errors.invalidData", ""},
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"version":1}`},
		step{"GET acme/profiles/none/properties", "", 404, "errors.noRecord", ""},
	)
}

// The definition for the role's application overrides the definition for all applications.
func TestProperties_authorization(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/profiles/p-anna-hq/authorizations", `{"extId":"b","roleExtId":"billing-clerk"}`)
	const crm, billing = "acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties",
		"acme/profiles/p-anna-hq/authorizations/b/properties"
	s.run(t,
		step{"GET " + crm, "", 200, "", `{"region":"EMEA"}`},
		step{"PATCH " + crm, `{"limit":"10000000000"}`, 422, "errors.property.stringmaxlen", ""},
		step{"PATCH " + billing, `{"limit":"10000000000"}`, 200, "", `{"limit":"10000000000"}`},
		step{"PATCH " + crm, `{"limit":"1000"}`, 200, "", `{"limit":"1000","region":"EMEA"}`},
		step{"PATCH " + crm, `{"region":"MOON"}`, 422, "errors.invalidData", ""},
		step{"PATCH " + crm, `{"badge":"1"}`, 422, "errors.invalidData", ""},
		step{"GET acme/profiles/p-anna-hq/authorizations/none/properties", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/profiles/p-anna-hq/authorizations/b", "", 204, "", ""},
		step{"POST acme/profiles/p-anna-hq/authorizations", `{"extId":"b","roleExtId":"billing-clerk"}`, 201, "", ""},
		step{"GET " + billing, "", 200, "", `{"limit":null}`},
	)
}

func TestProperties_definition(t *testing.T) {
	s := startSeed(t, `{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],
		"clients":["*"]}],
		"units":[{"clientExtId":"acme","extId":"a"},{"clientExtId":"acme","extId":"b"}],
		"propertyDefinitions":[
		{"clientExtId":"acme","name":"code","scope":"UNIT_GLOBAL","stringRegex":"[0-9]+","uniquenessScope":"ABSOLUTE"},
		{"name":"everywhere","scope":"onUnitGlobal"}]}`)
	s.run(t,
		step{"GET clients/acme/properties", "", 200, "", `{"items":[{"propertyId":1,"name":"code","scope":"onUnitGlobal","type":"String",
			"accessModify":"READ_WRITE","clientExtId":null},{"propertyId":2,"name":"everywhere"}]}`},
		step{"GET clients/acme/properties?name=code", "", 200, "", `{"items":[{"name":"code"}]}`},
		step{"PATCH acme/units/a/properties/", `{"code":"x1"}`, 422, "errors.property.stringregex", ""},
		step{"PATCH acme/units/a/properties/", `{"code":"1","everywhere":"x"}`, 200, "", `{"code":"1"}`},
		step{"PATCH acme/units/b/properties/", `{"code":"1"}`, 422, "errors.propertyUniquenessViolated", ""},
		step{"PATCH acme/units/a/properties/", `{"code":"1"}`, 200, "", ""},
		step{"POST properties", `{"name":"number","type":"STRING","scope":"USER_GLOBAL","uniquenessScope":"ABSOLUTE"}`, 201, "", ""},
		step{"POST acme/users", `{"extId":"x","properties":{"number":"1"}}`, 201, "", ""},
		step{"POST acme/users", `{"properties":{"number":"1"}}`, 422, "errors.propertyUniquenessViolated", ""},
		step{"PATCH acme/users/x/properties", `{"number":"1"}`, 200, "", ""},
		step{"POST acme/users", `{"extId":"y","properties":{"number":"2"}}`, 201, "", ""},
		step{"PATCH acme/users/y/properties", `{"number":"1"}`, 422, "errors.propertyUniquenessViolated", ""},
	)
}
