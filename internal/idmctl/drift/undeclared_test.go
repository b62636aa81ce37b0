package drift_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

type object = map[string]any

// tenants returns two clients with the same IDs: a profile p of user u, with roles and an
// enterprise role.
func tenants() map[string][]object {
	seed := map[string][]object{
		"callers":      {{"token": "admin", "clientExtId": "acme", "permissions": []string{"*"}, "clients": []string{"*"}}},
		"applications": {{"extId": "crm", "name": "CRM"}},
		"roles": {
			{"extId": "reader", "name": "Reader", "applicationExtId": "crm"},
			{"extId": "a/b", "name": "Odd", "applicationExtId": "crm"},
			{"extId": "Reader", "name": "Other reader", "applicationExtId": "crm"},
		},
	}
	add := func(array string, o object) { seed[array] = append(seed[array], o) }
	for _, client := range []string{"acme", "globex"} {
		add("clients", object{"extId": client, "name": client})
		add("units", object{"extId": "hq", "clientExtId": client, "name": "HQ", "profileless": false})
		add("users",
			object{"extId": "u", "clientExtId": client, "loginId": "anna", "userState": "active",
				"name": object{"firstName": "Anna", "familyName": "Keller"}})
		add("enterpriseRoles", object{"extId": "er", "clientExtId": client, "name": "Sales"})
		for _, profile := range []string{"p", "q"} {
			add("profiles", object{"extId": profile, "clientExtId": client, "userExtId": "u", "unitExtId": "hq", "name": "Profile " +
				profile})
		}
	}
	return seed
}

func authorization(client, profile, extID, role string, more object) object {
	o := object{"extId": extID, "clientExtId": client, "profileExtId": profile, "roleExtId": role}
	maps.Copy(o, more)
	return o
}

// asked is a service with the lists of grants that were requested.
type asked struct {
	*drift.Service
	address string

	mu    sync.Mutex
	lists []string
}

