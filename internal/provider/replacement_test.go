package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// replaced creates an object, and plans its replacement in a separate run.
func replaced(t *testing.T, s *acctest.Service, resource string, config, other acctest.Values) acctest.Diagnostics {
	t.Helper()
	i := acctest.Instance{Type: resource}
	if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
		t.Fatal(diags)
	}
	p := s.Protocol(t)
	if diags := i.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	planned, diags := i.Plan(t, p, other)
	if !diags.HasError() && !planned.Replaces {
		t.Errorf("%s: %v does not replace %v", resource, other, config)
	}
	return diags
}

// with returns a copy of a configuration with another value of one attribute.
func with(config acctest.Values, name string, value any) acctest.Values {
	other := maps.Clone(config)
	other[name] = value
	return other
}

// A replacement destroys the object before the create, so a reference to a missing object is an
// error in its plan, for every type and attribute.
func TestReplacement_everyReference(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	for resource, schema := range schemas.ResourceSchemas {
		if isCollection(resource) {
			continue
		}
		config := refusable()[resource][0]
		for _, attribute := range schema.Block.Attributes {
			if !refers(attribute) || attribute.Name == "ext_id" || !strings.HasSuffix(attribute.Name, "_ext_id") ||
				config[attribute.Name] == nil {
				continue
			}
			s := acctest.StartSimulator(t, quirksOf[resource]...)
			if resource != "idm_client" {
				prepareReplacement(t, s)
			}
			diags := replaced(t, s, resource, config, with(config, attribute.Name, "nowhere"))
			if !diags.HasError() || !strings.Contains(diags.String(), "No such ") ||
				!strings.Contains(diags.String(), "destroys it first") {
				t.Errorf("%s.%s: %s", resource, attribute.Name, diags)
			}
		}
	}
}

// A tainted object is recognized without a refresh, because a CLI decodes its state: whatever
// prevents its create is an error before its destroy.
func TestReplacement_taintedWithoutRefresh(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config acctest.Values
		want   string
	}{
		"idm_user":    {acctest.Values{"ext_id": "u", "login_id": "free", "on_destroy": "archive"}, "Replacing the user would archive it"},
		"idm_client":  {acctest.Values{"ext_id": "new", "name": "New"}, "The client is protected"},
		"idm_profile": {acctest.Values{"ext_id": "another", "user_ext_id": "u-ben", "unit_ext_id": "acme-it"}, "No such unit"},
		"idm_authorization": {acctest.Values{"ext_id": "a", "profile_ext_id": "p-anna-hq", "role_ext_id": "crm-admin"},
			""},
	} {
		s := acctest.StartSimulator(t, quirksOf[name]...)
		i := acctest.Instance{Type: name}
		i.Create(t, s.Protocol(t), test.config)
		if name == "idm_profile" {
			test.config = with(test.config, "unit_ext_id", "nowhere")
		}
		for _, tainted := range []bool{true, false} {
			p := s.Protocol(t)
			_, diags := i.Recall(t, p, tainted).Plan(t, p, test.config)
			refused := tainted && test.want != ""
			if diags.HasError() != refused || refused && !strings.Contains(diags.String(), test.want) {
				t.Errorf("%s, tainted is %t: %s", name, tainted, diags)
			}
		}
	}
}

// An object that a refresh does not find is created without a destroy, so nothing prevents that.
func TestReplacement_gone(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i, config := acctest.Instance{Type: "idm_user"}, acctest.Values{"ext_id": "u", "on_destroy": "archive"}
	i.Create(t, s.Protocol(t), config)
	if err := idm.UserOps.Delete(t.Context(), s.API, idm.In("acme"), "u"); err != nil {
		t.Fatal(err)
	}
	p := s.Protocol(t)
	i.Recall(t, p, false).Refresh(t, p)
	if _, diags := i.Plan(t, p, config); len(diags) > 0 || i.Values != nil {
		t.Error(i.Values, diags)
	}
}

