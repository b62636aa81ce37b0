package sim_test

import (
	"strings"
	"testing"
)

func TestDefinition_lifecycle(t *testing.T) {
	s := start(t)
	id := s.created(t, "POST properties", `{"name":"colour","type":"ENUM","scope":"UNIT_GLOBAL","clientExtId":"acme",
		"allowedValues":[{"value":"red"},{"value":"blue"}]}`)
	s.run(t,
		step{"GET properties/" + id, "", 200, "",
			`{"name":"colour","type":"ENUM","scope":"UNIT_GLOBAL","encrypted":false,"accessModify":"READ_WRITE",
			"allowedValues":[{"allowedValueId":1,"value":"red"},{"allowedValueId":2,"value":"blue"}],"propertyAllowedValues":null}`},
		step{"GET clients/acme/properties?name=colour", "", 200, "", `{"items":[{"type":"Enum","scope":"onUnitGlobal",
			"propertyAllowedValues":[{"propertyAllowedValId":1,"value":"red"},{"propertyAllowedValId":2,"value":"blue"}]}]}`},
		step{"PATCH acme/units/acme-it/properties/", `{"colour":"green"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/units/acme-it/properties/", `{"colour":"red","phone":"1"}`, 200, "", ""},
		step{"PATCH properties/" + id, `{"allowedValues":[{"allowedValueId":2,"value":"navy"},{"value":"green"}]}`, 200, "",
			`{"allowedValues":[{"allowedValueId":2,"value":"navy"},{"allowedValueId":3,"value":"green"}]}`},
		step{"PATCH properties/" + id, `{"allowedValues":[{"allowedValueId":9,"value":"x"}]}`, 422, "errors.invalidData", ""},
		step{"PATCH properties/" + id, `{"stringRegex":"x"}`, 422, "errors.invalidData", ""},
		step{"GET acme/units/acme-it/properties/", "", 200, "", `{"colour":"red","phone":"1"}`},
		step{"PATCH properties/" + id, `{"type":"STRING"}`, 200, "", `{"type":"STRING"}`},
		step{"GET acme/units/acme-it/properties/", "", 200, "", `{"colour":null,"phone":"1"}`},
		step{"PATCH properties/" + id, `{"name":"phone"}`, 422, "errors.duplicateName", ""},
		step{"DELETE properties/" + id, "", 204, "", ""},
		step{"GET properties/" + id, "", 404, "errors.noRecord", ""},
		step{"PATCH acme/units/acme-it/properties/", `{"colour":"red"}`, 422, "errors.invalidData", ""},
	)
}

// Values that an application's own definition overrides survive the deletion of the overridden
// definition.
func TestDefinition_deleteOfOverride(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/profiles/p-anna-hq/authorizations", `{"extId":"b","roleExtId":"billing-clerk"}`)
	const crm, billing = "acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties",
		"acme/profiles/p-anna-hq/authorizations/b/properties"
	s.run(t,
		step{"PATCH " + crm, `{"limit":"1"}`, 200, "", ""},
		step{"PATCH " + billing, `{"limit":"2"}`, 200, "", ""},
		step{"DELETE properties/106", "", 204, "", ""},
		step{"GET " + crm, "", 200, "", `{"limit":null,"region":"EMEA"}`},
		step{"GET " + billing, "", 200, "", `{"limit":"2"}`},
		step{"DELETE properties/109", "", 204, "", ""},
		step{"GET acme/users/u-anna", "", 200, "", `{"properties":{"employeeNumber":null}}`},
	)
}

func TestDefinition_create(t *testing.T) {
	start(t).run(t,
		step{"POST properties", `{"name":"x","type":"ENUM","scope":"UNIT_GLOBAL"}`, 422, "errors.invalidData", ""},
		step{"POST properties", `{"name":"x","type":"STRING","scope":"onUnitGlobal"}`, 422, "errors.invalidData", ""},
		step{"POST properties", `{"name":"x","type":"STRING","scope":"PROFILE_FOR_APPLICATION"}`, 422, "errors.invalidData", ""},
		step{"POST properties", `{"name":"x","type":"STRING","scope":"UNIT_GLOBAL","stringRegex":"("}`, 422, "errors.property.regexinv",
			""},
		step{"POST properties", `{"name":"x","type":"STRING","scope":"UNIT_GLOBAL","clientExtId":"none"}`, 404, "errors.noRecord", ""},
		step{"POST properties", `{"name":"phone","type":"STRING","scope":"UNIT_GLOBAL","clientExtId":"acme"}`, 422,
			"errors.duplicateName", ""},
		step{"POST properties", `{"name":"phone","type":"STRING","scope":"PROFILE_GLOBAL","clientExtId":"acme"}`, 201, "", ""},
		step{"POST properties", `{"type":"STRING","scope":"UNIT_GLOBAL"}`, 422, "errors.invalidData", ""},
	)
}

func TestDefinition_search(t *testing.T) {
	s := start(t)
	s.created(t, "POST properties", `{"name":"global","type":"STRING","scope":"UNIT_GLOBAL"}`)
	for query, want := range map[string]string{
		"name=COST":                          "costCenter",
		"scope=UNIT_GLOBAL":                  "costCenter phone secretNote readOnlyCode global",
		"clientExtId=acme&scope=USER_GLOBAL": "employeeNumber",
		"clientExtId=globex":                 "global",
		"type=ENUM":                          "region",
		"scope=PROFILE_FOR_APPLICATION&applicationExtId=crm": "limit",
		"scope=PROFILE_FOR_APPLICATION&applicationExtId=hr":  "",
		"scope=UNIT_GLOBAL&limit=1":                          "costCenter",
	} {
		if got := s.send(t, admin, "GET properties?"+query, ""); items(got, "name") != want {
			t.Errorf("%s: %q, want %q", query, items(got, "name"), want)
		}
	}
	s.run(t,
		step{"GET properties?scope=onUnitGlobal", "", 400, "errors.malformedRequest", ""},
		step{"GET properties?type=String", "", 400, "errors.malformedRequest", ""},
		step{"GET properties?applicationExtId=crm", "", 400, "errors.malformedRequest", ""},
		step{"GET properties?colour=red", "", 422, "errors.invalidParameter", ""},
	)
}

func TestClient_writes(t *testing.T) {
	s := start(t, "later-releases")
	s.run(t,
		step{"POST clients", `{"extId":"initech","name":"Initech","remarks":"r"}`, 201, "",
			`{"defaultTemplateCollectionName":"Initech"}`},
		step{"GET clients/initech", "", 200, "", `{"name":"Initech","remarks":"r","version":1,"defaultUnitExtId":null}`},
		step{"POST clients", `{"extId":"initech","name":"x"}`, 422, "errors.duplicateValue", ""},
		step{"POST clients", `{"name":"Acme"}`, 422, "errors.duplicateName", ""},
		step{"POST clients", `{}`, 422, "errors.invalidData", ""},
		step{"PATCH clients/initech", `{"remarks":""}`, 200, "", `{"remarks":null,"version":2}`},
		step{"PATCH clients/initech", `{"version":2}`, 422, "errors.invalidData", ""},
	)
	got := s.send(t, admin, "POST clients", `{"extId":"hooli","name":"Hooli"}`)
	unit := got.body.(map[string]any)["defaultUnitExtId"].(string)
	s.run(t,
		step{"GET hooli/units/" + unit, "", 200, "", `{"name":"Hooli"}`},
		step{"DELETE hooli/units/" + unit, "", 422, "errors.deleteDefaultEntityFailure", ""},
		step{"DELETE clients/acme", "", 204, "", ""},
		step{"GET clients/acme", "", 404, "errors.noRecord", ""},
		step{"GET clients/hooli", "", 200, "", ""},
	)
	for _, left := range []string{"u-anna", "p-anna-hq", "acme-it", "cred-bot", "er-sales"} {
		if strings.Contains(string(s.State()), left) {
			t.Errorf("%s is left", left)
		}
	}
}
