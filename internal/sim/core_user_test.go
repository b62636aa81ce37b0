package sim_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestUser_lifecycle(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/users", `{"extId":"u","loginId":"dora","name":{"firstName":"Dora","title":""},"languageCode":"IT",
		"birthDate":"1990-02-03","address":{"postOfficeBoxNumber":7},"contacts":{},"properties":{"employeeNumber":"9"}}`)
	s.run(t,
		step{"GET acme/users/u", "", 200, "",
			`{"extId":"u","clientExtId":"acme","loginId":"dora","userState":"active","isTechnicalUser":false,
			"name":{"firstName":"Dora","title":null},"address":{"postOfficeBoxNumber":7},"contacts":null,
				"properties":{"employeeNumber":"9"},
			"version":1}`},
		step{"PATCH acme/users/u", `{"version":1,"name":{"familyName":"Dorn"},"contacts":{"email":"d@example.com"}}`, 200, "",
			`{"name":{"firstName":"Dora","familyName":"Dorn"},"contacts":{"email":"d@example.com"},"version":2}`},
		step{"PATCH acme/users/u", `{"name":{"firstName":"","familyName":null},"birthDate":""}`, 200, "",
			`{"name":{"firstName":null,"familyName":"Dorn"},"birthDate":null}`},
		step{"PATCH acme/users/u", `{"version":1}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH acme/users/u", `{"isTechnicalUser":true}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"properties":{"employeeNumber":"1"}}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"address":{"planet":"Mars"}}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"loginId":""}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"loginId":"ben"}`, 422, "errors.duplicateValue", ""},
		step{"PATCH acme/users/u", `{"userState":""}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"userState":"asleep"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"userState":"disabled"}`, 200, "", `{"userState":"disabled"}`},
		step{"PATCH acme/users/u", `{"birthDate":"3.2.1990"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"gender":"robot"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u", `{"gender":"other"}`, 422, "errors.policyViolation", ""},
		step{"PATCH acme/users/u", `{"sex":"unsaid","languageCode":"RM"}`, 200, "", `{"sex":"unsaid","languageCode":"RM"}`},
		step{"DELETE acme/users/u", "", 204, "", ""},
		step{"GET acme/users/u", "", 404, "errors.noRecord", ""},
	)
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

func TestUser_laterReleases(t *testing.T) {
	start(t, "later-releases").run(t,
		step{"PATCH acme/users/u-ben", `{"sex":"unsaid"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u-ben", `{"languageCode":""}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u-ben", `{"sex":"other","languageCode":"FR"}`, 200, "", `{"sex":"other"}`},
	)
}

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

func TestUser_archive(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"POST acme/users/u-anna/archive", "", 204, "", ""},
		step{"GET acme/users/u-anna", "", 200, "", `{"userState":"archived","version":2}`},
		step{"GET acme/profiles/p-anna-hq", "", 200, "", `{"profileState":"archived","version":2}`},
		step{"GET acme/users/u-anna/credentials", "", 200, "", `{"items":[]}`},
		step{"POST acme/users/u-anna/archive", "", 204, "", ""},
		step{"GET acme/users/u-anna", "", 200, "", `{"version":2}`},
		step{"PATCH acme/users/u-anna", `{"userState":"active"}`, 422, "errors.recordDeleted", ""},
		step{"PATCH acme/profiles/p-anna-hq", `{"profileState":"active"}`, 422, "errors.recordDeleted", ""},
		step{"PUT acme/profiles/p-anna-hq/unit/acme-it", "", 422, "errors.recordDeleted", ""},
		step{"POST acme/users/u-anna/profiles", `{}`, 422, "errors.recordDeleted", ""},
		step{"POST acme/users/none/archive", "", 404, "errors.noRecord", ""},
		step{"PATCH acme/users/u-ben", `{"userState":"archived"}`, 200, "", `{"userState":"archived"}`},
		step{"GET acme/users/u-ben/credentials", "", 200, "", `{"items":[]}`},
	)
}

func TestUser_deleteCascades(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"DELETE acme/users/u-anna", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq", "", 404, "errors.noRecord", ""},
		step{"GET acme/users/u-anna/credentials", "", 404, "errors.noRecord", ""},
		step{"GET acme/users/u-anna/profiles", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/users/u-anna", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/units/acme-it", "", 204, "", ""},
		step{"DELETE acme/units/acme-hq", "", 204, "", ""},
	)
	for _, left := range []string{"a-anna-crm", "ea-anna-sales", "cred-anna-password", `"userExtId": "u-anna",` +
		"\n      \"termsExtId\""} {
		if strings.Contains(string(s.State()), left) {
			t.Errorf("%s is left", left)
		}
	}
}

func TestUser_properties(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"GET acme/users/u-anna/properties", "", 200, "",
			`{"employeeNumber":"1001","_classifications":{"confidential":["employeeNumber"]}}`},
		step{"PATCH acme/users/u-anna/properties", `{"employeeNumber":"7"}`, 200, "", `{"employeeNumber":"7"}`},
		step{"GET acme/users/u-anna", "", 200, "", `{"properties":{"employeeNumber":"7"},"version":1}`},
		step{"PATCH acme/users/u-anna/properties", `{"costCenter":"7"}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/users/u-anna/properties", `{"employeeNumber":""}`, 200, "", `{"employeeNumber":null}`},
	)
	start(t, "properties-bump-version").run(t,
		step{"PATCH acme/users/u-anna/properties", `{"employeeNumber":"7"}`, 200, "", `{"employeeNumber":"7"}`},
		step{"GET acme/users/u-anna", "", 200, "", `{"properties":{"employeeNumber":"7"},"version":2}`},
	)
}

func TestUser_classification(t *testing.T) {
	classes := `{"confidential":["birthDate","sex","gender","address","properties.employeeNumber"],
		"internal":["contacts.telephone","contacts.email"]}`
	start(t).run(t,
		step{"GET acme/users/u-anna", "", 200, "", `{"_classifications":` + classes + `,"classifications":` + classes + `}`},
		step{"GET clients/acme/users", "", 200, "", `{"_classifications":` + classes + `}`},
		step{"GET clients/globex/users", "", 200, "", `{"_classifications":null}`},
	)
}

func TestIdentity(t *testing.T) {
	s := start(t)
	id := s.created(t, "POST acme/identity", `{"user":{"extId":"u"},"profile":{"extId":"p","unitExtId":"acme-hq"}}`)
	s.run(t,
		step{"GET acme/users/" + id + "/profiles", "", 200, "", `{"items":[{"extId":"p","userExtId":"u"}]}`},
		step{"POST acme/identity", `{"user":{"extId":"v"}}`, 422, "errors.invalidData", ""},
		step{"POST acme/identity", `{"user":{"extId":"v"},"profile":{"unitExtId":"none"}}`, 404, "errors.noRecord", ""},
		step{"GET acme/users/v", "", 404, "errors.noRecord", ""},
		step{"POST acme/identity", `{"user":{"nmae":"v"},"profile":{}}`, 422, "errors.invalidData", ""},
	)
}