func simulator(t *testing.T, seed map[string][]object) http.Handler {
	t.Helper()
	raw, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	server, err := sim.New(sim.Options{Seed: raw})
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// serve starts a simulator. It refuses lists of the kind in refuse.
func serve(t *testing.T, seed map[string][]object, refuse string) *asked {
	t.Helper()
	server, a := simulator(t, seed), &asked{}
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := strings.TrimSuffix(r.URL.Path, "/"); strings.HasSuffix(path, "authorizations") {
			a.mu.Lock()
			a.lists = append(a.lists, path)
			a.mu.Unlock()
			if refuse != "" && strings.HasSuffix(path, "/"+refuse) {
				http.Error(w, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"no"}]}`, http.StatusForbidden)
				return
			}
		}
		server.ServeHTTP(w, r)
	}))
	t.Cleanup(listening.Close)
	a.address, a.Service = listening.URL, connect(t, listening.URL)
	return a
}

func connect(t *testing.T, address string) *drift.Service {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("admin"), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return drift.NewService(idm.New(client), address)
}

// held returns an unchanged object of a plan.
func held(resourceType, id string, values plan.Values) plan.Change {
	values["id"] = id
	return plan.Change{Address: resourceType + "." + strings.NewReplacer("/", "_").Replace(id), Type: resourceType, Action: plan.NoOp,
		Before: values, After: values}
}

func managedProfile(client, extID string) plan.Change {
	return held("idm_profile", client+"/"+extID, plan.Values{"client_ext_id": client, "ext_id": extID, "user_ext_id": "u"})
}

func single(client, profile, extID string) plan.Change {
	return held("idm_authorization", client+"/"+profile+"/"+extID,
		plan.Values{"client_ext_id": client, "profile_ext_id": profile, "ext_id": extID, "role_ext_id": "reader"})
}

// undeclared returns the undeclared grants in a report, one line each.
func undeclared(t *testing.T, r *drift.Report, service *drift.Service, others ...*plan.Plan) []string {
	t.Helper()
	if err := r.Search(t.Context(), others, service, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, g := range r.Undeclared {
		if strings.HasSuffix(g.Kind, "authorization") {
			found = append(found, strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", g.ID, g.Who, g.Gives, g.Access)))
		}
	}
	return found
}

func TestUndeclared(t *testing.T) {
	seed := tenants()
	long := object{"validity": object{"to": "2001-01-01T00:00:00Z"}}
	for _, client := range []string{"acme", "globex"} {
		seed["authorizations"] = append(seed["authorizations"],
			authorization(client, "p", client+"-1", "reader", object{"clientGlobal": true}),
			authorization(client, "p", client+"-2/x", "a/b", long),
			authorization(client, "p", client+"-3", "Reader", nil), authorization(client, "q", client+"-4", "reader", nil))
		seed["enterpriseAuthorizations"] = append(seed["enterpriseAuthorizations"],
			object{"extId": client + "-e", "clientExtId": client, "profileExtId": "p", "enterpriseRoleExtId": "er"})
	}
	all := held("idm_profile_authorizations", "acme/p",
		plan.Values{"authorizations": map[string]any{"reader": map[string]any{}, "a/b": map[string]any{}}})
	const (
		anna                      = ": Anna Keller (u) "
		reader, odd, other, sales = "acme/p/acme-1" + anna + "role Reader (reader) client_global",
			"acme/p/acme-2%2Fx" + anna + "role Odd (a/b) until 2001-01-01T00:00:00Z",
			"acme/p/acme-3" + anna + "role Other reader (Reader)", "acme/p/acme-e" + anna + "enterprise role Sales (er)"
	)
	imported := single("acme", "p", "acme-1")
	imported.Imported = true
	revoking := all
	revoking.Action, revoking.After = plan.Update, plan.Values{"id": "acme/p", "authorizations": map[string]any{"a/b": map[string]any{}}}
	tests := map[string]struct {
		changes, also []plan.Change
		want          []string
		// read reports that the tenants are read, each list once.
		read bool
	}{
		"nothing managed":                   {nil, nil, nil, false},
		"a managed profile":                 {[]plan.Change{managedProfile("acme", "p")}, nil, []string{odd, other, reader, sales}, true},
		"a profile that is only referenced": {[]plan.Change{single("acme", "p", "acme-1")}, nil, nil, true},
		"with single grants": {[]plan.Change{managedProfile("acme", "p"), single("acme", "p", "acme-1"),
			single("acme", "p", "acme-2%2Fx")}, nil, []string{other, sales}, true},
		"the same ids in another client": {[]plan.Change{managedProfile("acme", "p"), single("globex", "p", "acme-1")}, nil,
			[]string{odd, other, reader, sales}, true},
		"declared in another configuration": {[]plan.Change{managedProfile("acme", "p")},
			[]plan.Change{single("acme", "p", "acme-1"), single("acme", "p", "acme-3")}, []string{odd, sales}, true},
		"an authoritative resource":         {[]plan.Change{all}, nil, []string{other}, true},
		"to be revoked by the next apply":   {[]plan.Change{revoking}, nil, []string{other}, true},
		"authoritative next to the profile": {[]plan.Change{all, managedProfile("acme", "p")}, nil, []string{other, sales}, true},
		"authoritative and single":          {[]plan.Change{all, single("acme", "p", "acme-3")}, nil, nil, true},
		"about to be imported":              {[]plan.Change{managedProfile("acme", "p"), imported}, nil, []string{odd, other, sales}, true},
		"a profile that is gone":            {[]plan.Change{managedProfile("acme", "gone")}, nil, nil, true},
		"ids that differ in case":           {[]plan.Change{managedProfile("acme", "P")}, nil, nil, true},
		"the enterprise grants of one profile": {[]plan.Change{held("idm_profile_enterprise_authorizations", "acme/p",
			plan.Values{"enterprise_authorizations": map[string]any{}})}, nil, []string{sales}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			service := serve(t, seed, "")
			p := &plan.Plan{Changes: test.changes}
			r := drift.New("here", p)
			got := undeclared(t, r, service.Service, &plan.Plan{Changes: test.also})
			slices.Sort(got)
			if want := slices.Sorted(slices.Values(test.want)); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if r.Found() != (len(test.want)+r.Summary.Unmanaged > 0) || r.Summary.Undeclared != len(test.want) {
				t.Errorf("found %v, %+v", r.Found(), r.Summary)
			}
			slices.Sort(service.lists)
			if once := slices.Compact(slices.Clone(service.lists)); len(once) != len(service.lists) || (len(once) > 0) != test.read {
				t.Errorf("lists that were read: %q", service.lists)
			}
		})
	}
}

// Global access is listed first, then what affects many people, and expired grants last.
func TestUndeclared_order(t *testing.T) {
	seed := tenants()
	seed["authorizations"] = []object{
		authorization("acme", "p", "1", "a/b", object{"clientGlobal": true, "validity": object{"to": "2001-01-01T00:00:00Z"}}),
		authorization("acme", "p", "2", "Reader", nil),
		authorization("acme", "p", "3", "reader", object{"clientGlobal": true, "unitGlobal": true}),
	}
	seed["clientApplications"] = []object{{"clientExtId": "acme", "applicationExtId": "crm"}}
	p := &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"),
		held("idm_client", "acme", plan.Values{"ext_id": "acme"})}}
	r := drift.New("here", p)
	got := undeclared(t, r, serve(t, seed, "").Service)
	want := []string{"acme/p/3: Anna Keller (u) role Reader (reader) client_global, unit_global",
		"acme/p/2: Anna Keller (u) role Other reader (Reader)",
		"acme/p/1: Anna Keller (u) role Odd (a/b) client_global, until 2001-01-01T00:00:00Z"}
	if !slices.Equal(got, want) || len(r.Undeclared) != 4 || r.Undeclared[1].ID != "acme/crm" {
		t.Errorf("%q, %+v", got, r.Undeclared)
	}
}

// If the caller may not list the grants of a kind, the report shows this and lists the other
// grants.
func TestUndeclared_mayNotList(t *testing.T) {
	seed := tenants()
	seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil)}
	service := serve(t, seed, "eauthorizations")
	p := &plan.Plan{Changes: []plan.Change{managedProfile("acme", "p"), managedProfile("acme", "q")}}
	r := drift.New("here", p)
	if got := undeclared(t, r, service.Service); len(got) != 1 {
		t.Errorf("%q", got)
	}
	if missing := r.NotSeen; len(missing) != 1 || !strings.Contains(missing[0], " p, q: ") ||
		!strings.Contains(missing[0], "AccessControl.EnterpriseAuthorizationView or ") {
		t.Errorf("%+v", missing)
	}
	if text := r.Document().Markdown(0); !strings.Contains(text, "A part was not searched") ||
		!strings.Contains(text, "AccessControl.EnterpriseAuthorizationView") {
		t.Error(text)
	}
}

// Objects at another address do not belong to the queried service, even with the same IDs.
func TestUndeclared_severalServices(t *testing.T) {
	seed := tenants()
	seed["authorizations"] = []object{authorization("acme", "p", "1", "reader", nil)}
	service := serve(t, seed, "")
	at := func(id string, changes ...plan.Change) []plan.Change {
		for i := range changes {
			changes[i].Service = id
			changes[i].Address += "_" + id
		}
		return changes
	}
	services := []plan.Service{
		{ID: "here", Address: strings.ToUpper(service.address) + "/", Known: true},
		{ID: "there", Address: "https://other.example.com", Known: true},
		{ID: "hidden", Known: false}, {ID: "environment", Known: true},
	}
	tests := map[string]struct {
		changes  []plan.Change
		found    int
		searched bool
	}{
		"here, declared there": {append(at("here", managedProfile("acme", "p")), at("there", single("acme", "p", "1"))...), 1,
			false},
		"here, declared here":          {at("here", managedProfile("acme", "p"), single("acme", "p", "1")), 0, true},
		"there":                        {at("there", managedProfile("acme", "p")), 0, false},
		"an address that is not known": {at("hidden", managedProfile("acme", "p")), 0, false},
		"one from the environment":     {at("environment", managedProfile("acme", "p")), 1, true},
		"declared by both names": {append(at("environment", managedProfile("acme", "p")), at("here", single("acme", "p", "1"))...), 0,
			true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := &plan.Plan{Services: services, Changes: test.changes}
			r := drift.New("here", p)
			got := undeclared(t, r, service.Service)
			if len(got) != test.found || (len(r.NotSeen) == 0) != test.searched {
				t.Errorf("%q, not searched: %q", got, r.NotSeen)
			}
		})
	}
}

// Without a login, the undeclared grants of authoritative resources are drift, and the report shows
// what was not searched.
func TestUndeclared_noLogin(t *testing.T) {
	all := held("idm_profile_authorizations", "acme/p", plan.Values{"authorizations": map[string]any{"reader": map[string]any{}}})
	all.Before = plan.Values{"id": "acme/p", "authorizations": map[string]any{
		"reader": map[string]any{}, "admin": map[string]any{"client_global": true},
		"reader/2": map[string]any{"validity": map[string]any{"to": "2001-01-01T00:00:00Z"}},
	}}
	all.Action = plan.Update
	p := &plan.Plan{Changes: []plan.Change{all, managedProfile("acme", "p")}}
	p.Drift = []plan.Change{{Address: all.Address, Type: all.Type, Before: all.After, After: all.Before}}
	r := drift.New("here", p)
	if undeclared(t, r, nil); !r.Found() {
		t.Error("no drift")
	}
	text := r.Document().Markdown(0)
	for _, want := range []string{`authorizations["admin"]`, `authorizations["reader/2"]`, "no login", "client_global", "2001-01-01T00:00:00Z",
		"undeclared"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for name, p := range map[string]*plan.Plan{"refresh-only": {Drift: p.Drift}, "targeted": {
		LeftOut: []plan.LeftOut{plan.LeftOutTargeted}, Changes: p.Changes},
		"errored": {Errored: true, Changes: p.Changes}} {
		r := drift.New("here", p)
		if got := undeclared(t, r, nil); len(got) > 0 || len(r.NotSeen) != 1 {
			t.Errorf("%s: %q, %q", name, got, r.NotSeen)
		}
	}
}
