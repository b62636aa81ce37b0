package user_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// asked checks that each of the requests was made.
func asked(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		for _, line := range want {
			if !slices.Contains(s.Requests(), line) {
				return fmt.Errorf("%s was not sent, but:\n%s", line, strings.Join(s.Requests(), "\n"))
			}
		}
		return nil
	}
}

// send sends a request to the simulator outside of the provider.
func send(t *testing.T, s *acctest.Service, method, path, body string) {
	t.Helper()
	req, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer demo-admin-token")
	req.Header.Set("Content-Type", "application/json")
	resp, err := new(http.Client).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %s", method, path, resp.Status)
	}
}

func TestUser(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const anna, carla = "data.idm_user.anna", "data.idm_user.carla"
	s.Test(t,
		s.Apply(`
data "idm_user" "anna" { ext_id = "u-anna" }
data "idm_user" "carla" { login_id = "carla" }`,
			resource.TestCheckResourceAttr(anna, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(anna, "login_id", "anna"),
			resource.TestCheckResourceAttr(anna, "is_technical_user", "false"),
			resource.TestCheckResourceAttr(anna, "name.family_name", "Arnold"),
			resource.TestCheckNoResourceAttr(anna, "name.title"),
			resource.TestCheckResourceAttr(anna, "birth_date", "1988-03-21"),
			resource.TestCheckResourceAttr(anna, "address.street", "Marktgasse"),
			resource.TestCheckResourceAttr(anna, "contacts.mobile", "+41790000001"),
			resource.TestCheckResourceAttr(anna, "properties.employeeNumber", "1001"),
			resource.TestCheckResourceAttr(anna, "classifications.internal.#", "2"),
			resource.TestCheckResourceAttr(anna, "version", "1"),
			resource.TestCheckResourceAttr(anna, "created", "2024-01-15T08:00:18Z"),
			resource.TestCheckResourceAttr(carla, "ext_id", "u-carla"),
			resource.TestCheckResourceAttr(carla, "user_state", "disabled"),
			resource.TestCheckResourceAttr(carla, "remarks", "On leave"),
			resource.TestCheckResourceAttr(carla, "validity.to", "2030-12-31T23:59:59Z"),
			asked(s, "GET /core/v1/acme/users/u-anna", "GET /core/v1/clients/acme/users?loginId=carla"),
		),
	)
}

func TestUser_encryptedProperty(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	send(t, s, http.MethodPost, "/core/v1/properties",
		`{"clientExtId":"acme","name":"pin","type":"STRING","scope":"USER_GLOBAL","encrypted":true}`)
	send(t, s, http.MethodPatch, "/core/v1/acme/users/u-anna/properties", `{"pin":"4711"}`)
	const anna, first = "data.idm_user.anna", "data.idm_users.first"
	s.Test(t, s.Apply("data \"idm_user\" \"anna\" { ext_id = \"u-anna\" }\n"+
		"data \"idm_users\" \"first\" { filters = { ext_id = \"u-anna\" } }",
		resource.TestCheckResourceAttr(anna, "properties.%", "1"),
		resource.TestCheckResourceAttr(anna, "sensitive_properties.pin", "4711"),
		resource.TestCheckResourceAttr(first, "users.0.properties.%", "1"),
		resource.TestCheckResourceAttr(first, "users.0.sensitive_properties.pin", "4711"),
	))
}

func TestUser_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused("data \"idm_user\" \"x\" {\n  ext_id   = \"u-anna\"\n  login_id = \"anna\"\n}",
			"Exactly one of these attributes must be configured: [ext_id,login_id]"),
		s.Fails(`data "idm_user" "x" { login_id = "Anna" }`, `no user with login id "Anna"`),
		s.Fails("data \"idm_user\" \"x\" {\n  client_ext_id = \"globex\"\n  ext_id        = \"u-anna\"\n}", "errors.noRecord"),
	)
}

func TestUsers(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Totals)
	const found, first = "data.idm_users.found", "data.idm_users.first"
	s.Test(t,
		s.Apply(`
data "idm_users" "found" {
  filters            = { user_state = "active", "name.family_name" = "Arnold", is_technical_user = false, sex = null }
  starts_with        = { ext_id = "u-" }
  equals_ignore_case = { login_id = "ANNA" }
  property_filters   = { employeeNumber = 1001 }
}
data "idm_user_count" "found" {
  filters     = { "contacts.email" = "ben@acme.example.com" }
  starts_with = { login_id = "b" }
}
data "idm_user_count" "all" {}
data "idm_users" "first" {
  sort_by      = "name.family_name"
  sort_order   = "descending"
  max_results  = 2
  return_total = true
}`,
			resource.TestCheckResourceAttr(found, "users.#", "1"),
			resource.TestCheckResourceAttr(found, "users.0.ext_id", "u-anna"),
			resource.TestCheckResourceAttr(found, "users.0.client_ext_id", "acme"),
			resource.TestCheckResourceAttr(found, "users.0.address.city", "Bern"),
			resource.TestCheckResourceAttr(found, "classifications.confidential.#", "5"),
			resource.TestCheckNoResourceAttr(found, "total"),
			resource.TestCheckResourceAttr("data.idm_user_count.found", "total", "1"),
			resource.TestCheckResourceAttr("data.idm_user_count.all", "total", "4"),
			resource.TestCheckResourceAttr(first, "users.#", "2"),
			resource.TestCheckResourceAttr(first, "users.0.ext_id", "u-dev-bot"),
			resource.TestCheckResourceAttr(first, "users.1.ext_id", "u-carla"),
			resource.TestCheckResourceAttr(first, "total", "4"),
			asked(s,
				"GET "+
					"/core/v1/clients/acme/users?extId_SW=u-&isTechnicalUser=false&loginId_IEQ=ANNA&name.familyName=Arnold&property.employeeNumber=1001&userState=active",
				"GET /core/v1/clients/acme/users/count/?contacts.email=ben%40acme.example.com&loginId_SW=b",
				"GET /core/v1/clients/acme/users?limit=2&returnTotalResultCount=true&sortBy=name.familyName_DESC"),
		),
		s.Fails("data \"idm_users\" \"x\" {\n  client_ext_id = \"nowhere\"\n}", "errors.noRecord"),
	)
}

func TestUsers_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	users := func(argument string) string { return "data \"idm_users\" \"x\" {\n  " + argument + "\n}" }
	s.Test(t,
		s.Refused(users(`filters = { "name.familyName" = "Arnold" }`),
			`The service has no filter "name.familyName". Did you mean "name.family_name"? The names are: ext_id, user_state,`),
		s.Refused(users(`starts_with = { remarks = "a" }`), "The names are: ext_id, login_id."),
		s.Refused(users(`sort_by = "sex"`), `The service has no sort key "sex"`),
		s.Refused(users(`property_filters = { employeeNumber = "" }`), "string length must be at least 1"),
		s.Refused("data \"idm_user_count\" \"x\" {\n  filters = { login = \"anna\" }\n}",
			`The service has no filter "login". Did you mean "login_id"?`),
	)
	if sent := s.Requests(); len(sent) != 0 {
		t.Errorf("sent although the plan was refused: %s", sent)
	}
}
