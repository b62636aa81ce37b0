package drift_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// searched returns a report about a plan that manages one unit, after a search of the tenant.
func searched(t *testing.T, seed map[string][]object, accepted *drift.Accepted, changes ...plan.Change) *drift.Report {
	t.Helper()
	unit := held("idm_unit", "acme/hq", plan.Values{"client_ext_id": "acme", "ext_id": "hq"})
	r := drift.New("here", &plan.Plan{Changes: append(changes, unit)})
	service := serve(t, seed, "").Service
	if err := r.Search(t.Context(), nil, service, "", accepted, nil); err != nil {
		t.Fatal(err)
	}
	return r
}

func besides(r *drift.Report) []string {
	var all []string
	for _, o := range r.Unmanaged.Objects {
		all = append(all, o.Kind+" "+o.ID)
	}
	for _, u := range r.Undeclared {
		if !strings.HasSuffix(u.Kind, "authorization") {
			all = append(all, "undeclared "+u.Kind+" "+u.ID)
		}
	}
	slices.Sort(all)
	return all
}

// known is a tenant with objects that no state contains.
func known() map[string][]object {
	seed := tenants()
	seed["enterpriseRoles"][0]["roleExtIds"] = []string{"reader"}
	seed["clientApplications"] = []object{{"clientExtId": "acme", "applicationExtId": "crm"}}
	seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil)}
	seed["enterpriseAuthorizations"] = []object{{"extId": "e", "clientExtId": "acme", "profileExtId": "p", "enterpriseRoleExtId": "er"}}
	seed["applications"] = append(seed["applications"], object{"extId": "erp", "name": "ERP"})
	seed["units"] = append(seed["units"], object{"extId": "annex", "clientExtId": "acme", "parentUnitExtId": "hq", "name": "Annex",
		"profileless": false})
	seed["profiles"] = append(seed["profiles"], object{"extId": "r", "clientExtId": "acme", "userExtId": "u", "unitExtId": "annex"})
	return seed
}

// Objects in no state are findings unless they are accepted with the same access.
func TestFindUnmanaged_accepted(t *testing.T) {
	usesEnterpriseRole := held("idm_enterprise_authorization", "acme/p/e", plan.Values{"client_ext_id": "acme", "profile_ext_id": "p",
		"ext_id": "e", "enterprise_role_ext_id": "er"})
	r := searched(t, known(), nil, usesEnterpriseRole)
	for _, want := range []string{"user acme/u", "profile acme/p", "authorization acme/p/1", "application crm", "role reader",
		"enterprise_role acme/er", "undeclared enterprise_role_member acme/er/reader", "client_application acme/crm"} {
		if !slices.Contains(besides(r), want) || !r.Found() {
			t.Errorf("%s is missing: %q", want, besides(r))
		}
	}
	content, err := r.Accept()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "accepted.yaml")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	accepted, err := drift.ReadAccepted(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := searched(t, known(), accepted, usesEnterpriseRole); r.Found() || len(r.NotSeen) > 0 || r.Unmanaged.Accepted == 0 {
		t.Errorf("found %q, not searched %q", besides(r), r.NotSeen)
	} else if again, err := r.Accept(); err != nil || string(again) != string(content) {
		t.Errorf("the file changes: %s", again)
	}
	for name, test := range map[string]struct {
		change func(map[string][]object)
		want   string
	}{
		"a person": {func(s map[string][]object) {
			s["users"] = append(s["users"], object{"extId": "admin", "clientExtId": "acme", "loginId": "admin"})
		}, "user acme/admin"},
		"a grant": {func(s map[string][]object) {
			s["authorizations"] = append(s["authorizations"], authorization("acme", "p", "2", "a/b", nil))
		}, "authorization acme/p/2"},
		"an open data room": {func(s map[string][]object) { s["authorizations"][0]["clientGlobal"] = true }, "authorization acme/p/1"},
		"a validity": {func(s map[string][]object) {
			s["authorizations"][0]["validity"] = object{"to": "2099-01-01T00:00:00Z"}
		}, "authorization acme/p/1"},
		"another role":  {func(s map[string][]object) { s["authorizations"][0]["roleExtId"] = "a/b" }, "authorization acme/p/1"},
		"another state": {func(s map[string][]object) { s["users"][0]["userState"] = "disabled" }, "user acme/u"},
		"another unit above": {func(s map[string][]object) {
			for _, unit := range s["units"] {
				delete(unit, "parentUnitExtId")
			}
		}, "unit acme/annex"},
		"another unit": {func(s map[string][]object) { delete(s["profiles"][0], "unitExtId") }, "profile acme/p"},
		"a role of an enterprise role": {func(s map[string][]object) {
			s["enterpriseRoles"][0]["roleExtIds"] = []string{"reader", "Reader"}
		}, "undeclared enterprise_role_member acme/er/Reader"},
		"an application": {func(s map[string][]object) {
			s["clientApplications"] = append(s["clientApplications"], object{"clientExtId": "acme", "applicationExtId": "erp"})
		}, "client_application acme/erp"},
		"a role": {func(s map[string][]object) {
			s["roles"] = append(s["roles"], object{"extId": "root", "name": "Root", "applicationExtId": "crm"})
		}, "role root"},
	} {
		t.Run(name, func(t *testing.T) {
			seed := known()
			test.change(seed)
			r := searched(t, seed, accepted, usesEnterpriseRole)
			if got := besides(r); !r.Found() || !slices.Contains(got, test.want) || len(got) > 2 {
				t.Errorf("found %q, want %q", got, test.want)
			}
			if lead := r.Document().Markdown(0); !strings.Contains(lead, "1 unmanaged object") &&
				!strings.Contains(lead, "1 undeclared grant") {
				t.Errorf("the headline lacks it: %.200s", lead)
			}
		})
	}
}

