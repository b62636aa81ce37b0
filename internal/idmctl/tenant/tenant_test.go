package tenant_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// element is an element of an array in the simulator's seed.
type element map[string]any

// service is a simulator and an API connected to it.
type service struct {
	*sim.Server
	api *idm.API
}

// serve starts a simulator; wrap, if not nil, handles its requests first.
func serve(t *testing.T, seed map[string][]element, wrap func(http.Handler) http.Handler) service {
	t.Helper()
	seed["clients"] = []element{{"extId": "acme", "name": "Acme"}}
	seed["callers"] = []element{{"token": "admin", "permissions": []string{"*"}, "clients": []string{"*"}}}
	raw, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	server, err := sim.New(sim.Options{Seed: raw})
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = server
	if wrap != nil {
		handler = wrap(handler)
	}
	return service{server, connect(t, handler, "admin")}
}

func connect(t *testing.T, handler http.Handler, token string) *idm.API {
	t.Helper()
	listening := httptest.NewServer(handler)
	t.Cleanup(listening.Close)
	base, err := url.Parse(listening.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken(token), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(client)
}

func (s service) read(t *testing.T, o tenant.Options) *tenant.Tenant {
	t.Helper()
	o.Client = "acme"
	read, err := tenant.Read(t.Context(), s.api, o)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func unit(extID, parent string) element {
	u := element{"clientExtId": "acme", "extId": extID, "name": extID, "profileless": false}
	if parent != "" {
		u["parentUnitExtId"] = parent
	}
	return u
}

// member adds a user with a profile in a unit.
func member(seed map[string][]element, name, unit string) {
	seed["users"] = append(seed["users"], element{"clientExtId": "acme", "extId": "u-" + name, "loginId": name})
	profile := element{"clientExtId": "acme", "extId": "p-" + name, "userExtId": "u-" + name, "isDefaultProfile": true}
	if unit != "" {
		profile["unitExtId"] = unit
	}
	seed["profiles"] = append(seed["profiles"], profile)
}

// small has two trees with profiles and one without.
func small() map[string][]element {
	seed := map[string][]element{"units": {
		unit("hq", ""), unit("sales", "hq"), unit("it", "hq"), unit("ops", "it"), unit("north", ""), unit("south", "north"),
		unit("lonely", ""),
	}}
	member(seed, "anna", "ops")
	member(seed, "ben", "south")
	member(seed, "carla", "")
	return seed
}

func extIDs(units []idm.Unit) string {
	var all []string
	for _, u := range units {
		all = append(all, u.ExtID)
	}
	return strings.Join(all, " ")
}

func profiles(t *tenant.Tenant) string {
	var all []string
	for _, p := range t.Profiles {
		all = append(all, p.ExtID)
	}
	return strings.Join(all, " ")
}

func TestRead_findsUnitsFromProfiles(t *testing.T) {
	read := serve(t, small(), nil).read(t, tenant.Options{})
	if got := extIDs(read.Units); got != "hq it ops sales north south" {
		t.Errorf("units: %s", got)
	}
	if got := profiles(read); got != "p-anna p-ben p-carla" || len(read.Users) != 3 {
		t.Errorf("profiles: %s", got)
	}
	if read.Client.Name != "Acme" || len(read.Missing) != 0 {
		t.Errorf("client %v, missing %v", read.Client, read.Missing)
	}
}

func TestRead_narrowed(t *testing.T) {
	for _, c := range []struct {
		o               tenant.Options
		units, profiles string
	}{
		{tenant.Options{Unit: "it"}, "it ops", "p-anna"},
		{tenant.Options{Unit: "lonely"}, "lonely", ""},
		{tenant.Options{User: "u-ben"}, "", "p-ben"},
		{tenant.Options{User: "u-ben", Unit: "it"}, "it ops", ""},
	} {
		read := serve(t, small(), nil).read(t, c.o)
		if units, found := extIDs(read.Units), profiles(read); units != c.units || found != c.profiles {
			t.Errorf("%+v: units %q, profiles %q", c.o, units, found)
		}
	}
}

// The number of requests is about the number of objects that own lists: nothing is read once for
// each pair of objects.
func TestRead_requestsGrowWithTheTenant(t *testing.T) {
	seed := map[string][]element{"units": {unit("root", "")}}
	for i := range 60 {
		name := fmt.Sprintf("n%02d", i)
		seed["units"] = append(seed["units"], unit(name, "root"))
		member(seed, name, name)
	}
	for i := range 30 {
		name := fmt.Sprintf("r%02d", i)
		seed["units"] = append(seed["units"], unit(name, ""))
		member(seed, name, name)
	}
	var flying, most atomic.Int64
	s := serve(t, seed, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			now := flying.Add(1)
			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
				continue
			}
			next.ServeHTTP(w, r)
			flying.Add(-1)
		})
	})
	s.read(t, tenant.Options{Concurrency: 3})
	// Client, definitions, users, applications; profiles and two lists of grants of each of 90
	// users; children of 91 units; 30 roots and at most that many climbs.
	if got := len(s.Requests()); got > 4+3*90+91+2*31 {
		t.Errorf("%d requests", got)
	}
	if most.Load() > 3 {
		t.Errorf("%d requests at once", most.Load())
	}
}

