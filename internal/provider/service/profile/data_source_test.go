package profile_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// ofAnna returns all data sources of the demo tenant's profile, with an argument for its external
// ID.
func ofAnna(extID string) string {
	config := fmt.Sprintf("data \"idm_profile\" \"test\" { ext_id = %q }\n", extID)
	for _, part := range []string{"unit", "properties", "roles", "enterprise_roles", "applications"} {
		config += fmt.Sprintf("data \"idm_profile_%s\" \"test\" { profile_ext_id = %q }\n", part, extID)
	}
	return config
}

func TestProfileDataSources(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.OwnVersions)
	setBadge(t, s)
	const one, unit, properties, roles, enterprise, applications = "data.idm_profile.test", "data.idm_profile_unit.test",
		"data.idm_profile_properties.test",
		"data.idm_profile_roles.test", "data.idm_profile_enterprise_roles.test", "data.idm_profile_applications.test"
	s.Test(t, s.Apply(ofAnna("p-anna-hq"),
		resource.TestCheckResourceAttr(one, "client_ext_id", "acme"),
		resource.TestCheckResourceAttr(one, "user_ext_id", "u-anna"),
		resource.TestCheckResourceAttr(one, "unit_ext_id", "acme-hq"),
		resource.TestCheckResourceAttr(one, "name", "Headquarters"),
		resource.TestCheckResourceAttr(one, "profile_state", "active"),
		resource.TestCheckResourceAttr(one, "is_default_profile", "true"),
		resource.TestCheckNoResourceAttr(one, "deputed_profile_ext_id"),
		resource.TestCheckResourceAttr(one, "version", "1"),
		resource.TestCheckResourceAttr(one, "created", "2024-01-15T08:00:22Z"),
		resource.TestCheckResourceAttr(unit, "unit.ext_id", "acme-hq"),
		resource.TestCheckResourceAttr(unit, "unit.display_name.de", "Hauptsitz"),
		resource.TestCheckResourceAttr(properties, "properties.%", "1"),
		resource.TestCheckResourceAttr(properties, "properties.badge", "4711"),
		resource.TestCheckResourceAttr(properties, "sensitive_properties.%", "0"),
		resource.TestCheckResourceAttr(roles, "roles.#", "2"),
		resource.TestCheckResourceAttr(roles, "roles.0.ext_id", "crm-reader"),
		resource.TestCheckResourceAttr(roles, "roles.0.application_ext_id", "crm"),
		resource.TestCheckResourceAttr(roles, "roles.0.description", "Reads customers"),
		resource.TestCheckResourceAttr(roles, "roles.1.ext_id", "wiki-editor"),
		resource.TestCheckResourceAttr(enterprise, "enterprise_roles.#", "1"),
		resource.TestCheckResourceAttr(enterprise, "enterprise_roles.0.ext_id", "er-sales"),
		resource.TestCheckResourceAttr(enterprise, "enterprise_roles.0.client_ext_id", "acme"),
		resource.TestCheckResourceAttr(enterprise, "enterprise_roles.0.display_name.de", "Verkauf"),
		resource.TestCheckResourceAttr(applications, "applications.#", "2"),
		resource.TestCheckResourceAttr(applications, "applications.0.ext_id", "crm"),
		resource.TestCheckResourceAttrSet(applications, "applications.0.name"),
		resource.TestCheckResourceAttr(applications, "applications.1.ext_id", "wiki"),
	))
}

// setBadge sets a property of the demo tenant's profile, with an operation that the provider does
// not use.
func setBadge(t *testing.T, s *acctest.Service) {
	t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPatch, s.URL+"/core/v1/acme/profiles/p-anna-hq/properties",
		strings.NewReader(`{"badge":"4711"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer demo-admin-token")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("set a property: %s", response.Status)
	}
}

func TestProfileDataSources_empty(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	profile := config(s, s.ID("profile"), "")
	lookups := strings.ReplaceAll(ofAnna("it"), `"it"`, address+".ext_id")
	s.Test(t, s.Apply(profile+lookups,
		resource.TestCheckNoResourceAttr("data.idm_profile.test", "unit_ext_id"),
		resource.TestCheckNoResourceAttr("data.idm_profile_unit.test", "unit.ext_id"),
		resource.TestCheckResourceAttr("data.idm_profile_properties.test", "properties.%", "0"),
		resource.TestCheckResourceAttr("data.idm_profile_roles.test", "roles.#", "0"),
		resource.TestCheckResourceAttr("data.idm_profile_enterprise_roles.test", "enterprise_roles.#", "0"),
		resource.TestCheckResourceAttr("data.idm_profile_applications.test", "applications.#", "0"),
	))
}

func TestProfileDataSources_missing(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t)
	missing := func(lookup, object string) resource.TestStep { return s.Fails("data "+lookup, "Object: "+object) }
	s.Test(t,
		missing(`"idm_profile" "test" { ext_id = "nobody" }`, "profile "+s.Client+"/nobody"),
		missing(`"idm_profile_unit" "test" { profile_ext_id = "nobody" }`, "profile unit "+s.Client+"/nobody"),
		missing(`"idm_profile_roles" "test" { profile_ext_id = "nobody" }`, "profile roles "+s.Client+"/nobody"),
		missing("\"idm_profile_properties\" \"test\" {\n  client_ext_id  = \"no\"\n  profile_ext_id = \"nobody\"\n}",
			"profile properties no/nobody"),
	)
}
