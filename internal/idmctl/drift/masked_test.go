package drift_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// private is the private state of an object: its version, and the records of its grants.
type private struct {
	version int64
	records grants.Records
}

// savedWith returns a change with the private states of the last apply and of the refresh, as a
// saved plan has them.
func savedWith(c plan.Change, applied, found private) plan.Change {
	encoded := func(of private) []byte {
		entries, _ := json.Marshal(map[string][]byte{"version": fmt.Append(nil, of.version), grants.RecordsKey: of.records.JSON()})
		return entries
	}
	c.Recorded, c.Refreshed = encoded(applied), encoded(found)
	return c
}

// Grants from a sensitive variable are declared, and a plan that masks them is clean only if the
// versions prove that it shows them as the service has them.
func TestUndeclared_masked(t *testing.T) {
	masked := plan.Masked{}
	authoritative := func(value any) plan.Change {
		return held("idm_profile_authorizations", "acme/p", plan.Values{"client_ext_id": "acme", "profile_ext_id": "p",
			"authorizations": value})
	}
	one := single("acme", "p", "1")
	opened := single("acme", "p", "1")
	for _, room := range grants.RoomAttributes() {
		opened.Before[room] = masked
	}
	record := func(version int64) private {
		return private{version, grants.Records{"reader": {ExtID: "1", Version: version}}}
	}
	for name, test := range map[string]struct {
		change         plan.Change
		applied, found *private
		// version is the one in the service.
		version            int64
		global, byHand     bool
		clean              bool
		undeclared, reason string
	}{
		"shown":                    {change: one, version: 3, clean: true},
		"shown, opened by hand":    {change: one, version: 3, global: true, reason: "does not show it as the service has it"},
		"masked rooms":             {change: opened, version: 3, global: true, reason: "masks values"},
		"masked rooms, as applied": {change: opened, applied: new(record(3)), found: new(record(3)), version: 3, clean: true},
		"masked rooms, later version": {change: opened, applied: new(record(2)), found: new(record(2)), version: 3, global: true,
			reason: "plan again"},
		"a masked grant": {change: authoritative(map[string]any{"reader": masked}), version: 3, global: true, reason: "masks values"},
		"all masked":     {change: authoritative(masked), version: 3, global: true, reason: "masks what it declares"},
		"all masked, as applied": {change: authoritative(masked), applied: new(record(3)), found: new(record(3)), version: 3, global: true,
			clean: true},
		"all masked, later version": {change: authoritative(masked), applied: new(record(2)), found: new(record(2)), version: 3,
			global: true, reason: "plan again"},
		"all masked, one by hand": {change: authoritative(masked), applied: new(record(3)), found: new(record(3)), version: 3, byHand: true,
			undeclared: "acme/p/2: Anna Keller (u) role Other reader (Reader)"},
	} {
		t.Run(name, func(t *testing.T) {
			seed := tenants()
			seed["authorizations"] = []object{authorization("acme", "p", "1", "reader",
				object{"version": test.version, "clientGlobal": test.global})}
			if test.byHand {
				seed["authorizations"] = append(seed["authorizations"], authorization("acme", "p", "2", "Reader", nil))
			}
			if test.applied != nil {
				test.change = savedWith(test.change, *test.applied, *test.found)
			}
			r := drift.New("here", &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"), test.change}})
			got, reasons := undeclared(t, r, serve(t, seed, "").Service), strings.Join(r.NotSeen, "\n")
			if strings.Join(got, "\n") != test.undeclared || !strings.Contains(reasons, test.reason) ||
				(r.Summary.Undeclared == 0 && reasons == "") != test.clean {
				t.Errorf("undeclared %q, unsearched %q", got, reasons)
			}
			if slices.Contains(got, "acme/p/1") {
				t.Error("the declared grant is undeclared")
			}
		})
	}
}

// A plan without versions that was made without a refresh is not clean if a value on which access
// depends is another one in the service, whatever the type.
func TestSearch_staleValues(t *testing.T) {
	for name, change := range map[string]plan.Change{
		"the address of an application": held("idm_application", "crm", plan.Values{"ext_id": "crm", "url": "https://declared.example"}),
		"a login": held("idm_user", "acme/u", plan.Values{"client_ext_id": "acme", "ext_id": "u",
			"login_id": "other"}),
		"the parent of a unit": held("idm_unit", "acme/hq", plan.Values{"client_ext_id": "acme", "ext_id": "hq",
			"parent_unit_ext_id": "other"}),
		"a parameter of a policy": held("idm_policy", "acme/pol", plan.Values{"client_ext_id": "acme", "ext_id": "pol",
			"parameters": map[string]any{"minLength": "20"}}),
		"a credential of a person": held("idm_kerberos_credential", "acme/u/k", plan.Values{"client_ext_id": "acme", "user_ext_id": "u",
			"ext_id": "k", "state_name": "disabled"}),
		"a property of a unit": held("idm_unit_properties", "acme/hq", plan.Values{"client_ext_id": "acme", "unit_ext_id": "hq",
			"properties": map[string]any{"limit": "1"}}),
		"a property of a user": held("idm_user_properties", "acme/u", plan.Values{"client_ext_id": "acme", "user_ext_id": "u",
			"properties": map[string]any{"level": "1"}}),
		"the values of a definition": held("idm_property_definition", "UNIT_GLOBAL/limit/acme", plan.Values{"client_ext_id": "acme",
			"scope": "UNIT_GLOBAL", "name": "limit", "allowed_values": []any{"1"}}),
		"who may change a property": held("idm_property_definition", "UNIT_GLOBAL/limit/acme", plan.Values{"client_ext_id": "acme",
			"scope": "UNIT_GLOBAL", "name": "limit", "allowed_values": []any{"1", "2"}, "access_modify": "OFF"}),
		"the default policy": held("idm_policy", "acme/pol", plan.Values{"client_ext_id": "acme", "ext_id": "pol", "default_policy": true}),
	} {
		t.Run(name, func(t *testing.T) {
			seed := tenants()
			seed["applications"][0]["url"] = "https://by-hand.example"
			seed["policies"] = []object{{"clientExtId": "acme", "extId": "pol", "name": "Passwords", "policyType": "PwdPolicy",
				"parameters": object{"minLength": "4"}, "defaultPolicy": false}}
			seed["credentials"] = []object{{"clientExtId": "acme", "userExtId": "u", "extId": "k", "type": "Kerberos",
				"stateName": "active", "kerberosId": "u@x"}}
			seed["propertyDefinitions"] = []object{{"clientExtId": "acme", "name": "limit", "scope": "onUnitGlobal", "type": "Enum",
				"accessModify": "READ_WRITE", "propertyAllowedValues": []object{{"value": "1"}, {"value": "2"}}},
				{"clientExtId": "acme", "name": "level", "scope": "onUserGlobal", "type": "String"}}
			seed["properties"] = []object{{"clientExtId": "acme", "ownerType": "unit", "ownerExtId": "hq", "values": object{"limit": "2"}}}
			seed["users"][0]["properties"] = object{"level": "2"}
			p := &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"), change}}
			r := drift.New("here", p)
			undeclared(t, r, serve(t, seed, "").Service)
			if reasons := strings.Join(r.NotSeen, "\n"); !strings.Contains(reasons, change.Address) {
				t.Errorf("it is clean: %q", reasons)
			}
		})
	}
}

// A plan of the state of another workspace holds an object and creates others that the service has:
// it is never clean, whatever the type, and neither is an application that was assigned by hand,
// with which a managed grant without an effect has one.
func TestSearch_otherWorkspace(t *testing.T) {
	in := func(values plan.Values) plan.Values { values["client_ext_id"] = "acme"; return values }
	for name, made := range map[string]plan.Values{
		"idm_application": {"ext_id": "crm"}, "idm_role": {"ext_id": "reader"}, "idm_client": {"ext_id": "acme"},
		"idm_unit": in(plan.Values{"ext_id": "hq"}), "idm_user": in(plan.Values{"ext_id": "u"}),
		"idm_profile": in(plan.Values{"ext_id": "q", "user_ext_id": "u"}), "idm_enterprise_role": in(plan.Values{"ext_id": "er"}),
		"idm_policy":                   in(plan.Values{"ext_id": "pol"}),
		"idm_authorization":            in(plan.Values{"ext_id": "1", "profile_ext_id": "p", "role_ext_id": "reader"}),
		"idm_enterprise_authorization": in(plan.Values{"ext_id": "2", "profile_ext_id": "p", "enterprise_role_ext_id": "er"}),
		"idm_client_application":       in(plan.Values{"application_ext_id": "crm"}),
		"idm_enterprise_role_member":   in(plan.Values{"enterprise_role_ext_id": "er", "role_ext_id": "reader"}),
	} {
		t.Run(name, func(t *testing.T) {
			seed := tenants()
			seed["policies"] = []object{{"clientExtId": "acme", "extId": "pol", "name": "Passwords", "policyType": "PwdPolicy"}}
			seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil)}
			seed["enterpriseAuthorizations"] = []object{{"clientExtId": "acme", "profileExtId": "p", "extId": "2",
				"enterpriseRoleExtId": "er"}}
			seed["enterpriseRoles"][0]["roleExtIds"] = []string{"reader"}
			seed["clientApplications"] = []object{{"clientExtId": "acme", "applicationExtId": "crm"}}
			everything := drift.New("here", &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p")}})
			service := serve(t, seed, "")
			undeclared(t, everything, service.Service)
			accepted, err := everything.Accept()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "accepted.yaml")
			if err := os.WriteFile(file, accepted, 0o600); err != nil {
				t.Fatal(err)
			}
			known, err := drift.ReadAccepted(file)
			if err != nil {
				t.Fatal(err)
			}
			create := plan.Change{Address: name + ".a", Type: name, Action: plan.Create, After: made}
			r := drift.New("here", &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"), create}})
			if err := r.Search(t.Context(), nil, service.Service, "", known, nil); err != nil {
				t.Fatal(err)
			}
			if !r.Found() && len(r.NotSeen) == 0 {
				t.Error("it is clean")
			}
		})
	}
}