func TestRead_progress(t *testing.T) {
	var mu sync.Mutex
	last := map[string]int{}
	serve(t, small(), nil).read(t, tenant.Options{Progress: func(done, total int, what string) {
		if !mu.TryLock() {
			t.Error("two calls at once")
			return
		}
		defer mu.Unlock()
		if done > total {
			t.Errorf("%s: %d of %d", what, done, total)
		}
		last[what] = done
	}})
	if last["users"] != 3 || last["profiles with their grants"] != 3 {
		t.Errorf("progress ended with %v", last)
	}
}

func TestRead_keepsNoSecret(t *testing.T) {
	seed := small()
	definition := func(id int, name, scope string, encrypted bool) element {
		return element{"propertyId": id, "clientExtId": "acme", "name": name, "type": "String", "scope": scope, "encrypted": encrypted,
			"accessCreate": "READ_WRITE", "accessModify": "READ_WRITE"}
	}
	seed["propertyDefinitions"] = []element{definition(1, "plain", "onUnitGlobal", false), definition(2, "secret", "onUnitGlobal", true),
		definition(3, "pin", "onUserGlobal", true)}
	seed["properties"] = []element{{"clientExtId": "acme", "ownerType": "unit", "ownerExtId": "hq",
		"values": element{"plain": "1", "secret": "TOP"}}}
	seed["users"][0]["properties"] = element{"pin": "TOP"}
	s := serve(t, seed, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/sales/properties/") {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, `{"stray": "TOP"}`)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	read := s.read(t, tenant.Options{})
	if text := fmt.Sprintf("%+v", read); strings.Contains(text, "TOP") {
		t.Errorf("a secret is kept: %s", text)
	}
	hq, sales := read.UnitProperties["hq"], read.UnitProperties["sales"]
	if hq.Values["plain"] != "1" || !slices.Equal(hq.Encrypted, []string{"secret"}) || !slices.Equal(sales.Undefined, []string{"stray"}) {
		t.Errorf("properties: %+v %+v", hq, sales)
	}
	if len(read.UnitProperties) != 2 {
		t.Errorf("units without properties are there: %v", read.UnitProperties)
	}
}

// A list that changes between two of its pages can return an object twice.
func TestRead_listedTwice(t *testing.T) {
	s := serve(t, small(), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			responses := map[string]string{
				"/core/v1/clients/acme/users":                   `{"items": [{"extId": "u-ben"}, {"extId": "u-anna"}, {"extId": "u-ben"}], "_pagination": {}}`,
				"/core/v1/acme/profiles/p-ben/authorizations/":  `{"items": [{"extId": "2", "roleExtId": "r"}, {"extId": "1", "roleExtId": "r"}, {"extId": "2", "roleExtId": "r"}], "_pagination": {}}`,
				"/core/v1/acme/profiles/p-ben/eauthorizations/": `{"items": [{"extId": "1", "enterpriseRoleExtId": "r"}, {"extId": "1", "enterpriseRoleExtId": "r"}], "_pagination": {}}`,
				"/core/v1/clients/acme/applications":            `{"items": [{"extId": "b"}, {"extId": "a"}, {"extId": "b"}], "_pagination": {}}`,
			}
			if response, ok := responses[r.URL.Path]; ok {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, response)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	read := s.read(t, tenant.Options{})
	if len(read.Users) != 2 || profiles(read) != "p-anna p-ben" || len(read.Applications) != 2 {
		t.Errorf("users %v, profiles %s, applications %v", read.Users, profiles(read), read.Applications)
	}
	ben := read.Profiles[1]
	if len(ben.Authorizations) != 2 || ben.Authorizations[0].ExtID != "2" || len(ben.EnterpriseAuthorizations) != 1 {
		t.Errorf("granted: %+v", ben)
	}
}

// The read ends even if units are each other's parents.
func TestRead_circularUnits(t *testing.T) {
	seed := small()
	s := serve(t, seed, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			responses := map[string]string{
				"/core/v1/acme/units/ops":          `{"extId": "ops", "parentUnitExtId": "it"}`,
				"/core/v1/acme/units/it":           `{"extId": "it", "parentUnitExtId": "ops"}`,
				"/core/v1/acme/units/ops/children": `{"items": [{"extId": "it", "parentUnitExtId": "ops"}], "_pagination": {}}`,
				"/core/v1/acme/units/it/children":  `{"items": [{"extId": "ops", "parentUnitExtId": "it"}], "_pagination": {}}`,
			}
			if response, ok := responses[r.URL.Path]; ok {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, response)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	if got := extIDs(s.read(t, tenant.Options{}).Units); got != "it ops north south" {
		t.Errorf("units: %s", got)
	}
}

// A service whose units always have another subunit, or parent, ends the read with a clear error.
func TestRead_endlessTree(t *testing.T) {
	depth := 0
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		elements := strings.Split(r.URL.Path, "/")
		switch last := elements[len(elements)-1]; {
		case last == "children":
			depth++
			fmt.Fprintf(w, `{"items":[{"extId":"u%d"}]}`, depth)
		case len(elements) == 6 && elements[4] == "units":
			fmt.Fprintf(w, `{"extId":%q,"parentUnitExtId":"%sx"}`, last, last)
		case last == "users":
			_, _ = io.WriteString(w, `{"items":[{"extId":"u-anna"}]}`)
		case last == "profiles":
			_, _ = io.WriteString(w, `{"items":[{"extId":"p","unitExtId":"up"}]}`)
		case len(elements) == 5 && elements[3] == "clients":
			_, _ = io.WriteString(w, `{"extId":"acme"}`)
		default:
			_, _ = io.WriteString(w, `{"items":[]}`)
		}
	})
	for name, o := range map[string]tenant.Options{"down": {Client: "acme", Unit: "top"}, "up": {Client: "acme"}} {
		t.Run(name, func(t *testing.T) {
			_, err := tenant.Read(t.Context(), connect(t, handler, "admin"), o)
			if err == nil || !strings.Contains(err.Error(), "a tree of units that does not end: ") {
				t.Error(err)
			}
		})
	}
}

// The properties of units and profiles are read only for users with several profiles and for those
// that the options name. What was not read, or refused, may be limited.
func TestFacts_readLimits(t *testing.T) {
	for refused, want := range map[string]string{"": "ops p-anna", "/p-anna/properties": "", "/ops/properties": ""} {
		seed := small()
		for i, scope := range []string{"onUnitGlobal", "onProfileGlobal"} {
			seed["propertyDefinitions"] = append(seed["propertyDefinitions"], element{"propertyId": i + 1, "clientExtId": "acme",
				"name": "limit", "type": "String", "scope": scope, "accessCreate": "READ_WRITE", "accessModify": "READ_WRITE"})
		}
		var asked atomic.Int32
		s := serve(t, seed, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				path := strings.TrimSuffix(r.URL.Path, "/")
				if strings.HasSuffix(path, "/properties") && !strings.Contains(path, "/clients/") {
					asked.Add(1)
				}
				if refused != "" && strings.HasSuffix(path, refused) {
					w.WriteHeader(http.StatusForbidden)
					return
				}
				next.ServeHTTP(w, r)
			})
		})
		read := s.read(t, tenant.Options{With: tenant.FactParts(), SecondProfiles: map[string]bool{"u-anna": true}})
		var known []string
		for id, limited := range read.Facts("s").Limits() {
			if id.Kind == access.Unit || id.Kind == access.Profile {
				known = append(known, id.ExtID)
			}
			if limited {
				t.Errorf("%v is limited", id)
			}
		}
		if slices.Sort(known); strings.Join(known, " ") != want || asked.Load() != 2 {
			t.Errorf("refused %q: known are %q, want %q, of %d requests", refused, known, want, asked.Load())
		}
	}
}
