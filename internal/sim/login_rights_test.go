package sim_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const (
	p3 = " PropertyView PropertyValueView PropertyAllowedValueView"
	p6 = p3 + " PropertyValueCreate PropertyValueDelete PropertyValueModify"
)

// rows are the operations of the core API with the rights that they require.
var rows = []struct{ call, rights string }{
	{"GET clients", "ClientView"},
	{"GET clients/acme", "ClientView"},
	{"GET clients/acme/users", "ClientView UserView" + p3},
	{"GET clients/acme/users/count/", "ClientView UserView"},
	{"GET clients/acme/applications", "ClientView ApplicationView"},
	{"PUT clients/acme/applications/crm/", "ClientApplAssign"},
	{"DELETE clients/acme/applications/crm/", "ClientApplAssign"},
	{"GET clients/acme/eroles", "ClientView EnterpriseRoleView"},
	{"GET clients/acme/properties", "PropertyView PropertyAllowedValueView"},
	{"POST acme/users", "UserCreate"},
	{"GET acme/users/u-ben", "UserView" + p3},
	{"PATCH acme/users/u-ben", "UserView UserModify"},
	{"DELETE acme/users/none", "UserDelete"},
	{"POST acme/users/none/archive", "UserView UserArchive UserArchiveTechUser"},
	{"GET acme/users/u-ben/properties", "UserView" + p3},
	{"PATCH acme/users/u-ben/properties", "UserView UserModify" + p6},
	{"POST acme/identity", "UserCreate LoginIdOverride UserCreateTechUser ProfileCreate UserView UserModify" + p6},
	{"GET acme/users/u-ben/profiles", "UserView ProfileView"},
	{"POST acme/users/u-ben/profiles", "ProfileCreate AuthorizationCreate"},
	{"POST acme/units/", "UnitCreate"},
	{"GET acme/units/acme-it", "UnitView"},
	{"PATCH acme/units/acme-it", "UnitView UnitModify"},
	{"DELETE acme/units/none", "UnitDelete"},
	{"GET acme/units/acme-it/children", "UnitView"},
	{"PUT acme/units/none/children/none", "UnitModify"},
	{"DELETE acme/units/none/children/none", "UnitModify UnitCreateTopUnit"},
	{"GET acme/units/acme-it/properties/", "UnitView" + p3},
	{"PATCH acme/units/acme-it/properties/", "UnitView UnitModify" + p6},
	{"GET acme/profiles/p-anna-hq", "ProfileView"},
	{"PATCH acme/profiles/p-anna-hq", "ProfileView ProfileModify"},
	{"DELETE acme/profiles/none", "ProfileDelete"},
	{"GET acme/profiles/p-anna-hq/roles", "AuthorizationView"},
	{"GET acme/profiles/p-anna-hq/eroles", "EnterpriseAuthorizationView"},
	{"GET acme/profiles/p-anna-hq/unit", "ProfileView"},
	{"PUT acme/profiles/p-anna-hq/unit/acme-it", "UnitView ProfileModify"},
	{"GET acme/profiles/p-anna-hq/applications", "ApplicationView"},
	{"GET acme/profiles/p-anna-hq/properties", "ProfileView" + p3},
	{"PATCH acme/profiles/p-anna-hq/properties", "ProfileModify" + p6},
	{"POST acme/profiles/p-anna-hq/authorizations/", "AuthorizationCreate"},
	{"GET acme/profiles/p-anna-hq/authorizations/", "AuthorizationView"},
	{"GET acme/profiles/p-anna-hq/authorizations/a-anna-crm", "AuthorizationView"},
	{"PATCH acme/profiles/p-anna-hq/authorizations/a-anna-crm", "AuthorizationView AuthorizationModify"},
	{"DELETE acme/profiles/p-anna-hq/authorizations/none", "AuthorizationDelete"},
	{"GET acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties", "AuthorizationView" + p3},
	{"PATCH acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties", "AuthorizationView AuthorizationModify" + p6},
	{"POST acme/profiles/p-anna-hq/eauthorizations/", "EnterpriseAuthorizationCreate"},
	{"GET acme/profiles/p-anna-hq/eauthorizations/", "EnterpriseAuthorizationView"},
	{"GET acme/profiles/p-anna-hq/eauthorizations/ea-anna-sales", "EnterpriseAuthorizationView"},
	{"PATCH acme/profiles/p-anna-hq/eauthorizations/ea-anna-sales", "EnterpriseAuthorizationView EnterpriseAuthorizationModify"},
	{"DELETE acme/profiles/p-anna-hq/eauthorizations/none", "EnterpriseAuthorizationDelete"},
	{"GET applications", "ApplicationView"},
	{"POST applications", "ApplicationCreate"},
	{"GET applications/crm", "ApplicationView"},
	{"PATCH applications/crm", "ApplicationModify"},
	{"DELETE applications/none", "ApplicationDelete"},
	{"GET applications/crm/roles", "ApplicationView RoleView"},
	{"POST applications/crm/roles", "ApplicationView RoleCreate"},
	{"GET roles/crm-reader", "RoleView"},
	{"PATCH roles/crm-reader", "RoleView RoleModify"},
	{"DELETE roles/none", "RoleDelete"},
	{"POST acme/eroles", "EnterpriseRoleCreate"},
	{"GET acme/eroles/er-sales", "EnterpriseRoleView"},
	{"PATCH acme/eroles/er-sales", "EnterpriseRoleView EnterpriseRoleModify"},
	{"DELETE acme/eroles/none", "EnterpriseRoleDelete"},
	{"GET acme/eroles/er-sales/roles", "EnterpriseRoleView"},
	{"PUT acme/eroles/er-sales/roles/none", "EnterpriseRoleMemberCreate"},
	{"DELETE acme/eroles/er-sales/roles/none", "EnterpriseRoleMemberDelete"},
	{"GET acme/eroles/er-sales/properties", "EnterpriseRoleView" + p3},
	{"PATCH acme/eroles/er-sales/properties", "EnterpriseRoleView EnterpriseRoleModify" + p6},
}

