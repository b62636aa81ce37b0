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
