package tenant_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// described returns all objects and gaps as texts.
func described(facts *access.Tenant) []string {
	var all []string
	for o := range facts.Objects() {
		all = append(all, fmt.Sprintf("%v %q presence %d, owner %s, target %s, state %s, from %s, to %s, technical %s, rooms %04b %04b",
			o.Kind, o.Client+"/"+o.ExtID+" "+o.Name, o.Presence, value(o.Owner), value(o.Target), value(o.State), value(o.From),
			value(o.To), value(o.Technical), rooms(o, access.Rooms.May), rooms(o, access.Rooms.Must)))
	}
	whole := map[access.Kind]bool{}
	for _, g := range facts.Gaps() {
		whole[g.Kind] = whole[g.Kind] || g.ExtID == "" && g.Owner == ""
	}
	for _, g := range facts.Gaps() {
		// A snapshot also names the objects that others refer to.
		if g.ExtID != "" && (whole[g.Kind] || g.ExtID == "not-read") {
			continue
		}
		all = append(all, fmt.Sprintf("gap %v %q of %q", g.Kind, g.ExtID, g.Owner))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func value[T comparable](v access.Value[T]) string {
	if known, is := v.Known(); is {
		return fmt.Sprintf("%v", known)
	}
	return fmt.Sprint("any: ", v.IsAny())
}

func rooms(o *access.Object, is func(access.Rooms, access.Room) bool) (bits int) {
	for room := range grants.Rooms {
		if is(o.Rooms, access.Room(room)) {
			bits |= 1 << room
		}
	}
	return bits
}

// sources returns the facts of a client from the service, and from a snapshot of it.
func sources(t *testing.T, api *idm.API) (service, copied *tenant.Facts) {
	t.Helper()
	known, _ := tenant.SearchUnits(t.Context(), api, "acme")
	read, err := tenant.Read(t.Context(), api, tenant.Options{Client: "acme", With: tenant.Parts(), Known: known})
	if err != nil {
		t.Fatal(err)
	}
	taken, err := snapshot.Take(t.Context(), api, snapshot.Options{Client: "acme", Credentials: true})
	if err != nil {
		t.Fatal(err)
	}
	seed, err := taken.Seed()
	if err != nil {
		t.Fatal(err)
	}
	if copied, err = tenant.Decode(seed, "s"); err != nil {
		t.Fatal(err)
	}
	return read.Facts("s"), copied
}

// with replaces a field of all objects of a list. The path of the list ends with the ending.
func with(ending, field string, value any) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			body := recorded.Body.Bytes()
			var read any
			if strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), ending) && json.Unmarshal(body, &read) == nil {
				replace(read, field, value)
				body, _ = json.Marshal(read)
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(body)
		})
	}
}

func replace(in any, field string, value any) {
	switch in := in.(type) {
	case []any:
		for _, each := range in {
			replace(each, field, value)
		}
	case map[string]any:
		if in["extId"] == nil {
			for _, each := range in {
				replace(each, field, value)
			}
		} else if in[field] = value; value == nil {
			delete(in, field)
		}
	}
}

// A snapshot gives the same facts as the service, whatever the values that the converter reads, and
// what is not understood is any value.
func TestFacts_sources(t *testing.T) {
	var lists []struct {
		Ending, Field, Kind string
		Known, Odd          []any
	}
	content, err := os.ReadFile("testdata/facts.yaml")
	if err = errors.Join(err, yaml.Unmarshal(content, &lists)); err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		for i, v := range slices.Concat(list.Known, list.Odd) {
			t.Run(fmt.Sprintf("%s %s %v", list.Ending, list.Field, v), func(t *testing.T) {
				server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
				if err != nil {
					t.Fatal(err)
				}
				service, copied := sources(t, connect(t, with(list.Ending, list.Field, v)(server), "demo-admin-token"))
				if diff := cmp.Diff(described(service.Tenant), described(copied.Tenant)); diff != "" {
					t.Errorf("service -, snapshot +:\n%s", diff)
				}
				if diff := cmp.Diff(service.People, copied.People); diff != "" {
					t.Errorf("service -, snapshot +:\n%s", diff)
				}
				some := false
				for o := range copied.Objects() {
					if o.Kind.String() == list.Kind {
						unknown := o.State.IsAny() || o.From.IsAny() || o.To.IsAny() || o.Technical.IsAny()
						for room := range grants.Rooms {
							unknown = unknown || o.Rooms.May(access.Room(room)) != o.Rooms.Must(access.Room(room))
						}
						some = some || unknown
					}
				}
				if some != (i >= len(list.Known)) {
					t.Errorf("unknown: %v", some)
				}
			})
		}
	}
}

// What could not be read is the same gap in the facts of the service and of a snapshot.
func TestFacts_gaps(t *testing.T) {
	for _, ending := range []string{"/users/anna/profiles", "/authorizations/", "/authorizations", "/eauthorizations/", "/applications",
		"/roles", "/enterpriseRoles", "/units/hq", "/children", "/credentials", "/properties", "/users/", "/enterprise-roles"} {
		t.Run(ending, func(t *testing.T) {
			server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
			if err != nil {
				t.Fatal(err)
			}
			service, copied := sources(t, connect(t, refuse(ending)(server), "demo-admin-token"))
			if diff := cmp.Diff(described(service.Tenant), described(copied.Tenant)); diff != "" {
				t.Errorf("service -, snapshot +:\n%s", diff)
			}
			if diff := cmp.Diff(service.Gaps, copied.Gaps); diff != "" {
				t.Errorf("service -, snapshot +:\n%s", diff)
			}
		})
	}
}