// prepareReplacement creates the objects that the configurations of refusable refer to.
func prepareReplacement(t *testing.T, s *acctest.Service) {
	t.Helper()
	for _, call := range [][2]string{
		{"/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`},
		{"/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"crm-reader"}`},
	} {
		if status, response := s.Send(t, "POST", call[0], call[1]); status != 201 {
			t.Fatal(response)
		}
	}
}

// A value that another object already has is an error in the plan of a replacement, for every type.
func TestReplacement_taken(t *testing.T) {
	t.Parallel()
	password := acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "pw", "password_wo": "a-Secret-0123456789"}
	contextPassword := acctest.Values{"user_ext_id": "u-anna", "ext_id": "cp", "context": "free", "password_wo": "a-Secret-0123456789"}
	unit := acctest.Values{"ext_id": "u", "profileless": true, "name": "N", "parent_unit_ext_id": "acme-hq"}
	role := acctest.Values{"ext_id": "r", "application_ext_id": "wiki", "name": "reader"}
	grant := acctest.Values{"profile_ext_id": "p-anna-hq", "role_ext_id": "wiki-editor"}
	enterpriseGrant := acctest.Values{"profile_ext_id": "p-anna-hq", "enterprise_role_ext_id": "er-finance"}
	definition := acctest.Values{"scope": "UNIT_GLOBAL", "name": "shade", "type": "STRING"}
	for _, test := range []struct {
		resource string
		config   acctest.Values
		changed  string
		to       any
		want     string
	}{
		{"idm_unit", unit, "ext_id", "acme-it", "The external ID is taken"},
		{"idm_user", acctest.Values{"ext_id": "u"}, "ext_id", "u-anna", "The external ID is taken"},
		{"idm_profile", acctest.Values{"ext_id": "pr", "user_ext_id": "u-ben"}, "ext_id", "p-anna-hq", "The external ID is taken"},
		{"idm_application", acctest.Values{"ext_id": "app", "name": "X", "displayed": true}, "ext_id", "crm", "The external ID is taken"},
		{"idm_role", role, "ext_id", "crm-reader", "The external ID is taken"},
		{"idm_role", role, "application_ext_id", "crm", "The name is taken"},
		{"idm_enterprise_role", acctest.Values{"ext_id": "er", "name": "X"}, "ext_id", "er-sales", "The external ID is taken"},
		{"idm_policy", acctest.Values{"ext_id": "po", "policy_type": "TANPolicy"}, "ext_id", "policy-password", "The external ID is taken"},
		{"idm_client", acctest.Values{"ext_id": "c", "name": "X", "deletion_protection": false}, "ext_id", "globex",
			"The external ID is taken"},
		{"idm_authorization", grant, "role_ext_id", "crm-reader", "The role is taken"},
		{"idm_enterprise_authorization", enterpriseGrant, "enterprise_role_ext_id", "er-sales", "The enterprise role is taken"},
		{"idm_property_definition", definition, "name", "costCenter", "The property definition exists"},
		{"idm_password", password, "user_ext_id", "u-anna", "The user already has this password"},
		{"idm_context_password", contextPassword, "context", "portal", "The user already has this context password"},
		{"idm_context_password", contextPassword, "ext_id", "cred-anna-context", "The user already has this context password"},
		{"idm_profile_authorizations", acctest.Values{"profile_ext_id": "p",
			"authorizations": acctest.Values{"crm-reader": acctest.Values{}}},
			"profile_ext_id", "p-anna-hq", "Undeclared elements exist"},
		{"idm_profile_enterprise_authorizations", acctest.Values{"profile_ext_id": "p", "enterprise_authorizations": acctest.Values{}},
			"profile_ext_id", "p-anna-hq", "Undeclared elements exist"},
		{"idm_client_applications", acctest.Values{"client_ext_id": "globex", "application_ext_ids": []any{"billing"}},
			"client_ext_id", "acme", "Undeclared elements exist"},
		{"idm_enterprise_role_members", acctest.Values{"enterprise_role_ext_id": "er-finance", "role_ext_ids": []any{"billing-clerk"}},
			"enterprise_role_ext_id", "er-sales", "Undeclared elements exist"},
	} {
		t.Run(fmt.Sprintf("%s.%s %v", test.resource, test.changed, test.to), func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirksOf[test.resource]...)
			if test.resource != "idm_client" {
				prepareReplacement(t, s)
			}
			if test.resource == "idm_profile_authorizations" {
				if status, response := s.Send(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", ""); status >= 300 {
					t.Fatal(response)
				}
			}
			diags := replaced(t, s, test.resource, test.config, with(test.config, test.changed, test.to))
			if !diags.HasError() || !strings.Contains(diags.String(), test.want) {
				t.Errorf("not %q, but %s", test.want, diags)
			}
		})
	}
}

