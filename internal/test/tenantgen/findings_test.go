package tenantgen

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func held(key, extID, description string) Object {
	return Object{Kind: "unit", Key: key, ExtID: extID, Values: map[string]string{"description": description}}
}

// Each kind of findings is detected, and legitimate changes are not reported.
func TestCheck(t *testing.T) {
	before := []Object{held("u1", "a", "old"), held("u2", "b", "x")}
	desired := []Object{held("u1", "", "new")}
	gone := Request{Method: "DELETE", Path: "/core/v1/acme/units/b"}
	for name, test := range map[string]struct {
		after    []Object
		requests []Request
		want     string
	}{
		"as desired":  {[]Object{held("u1", "a", "new")}, []Request{gone}, ""},
		"duplicate":   {[]Object{held("u1", "a", "new"), held("u1", "c", "new")}, nil, "unit u1 exists again as c"},
		"orphan":      {[]Object{held("u1", "a", "new"), held("u2", "b", "x")}, nil, "unit u2 (b) is in no configuration"},
		"lost update": {[]Object{held("u1", "a", "old")}, nil, "unit u1 is map[description:old] instead of map[description:new]"},
		"lost object": {nil, nil, "unit u1 does not exist"},
		"recreated":   {[]Object{held("u1", "c", "new")}, nil, "unit u1 was a and is c"},
		"deleted wrongly": {[]Object{held("u1", "a", "new")}, []Request{{Method: "DELETE", Path: "/core/v1/acme/units/a"}},
			"wrongly sent DELETE /core/v1/acme/units/a"},
		"made and deleted": {[]Object{held("u1", "a", "new")}, []Request{{Method: "DELETE", Path: "/core/v1/acme/units/new"}},
			"wrongly sent DELETE /core/v1/acme/units/new"},
		"detached": {[]Object{held("u1", "a", "new")}, []Request{{Method: "DELETE", Path: "/core/v1/acme/units/b/children/a"}},
			""},
	} {
		if got := strings.Join(Check(before, test.after, desired, test.requests), "\n"); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestDeleted(t *testing.T) {
	for path, want := range map[string]string{
		"/core/v1/acme/profiles/p%2F1":                "profile p/1",
		"/core/v1/acme/profiles/p1/authorizations/a":  "authorization a",
		"/core/v1/acme/profiles/p1/eauthorizations/e": "enterprise authorization e",
		"/core/v1/clients/acme/applications/crm/":     "client application crm",
		"/core/v1/applications/a1":                    "application a1",
		"/core/v1/roles/r1":                           "role r1",
		"/core/v1/properties/101":                     "property definition 101",
		"/core/v1/acme/eroles/e1/roles/r1":            "member e1/r1",
		"/core/v1/acme/eroles/e1":                     "enterprise role e1",
		"/core/v1/acme/policies/y1":                   "policy y1",
		"/core/v1/acme/users/h1/device-password/d":    "device password d",
		"/core/v1/acme/users/h1/context-passwords/d":  "context password d",
		"/core/v1/acme/users/h1/password":             "password h1",
		"/core/v1/clients/c1":                         "client c1",
		"/core/v1/clients/c1/applications/crm":        "client application c1/crm",
		"/core/v1/acme/units/u1/children/u2":          "",
		"/core/v1/acme/units/u1":                      "unit u1",
	} {
		if got := deleted(Request{Method: "DELETE", Path: path}); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := deleted(Request{Method: "PUT", Path: "/core/v1/acme/units/u1"}); got != "" {
		t.Errorf("a PUT deletes %q", got)
	}
}

// The same seed creates the same tenant after any number of rounds, and its units remain a tree.
func TestTenant(t *testing.T) {
	one, other := &Tenant{}, &Tenant{}
	for _, x := range []*Tenant{one, other} {
		r := rand.New(rand.NewPCG(7, 7))
		x.Grow(r, Size{10, 6, 3})
		for range 30 {
			x.Mutate(r, Size{10, 6, 3})
		}
	}
	a, b := byName(one.Desired()), byName(other.Desired())
	if names := slices.Sorted(maps.Keys(a)); !slices.Equal(names, slices.Sorted(maps.Keys(b))) {
		t.Errorf("two tenants of one seed differ: %v", names)
	}
	for _, u := range one.Units {
		for up, n := u.Parent, 0; up != nil; up, n = up.Parent, n+1 {
			if !slices.Contains(one.Units, up) || n > len(one.Units) {
				t.Fatalf("%s has no way up to a root", u.Key)
			}
		}
	}
	for _, p := range one.Profiles {
		if p.Unit.Profileless || !slices.Contains(one.Units, p.Unit) {
			t.Errorf("%s is in %s, which takes no profiles", p.Key, p.Unit.Key)
		}
	}
}

// A password that changes twice in a round is found, unless an apply reported a diagnostic for it.
func TestDoubleRotations(t *testing.T) {
	after := []Object{{Kind: "device password", Key: "h1", ExtID: "d1"}, {Kind: "user", Key: "h1", ExtID: "u1"}}
	change := Request{Method: "POST", Path: "/core/v1/acme/users/u1/device-password/d1/change", Status: 200}
	refused := change
	refused.Status = 503
	for name, test := range map[string]struct {
		requests  []Request
		diagnosed map[string]bool
		want      int
	}{
		"once":      {[]Request{change}, nil, 0},
		"once done": {[]Request{refused, change}, nil, 0},
		"twice":     {[]Request{change, change}, nil, 1},
		"diagnosed": {[]Request{change, change}, map[string]bool{"idm_device_password.h1": true}, 0},
	} {
		if got := DoubleRotations(after, test.requests, test.diagnosed); len(got) != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
