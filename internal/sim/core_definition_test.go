package sim_test

import (
	"strings"
	"testing"
)

func TestDefinition_lifecycle(t *testing.T) { play(t) }

// Values that an application's own definition overrides survive the deletion of the overridden
// definition.
func TestDefinition_deleteOfOverride(t *testing.T) { play(t) }

// A change of the type or the scope deletes the values of grants, too.
func TestDefinition_changeOfGrantValues(t *testing.T) { play(t) }

func TestDefinition_create(t *testing.T) { play(t) }

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
	s := play(t)
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