// A valid replacement is planned, also under its own external ID and name. The login of another
// user prevents it only if the configuration sets that login.
func TestReplacement_permitted(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	prepareReplacement(t, s)
	user := acctest.Values{"ext_id": "u", "login_id": "free"}
	password := with(refusable()["idm_password"][0], "ext_id", nil)
	for _, test := range []struct {
		resource      string
		config, other acctest.Values
		want          string
	}{
		{"idm_user", user, with(user, "is_technical_user", true), ""},
		{"idm_user", with(user, "ext_id", "v"), acctest.Values{"ext_id": "w", "login_id": "anna"}, "The login ID is taken"},
		{"idm_role", refusable()["idm_role"][0], with(refusable()["idm_role"][0], "application_ext_id", "wiki"), ""},
		{"idm_profile", refusable()["idm_profile"][0], with(refusable()["idm_profile"][0], "user_ext_id", "u-carla"), ""},
		{"idm_password", password, with(password, "password_wo_version", 2), ""},
	} {
		if test.resource == "idm_user" && test.want != "" {
			test.config = with(test.config, "login_id", "other")
		}
		diags := replaced(t, s, test.resource, test.config, test.other)
		if diags.HasError() != (test.want != "") || !strings.Contains(diags.String(), test.want) {
			t.Errorf("%s: %s", test.resource, diags)
		}
	}
}

// A missing permission for the create is a warning of the call that plans the destroy, because CLIs
// drop the warnings of the create.
func TestReplacement_permission(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i := acctest.Instance{Type: "idm_role"}
	config := refusable()["idm_role"][0]
	i.Create(t, s.Protocol(t), config)
	p := s.ProtocolAs(t, "demo-reader-token")
	if _, diags := i.Plan(t, p, with(config, "ext_id", "other")); diags.HasError() || !strings.Contains(diags.String(), "RoleCreate") {
		t.Error(diags)
	}
	p = s.ProtocolAs(t, "demo-reader-token")
	if _, diags := i.Plan(t, p, with(config, "description", "b")); diags.HasError() {
		t.Error(diags)
	}
}

// An object that is replaced without a change of its own, as with -replace or replace_triggered_by,
// does not conflict with its replacement, even if that gets another external ID.
func TestReplacement_itself(t *testing.T) {
	t.Parallel()
	for resource, configs := range refusable() {
		if resource == "idm_client" {
			continue
		}
		chosen, assigned := configs[0], maps.Clone(configs[0])
		delete(assigned, "ext_id")
		for _, config := range []acctest.Values{chosen, assigned} {
			s := acctest.StartSimulator(t)
			prepareReplacement(t, s)
			if resource == "idm_profile_authorizations" {
				s.Send(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
			}
			i := acctest.Instance{Type: resource}
			if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
				t.Fatal(diags)
			}
			p := s.Protocol(t)
			i.Refresh(t, p)
			planned, diags := i.Plan(t, p, config)
			if diags.HasError() {
				t.Fatal(diags)
			}
			if diags := i.PlanSuccessor(t, p, &planned); diags.HasError() {
				t.Errorf("%s: %s", resource, diags)
			}
		}
	}
}

// afterThePlan is a change of the service between the plan of a replacement and its apply.
type afterThePlan struct {
	resource string
	config   acctest.Values
	changed  string
	to       any
	happens  func(*testing.T, *acctest.Service)
	want     string
}