// A file of accepted objects that cannot be understood accepts nothing.
func TestReadAccepted_refused(t *testing.T) {
	for _, content := range []string{"", "null", "[]", "x", "format_version: '2.0'\nobjects: []", "objects: []", `{"format_version":"1.0","object":[]}`,
		"format_version: '1.0'\nobjects: []\n---\nobjects: []", "format_version: '1.0'\nobjects: [{kind: usr, id: a}]",
		"format_version: '1.0'\nobjects: [{kind: user}]", "format_version: '1.0'\nobjects: [{kind: user, id: a, nme: b}]", `{"clients":[{}]}`} {
		file := filepath.Join(t.TempDir(), "accepted.yaml")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := drift.ReadAccepted(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := drift.ReadAccepted("nowhere.yaml"); err == nil {
		t.Error("a missing file is read")
	}
}

// A plan that does not show a user, a profile or a unit as the service has it is never a clean
// report, whether it has versions or only values.
func TestFindUnmanaged_stale(t *testing.T) {
	shown := map[string]plan.Change{
		"user": held("idm_user", "acme/u", plan.Values{"client_ext_id": "acme", "ext_id": "u", "login_id": "anna", "user_state": "active",
			"validity": nil}),
		"profile": held("idm_profile", "acme/p", plan.Values{"client_ext_id": "acme", "ext_id": "p", "unit_ext_id": "hq",
			"profile_state": nil, "validity": map[string]any{"from": nil, "to": nil}}),
		"unit": held("idm_unit", "acme/low", plan.Values{"client_ext_id": "acme", "ext_id": "low", "parent_unit_ext_id": "hq",
			"state": "active", "validity": nil}),
	}
	for name, test := range map[string]struct {
		of     string
		change object
	}{
		"a disabled user": {"user", object{"userState": "disabled"}}, "another login": {"user", object{"loginId": "admin"}},
		"the end of a user":  {"user", object{"validity": object{"to": "2001-01-01T00:00:00Z"}}},
		"a disabled profile": {"profile", object{"profileState": "disabled"}}, "a moved profile": {"profile", object{"unitExtId": "low"}},
		"the end of a profile": {"profile", object{"validity": object{"to": "2001-01-01T00:00:00Z"}}},
		"the end of a unit":    {"unit", object{"validity": object{"to": "2001-01-01T00:00:00Z"}}},
		"a moved unit":         {"unit", object{"parentUnitExtId": "top"}},
		"an unchanged user":    {"user", nil}, "an unchanged profile": {"profile", nil}, "an unchanged unit": {"unit", nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, versions := range []bool{false, true} {
				seed := known()
				seed["units"] = append(seed["units"], object{"extId": "low", "clientExtId": "acme", "name": "Low", "profileless": false,
					"parentUnitExtId": "hq"}, object{"extId": "top", "clientExtId": "acme", "name": "Top", "profileless": false})
				array := test.of + "s"
				i := slices.IndexFunc(seed[array], func(o object) bool {
					return o["clientExtId"] == "acme" && "acme/"+o["extId"].(string) == shown[test.of].Before["id"]
				})
				maps.Copy(seed[array][i], test.change)
				seed[array][i]["version"] = 3
				change := shown[test.of]
				if versions {
					at := private{version: 3}
					if test.change != nil {
						at.version = 2
					}
					change = savedWith(change, at, at)
				}
				r := drift.New("here", &plan.Plan{Changes: []plan.Change{change, held("idm_unit", "acme/hq",
					plan.Values{"client_ext_id": "acme", "ext_id": "hq"})}})
				if err := r.Search(t.Context(), nil, serve(t, seed, "").Service, "", nil, nil); err != nil {
					t.Fatal(err)
				}
				stale := slices.ContainsFunc(r.NotSeen, func(s string) bool { return strings.HasPrefix(s, change.Address+": ") })
				if stale != (test.change != nil) {
					t.Errorf("versions %v: %q", versions, r.NotSeen)
				}
			}
		})
	}
}