// seedWithCallers returns the demo tenant with additional callers, by their rights.
func seedWithCallers(t *testing.T, callers map[string][]string) []byte {
	t.Helper()
	var seed map[string][]any
	if err := json.Unmarshal(sim.DemoSeed(), &seed); err != nil {
		t.Fatal(err)
	}
	for token, rights := range callers {
		names := []string{}
		for _, r := range rights {
			names = append(names, "AccessControl."+r)
		}
		seed["callers"] = append(seed["callers"], map[string]any{"token": token, "permissions": names, "clients": []string{"acme"}})
	}
	out, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A caller with all rights of a route may use it; a caller that lacks any of them may not.
func TestRights_everyRow(t *testing.T) {
	callers := map[string][]string{}
	for i, row := range rows {
		rights := strings.Fields(row.rights)
		callers[fmt.Sprintf("%d-all", i)] = rights
		for _, missing := range rights {
			for _, r := range rights {
				if r != missing {
					token := fmt.Sprintf("%d-%s", i, missing)
					callers[token] = append(callers[token], r)
				}
			}
			if len(rights) == 1 {
				callers[fmt.Sprintf("%d-%s", i, missing)] = nil
			}
		}
	}
	s := startWith(t, sim.Options{Seed: seedWithCallers(t, callers)})
	for i, row := range rows {
		body := ""
		if !strings.HasPrefix(row.call, "GET") {
			body = `{"parentUnitExtId":"none"}`
		}
		if got := s.send(t, fmt.Sprintf("%d-all", i), row.call, body); got.status == 403 || got.status == 405 ||
			got.code() == "errors.unknownPath" {
			t.Errorf("%s with all rights: %d %s", row.call, got.status, got.raw)
		}
		for missing := range strings.FieldsSeq(row.rights) {
			got := s.send(t, fmt.Sprintf("%d-%s", i, missing), row.call, body)
			if got.status != 403 || got.code() != "errors.insufficientRightsFunction" ||
				!strings.Contains(got.raw, "AccessControl."+missing) {
				t.Errorf("%s without %s: %d %s", row.call, missing, got.status, got.raw)
			}
		}
	}
}

// Some rights depend on the body.
func TestRights_ofBody(t *testing.T) {
	s := startWith(t, sim.Options{Seed: seedWithCallers(t, map[string][]string{"unit": {"UnitCreate"}, "user": {"UserCreate"}})})
	const missing = "errors.insufficientRightsFunction"
	s.runAs(t, "unit",
		step{"POST acme/units/", `{"profileless":false}`, 403, missing, ""},
		step{"POST acme/units/", `{"profileless":false,"parentUnitExtId":"acme-hq"}`, 201, "", ""},
	)
	s.runAs(t, "user",
		step{"POST acme/users", `{"loginId":"x"}`, 403, missing, ""},
		step{"POST acme/users", `{"isTechnicalUser":true}`, 403, missing, ""},
		step{"POST acme/users", `{}`, 201, "", ""},
	)
}

func TestRights_dataRoom(t *testing.T) { play(t) }

func TestRights_selfAdmin(t *testing.T) {
	s := play(t)
	got := s.send(t, anna, "PATCH acme/users/u-anna", `{"userState":"disabled"}`)
	if got.header.Get("WWW-Authenticate") == "" {
		t.Error("no challenge")
	}
}

func TestRights_laterReleases(t *testing.T) {
	s := startWith(t, sim.Options{
		Seed: seedWithCallers(t, map[string][]string{"later": {"ProfileView", "ProfileModify"}}), Quirks: []string{"later-releases"},
	})
	s.runAs(t, "later",
		step{"GET acme/profiles/p-anna-hq/roles", "", 200, "", ""},
		step{"GET acme/profiles/p-anna-hq/eauthorizations", "", 200, "", ""},
		step{"GET acme/profiles/p-anna-hq/eauthorizations/ea-anna-sales", "", 200, "", ""},
		step{"POST acme/profiles/p-anna-hq/eauthorizations", `{"enterpriseRoleExtId":"er-manager"}`, 201, "", ""},
		step{"PUT acme/profiles/p-anna-hq/unit/acme-it", "", 204, "", ""},
		step{"GET acme/users/u-anna/credentials", "", 403, "errors.insufficientRightsFunction", ""},
	)
}