// changesAfterThePlan lists changes for every type and reference, and the refusals.
func changesAfterThePlan() []afterThePlan {
	another := func(resource string, values acctest.Values) func(*testing.T, *acctest.Service) {
		return func(t *testing.T, s *acctest.Service) {
			t.Helper()
			(&acctest.Instance{Type: resource}).Create(t, s.Protocol(t), values)
		}
	}
	gone := func(path string) func(*testing.T, *acctest.Service) {
		return func(t *testing.T, s *acctest.Service) {
			t.Helper()
			if status, response := s.Send(t, "DELETE", "/core/v1"+path, ""); status >= 300 {
				t.Fatal(response)
			}
		}
	}
	user := acctest.Values{"ext_id": "u", "login_id": "free"}
	role := acctest.Values{"ext_id": "r", "application_ext_id": "wiki", "name": "R"}
	grant := acctest.Values{"ext_id": "a", "profile_ext_id": "p", "role_ext_id": "crm-admin"}
	enterpriseGrant := acctest.Values{"ext_id": "e", "profile_ext_id": "p", "enterprise_role_ext_id": "er-finance"}
	unit := acctest.Values{"ext_id": "below", "name": "Below", "parent_unit_ext_id": "acme-hq", "profileless": false}
	profile := acctest.Values{"ext_id": "pr", "user_ext_id": "u-ben", "unit_ext_id": "acme-it"}
	const device = "device-secret-0123456789-abcdefghijklmn"
	return []afterThePlan{
		{"idm_user", user, "ext_id", "u2", another("idm_user", acctest.Values{"ext_id": "u2"}), `The user "u2" exists.`},
		{"idm_user", with(user, "login_id", nil), "is_technical_user", true, nil, ""},
		{"idm_user", user, "is_technical_user", true, nil, ""},
		{"idm_role", role, "ext_id", "r2", another("idm_role", acctest.Values{"ext_id": "r2", "application_ext_id": "hr", "name": "R"}),
			`The role "r2" exists.`},
		{"idm_role", role, "application_ext_id", "hr", another("idm_role", acctest.Values{"ext_id": "r2", "application_ext_id": "hr",
			"name": "R"}), `The role "r2" has name = "R".`},
		{"idm_role", role, "application_ext_id", "new-app", gone("/applications/new-app"),
			`The application "new-app" (application_ext_id) no longer exists.`},
		{"idm_application", acctest.Values{"ext_id": "app", "name": "X", "displayed": true}, "ext_id", "app2",
			another("idm_application", acctest.Values{"ext_id": "app2", "name": "Y", "displayed": true}), `The application "app2" exists.`},
		{"idm_enterprise_role", acctest.Values{"ext_id": "er", "name": "X"}, "ext_id", "er2",
			another("idm_enterprise_role", acctest.Values{"ext_id": "er2", "name": "Y"}), `The enterprise role "er2" exists.`},
		{"idm_policy", acctest.Values{"ext_id": "po", "policy_type": "TANPolicy"}, "ext_id", "po2",
			another("idm_policy", acctest.Values{"ext_id": "po2", "policy_type": "TANPolicy"}), `The policy "po2" exists.`},
		{"idm_unit", unit, "ext_id", "below2", another("idm_unit", acctest.Values{"ext_id": "below2", "profileless": false}),
			`The unit "below2" exists.`},
		{"idm_profile", profile, "ext_id", "pr2", another("idm_profile", acctest.Values{"ext_id": "pr2", "user_ext_id": "u-anna"}),
			`The profile "pr2" exists.`},
		{"idm_profile", profile, "user_ext_id", "u-new", gone("/acme/users/u-new"), `The user "u-new" (user_ext_id) no longer exists.`},
		{"idm_authorization", grant, "role_ext_id", "hr-viewer", another("idm_authorization",
			acctest.Values{"profile_ext_id": "p", "role_ext_id": "hr-viewer"}), `has role_ext_id = "hr-viewer".`},
		{"idm_authorization", grant, "role_ext_id", "new-role", gone("/roles/new-role"),
			`The role "new-role" (role_ext_id) no longer exists.`},
		{"idm_authorization", grant, "profile_ext_id", "p-new", gone("/acme/profiles/p-new"),
			`The profile "p-new" (profile_ext_id) no longer exists.`},
		{"idm_enterprise_authorization", enterpriseGrant, "enterprise_role_ext_id", "new-er", gone("/acme/eroles/new-er"),
			`The enterprise role "new-er" (enterprise_role_ext_id) no longer exists.`},
		{"idm_enterprise_role_member", acctest.Values{"enterprise_role_ext_id": "er-sales", "role_ext_id": "crm-admin"},
			"role_ext_id", "new-role", gone("/roles/new-role"), `The role "new-role" (role_ext_id) no longer exists.`},
		{"idm_enterprise_role_members", acctest.Values{"enterprise_role_ext_id": "er-finance", "role_ext_ids": []any{"billing-clerk"}},
			"enterprise_role_ext_id", "new-er", gone("/acme/eroles/new-er"), "no longer exists."},
		{"idm_profile_authorizations", acctest.Values{"profile_ext_id": "p",
			"authorizations": acctest.Values{"crm-admin": acctest.Values{}}}, "profile_ext_id", "p-new", gone("/acme/profiles/p-new"),
			"no longer exists."},
		{"idm_device_password", acctest.Values{"user_ext_id": "u-ben", "ext_id": "dp", "password_wo": device}, "ext_id", "dp2",
			another("idm_device_password", acctest.Values{"user_ext_id": "u-ben", "ext_id": "dp2", "password_wo": device + "2"}),
			`The device password "dp2" exists.`},
		{"idm_user_properties", acctest.Values{"user_ext_id": "u-ben", "properties": acctest.Values{"employeeNumber": "1"}},
			"user_ext_id", "u-new", gone("/acme/users/u-new"), "no longer exists."},
		{"idm_context_password", acctest.Values{"user_ext_id": "u-ben", "ext_id": "cp", "context": "portal",
			"password_wo": "a-Secret-0123456789"}, "user_ext_id", "u-new", gone("/acme/users/u-new"), "no longer exists."},
		{"idm_client_application", acctest.Values{"application_ext_id": "billing"}, "application_ext_id", "new-app",
			gone("/applications/new-app"), "no longer exists."},
	}
}

