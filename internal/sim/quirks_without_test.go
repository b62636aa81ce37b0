package sim_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// A release without some operations returns 404 for paths without any operation and 405 for paths
// that have others. Other operations do not change.
func TestWithout(t *testing.T) {
	s := play(t)
	if allow := s.send(t, admin, "PATCH acme/users/u-anna", `{}`).header.Get("Allow"); allow != "GET" {
		t.Errorf("Allow: %q", allow)
	}
}

// Every collection removes some operations, and one quirk is enough for each of them.
func TestWithout_everyCollection(t *testing.T) {
	for _, name := range sim.Collections() {
		s := start(t, "later-releases", "without="+name)
		gone := 0
		for _, route := range sim.Routes() {
			if !strings.HasPrefix(route.Pattern, "/core/v1/") {
				continue
			}
			got := s.send(t, admin, route.Method+" "+strings.TrimPrefix(route.Pattern, "/core/v1/"), "")
			if code := got.code(); code == "errors.unknownPath" || code == "errors.methodNotAllowed" {
				gone++
			}
		}
		if gone == 0 {
			t.Errorf("without=%s takes nothing out", name)
		}
	}
}

func TestWithout_unknown(t *testing.T) {
	for _, quirk := range []string{"without=", "without=shoes", "roles", "without=roles,shoes", "without=roles,lower-limit,users"} {
		if _, err := sim.New(sim.Options{Quirks: []string{quirk}}); err == nil || !strings.Contains(err.Error(), "known are") {
			t.Errorf("%s: %v", quirk, err)
		}
	}
}