// An object of a state that no list of the service has was deleted since, or is hidden from the
// caller: the report is never clean, whatever the type.
func TestSearch_absent(t *testing.T) {
	in := func(values plan.Values) plan.Values { values["client_ext_id"] = "acme"; return values }
	for id, values := range map[string]plan.Values{
		"idm_application acme": {"ext_id": "acme"}, "idm_role gone": {"ext_id": "gone"},
		"idm_unit acme/gone": in(plan.Values{"ext_id": "gone"}), "idm_user acme/gone": in(plan.Values{"ext_id": "gone"}),
		"idm_profile acme/gone":         in(plan.Values{"ext_id": "gone", "user_ext_id": "u"}),
		"idm_enterprise_role acme/gone": in(plan.Values{"ext_id": "gone"}), "idm_policy acme/gone": in(plan.Values{"ext_id": "gone"}),
		"idm_authorization acme/p/gone": in(plan.Values{"ext_id": "gone", "profile_ext_id": "p", "role_ext_id": "reader"}),
		"idm_enterprise_authorization acme/p/gone": in(plan.Values{"ext_id": "gone", "profile_ext_id": "p",
			"enterprise_role_ext_id": "er"}),
		"idm_client_application acme/gone":        in(plan.Values{"application_ext_id": "gone"}),
		"idm_enterprise_role_member acme/er/gone": in(plan.Values{"enterprise_role_ext_id": "er", "role_ext_id": "gone"}),
	} {
		t.Run(id, func(t *testing.T) {
			kind, id, _ := strings.Cut(id, " ")
			r := drift.New("here", &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"), held(kind, id, values)}})
			undeclared(t, r, serve(t, tenants(), "").Service)
			if text := r.Document().Markdown(0); !strings.Contains(text, "A part was not searched") {
				t.Errorf("it is clean: %s", text)
			}
		})
	}
}

// Without the permission to list the users of a client it is not searched: the report names the
// permission, and what the plan itself shows is drift. Another client of the same state is
// searched.
func TestSearch_mayNotListUsers(t *testing.T) {
	seed := tenants()
	seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil), authorization("globex", "q", "2", "reader", nil)}
	tenant := simulator(t, seed)
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/acme/users") {
			http.Error(w, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"no"}]}`, http.StatusForbidden)
			return
		}
		tenant.ServeHTTP(w, r)
	}))
	t.Cleanup(gateway.Close)
	all := held("idm_profile_authorizations", "acme/p", plan.Values{"authorizations": map[string]any{}})
	all.Before = plan.Values{"id": "acme/p", "authorizations": map[string]any{"reader": map[string]any{}}}
	all.Action = plan.Update
	p := &plan.Plan{Changes: []plan.Change{all, managedProfile("acme", "p"), managedProfile("globex", "q")},
		Drift: []plan.Change{{Address: all.Address, Type: all.Type, Before: all.After, After: all.Before}}}
	r := drift.New("here", p)
	if got := undeclared(t, r, connect(t, gateway.URL)); !slices.Equal(got, []string{"globex/q/2: Anna Keller (u) role Reader (reader)"}) ||
		len(r.Drift) != 1 || r.Drift[0].Differences[0].Kind != drift.Added {
		t.Errorf("%q, %+v", got, r.Drift)
	}
	if reasons := strings.Join(r.NotSeen, "\n"); !strings.Contains(reasons, "AccessControl.UserView") {
		t.Errorf("%q", reasons)
	}
}