// replaceLater plans the replacement of a test, and returns the object and its plan.
func (test afterThePlan) replaceLater(t *testing.T) (s *acctest.Service, i acctest.Instance, planned acctest.Planned) {
	t.Helper()
	s = acctest.StartSimulator(t)
	for _, call := range [][2]string{
		{"/applications", `{"extId":"new-app","name":"New","displayed":true}`},
		{"/applications/wiki/roles", `{"extId":"new-role","name":"New"}`},
		{"/acme/eroles", `{"extId":"new-er","name":"New"}`}, {"/acme/users", `{"extId":"u-new"}`},
		{"/acme/users/u-ben/profiles", `{"extId":"p"}`}, {"/acme/users/u-anna/profiles", `{"extId":"p-new"}`},
	} {
		if status, response := s.Send(t, "POST", "/core/v1"+call[0], call[1]); status != 201 {
			t.Fatal(call, response)
		}
	}
	i = acctest.Instance{Type: test.resource}
	i.Create(t, s.Protocol(t), test.config)
	p := s.Protocol(t)
	i.Refresh(t, p)
	planned, diags := i.Plan(t, p, with(test.config, test.changed, test.to))
	if diags.HasError() || !planned.Replaces {
		t.Fatal(planned.Replaces, diags)
	}
	return s, i, planned
}

// What can no longer be read before the destroy counts as changed: the object stays, for every type.
func TestReplacement_unreadableAfterThePlan(t *testing.T) {
	t.Parallel()
	for _, test := range changesAfterThePlan() {
		if test.want == "" {
			continue
		}
		t.Run(fmt.Sprintf("%s.%s %v", test.resource, test.changed, test.to), func(t *testing.T) {
			t.Parallel()
			s, i, planned := test.replaceLater(t)
			if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: "/core/*"}); err != nil {
				t.Fatal(err)
			}
			sent := len(s.Writes())
			diags := i.Apply(t, s.Protocol(t), planned.Destroy())
			if !strings.Contains(diags.String(), "The replacement is no longer possible") || len(s.Writes()) != sent {
				t.Error(diags, s.Writes()[sent:])
			}
		})
	}
}

// A destroy whose object cannot be read is refused where another object could have its external ID.
func TestDestroy_unreadable(t *testing.T) {
	t.Parallel()
	for _, test := range changesAfterThePlan() {
		if len(objecttype.ByName(strings.TrimPrefix(test.resource, "idm_")).Distinctive()) == 0 {
			continue
		}
		t.Run(fmt.Sprintf("%s.%s %v", test.resource, test.changed, test.to), func(t *testing.T) {
			t.Parallel()
			s, i, _ := test.replaceLater(t)
			p := s.Protocol(t)
			destroyed, diags := i.Plan(t, p, nil)
			if diags.HasError() {
				t.Fatal(diags)
			}
			if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: "/core/*"}); err != nil {
				t.Fatal(err)
			}
			sent := len(s.Writes())
			if diags := i.Apply(t, p, destroyed); !strings.Contains(diags.String(), "was not destroyed") || len(s.Writes()) != sent {
				t.Error(diags, s.Writes()[sent:])
			}
		})
	}
}

// An apply checks again what the plan of a replacement has found, before it destroys: a saved plan
// can be old. The object stays, for every type and reference.
func TestReplacement_changedAfterThePlan(t *testing.T) {
	t.Parallel()
	for _, test := range changesAfterThePlan() {
		t.Run(fmt.Sprintf("%s.%s %v", test.resource, test.changed, test.to), func(t *testing.T) {
			t.Parallel()
			s, i, planned := test.replaceLater(t)
			if test.happens != nil {
				test.happens(t, s)
			}
			held, sent := i.Values, len(s.Writes())
			diags := i.Apply(t, s.Protocol(t), planned.Destroy())
			switch {
			case test.want == "" && !diags.HasError():
				return
			case !strings.Contains(diags.String(), test.want) || !strings.Contains(diags.String(), "The replacement is no longer possible"):
				t.Error(diags)
			}
			if i.Values == nil || acctest.Equal(held, i.Values) != nil || len(s.Writes()) != sent {
				t.Error(i.Values, s.Writes()[sent:])
			}
			p := s.Protocol(t)
			if diags := i.Refresh(t, p); diags.HasError() {
				t.Error(diags)
			}
			destroyed, diags := i.Plan(t, p, nil)
			if diags = append(diags, i.Apply(t, p, destroyed)...); diags.HasError() {
				t.Error("a destroy after that: ", diags)
			}
		})
	}
}
