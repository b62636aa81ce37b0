package sim_test

import (
	"strings"
	"testing"
)

// Both forms of a path are accepted, unless the simulator is strict.
func TestPath_slash(t *testing.T) {
	calls := map[string]int{
		"GET clients/acme/users/count":                 404,
		"GET clients/acme/users/count/":                200,
		"GET acme/units/acme-hq":                       200,
		"GET acme/units/acme-hq/":                      404,
		"GET acme/units/acme-hq/properties":            404,
		"GET acme/units/acme-hq/properties/":           200,
		"GET acme/profiles/p-anna-hq/authorizations":   404,
		"GET acme/profiles/p-anna-hq/authorizations/":  200,
		"GET acme/profiles/p-anna-hq/properties/":      404,
		"GET acme/profiles/p-anna-hq/eauthorizations/": 200,
		"GET acme/users/u-anna/credentials":            200,
		"PUT clients/acme/applications/hr":             404,
		"PUT clients/acme/applications/hr/":            204,
	}
	tolerant, strict := start(t), start(t, "slash-strict")
	for call, status := range calls {
		if got := tolerant.send(t, admin, call, ""); got.status >= 300 {
			t.Errorf("%s: %d %s", call, got.status, got.raw)
		}
		if got := strict.send(t, admin, call, ""); got.status != status {
			t.Errorf("strict %s: %d, want %d", call, got.status, status)
		}
	}
}

func TestPath_escapedIDs(t *testing.T) {
	s := start(t)
	for id, path := range map[string]string{
		"a/b":   "a%2Fb",
		"a%2Fb": "a%252Fb",
		"a b?ü": "a%20b%3F%C3%BC",
		"..":    "%2E%2E",
	} {
		if got := s.created(t, "POST acme/units/", `{"extId":"`+id+`","profileless":false}`); got != path && id != ".." {
			t.Errorf("%s: Location ends in %s, want %s", id, got, path)
		}
		s.run(t,
			step{"GET acme/units/" + path, "", 200, "", `{"extId":"` + id + `"}`},
			step{"GET acme/units/" + path + "/children", "", 200, "", `{"items":[]}`},
			step{"DELETE acme/units/" + path, "", 204, "", ""},
		)
	}
}

func TestPath_unknown(t *testing.T) {
	s := play(t)
	if got := s.send(t, admin, "PUT acme/units/acme-hq", ""); got.header.Get("Allow") != "DELETE, GET, PATCH" {
		t.Errorf("Allow: %q", got.header.Get("Allow"))
	}
}

func TestBody_mediaType(t *testing.T) {
	s := start(t)
	r, err := s.request(admin, "POST acme/units/", "profileless=true")
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if got, err := do(r); err != nil || got.status != 415 {
		t.Errorf("%d %v", got.status, err)
	}
	if got := s.send(t, admin, "GET acme/units/none", ""); !strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
		t.Errorf("an error is no JSON: %v", got.header)
	}
}
