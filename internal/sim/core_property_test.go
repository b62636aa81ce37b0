package sim_test

import "testing"

func TestProperties_unit(t *testing.T) { play(t) }

func TestProperties_profile(t *testing.T) { play(t) }

// The definition for the role's application overrides the definition for all applications.
func TestProperties_authorization(t *testing.T) { play(t) }

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
