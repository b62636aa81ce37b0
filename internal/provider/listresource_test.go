package provider_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A list ends at its limit, and shows the whole object only on request.
func TestContract_listingLimit(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	all, diags := p.List(t, "idm_user", acctest.Values{}, false, 0)
	if len(diags) > 0 || len(all) < 3 {
		t.Fatal(len(all), diags)
	}
	first, diags := p.List(t, "idm_user", acctest.Values{}, true, 2)
	if len(diags) > 0 || len(first) != 2 {
		t.Fatal(len(first), diags)
	}
	for i, one := range first {
		if one.DisplayName == "" || one.Resource["ext_id"] != one.Identity["ext_id"] || one.Identity["client_ext_id"] != "acme" {
			t.Errorf("%v", one)
		}
		if all[i].Resource != nil {
			t.Errorf("a list without resources has %v", all[i].Resource)
		}
	}
}

// The client of a list is the configured one, or the provider's default.
func TestContract_listingClient(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for client, config := range map[string]acctest.Values{"acme": {}, "globex": {"client_ext_id": "globex"}} {
		s.ClearRequests()
		if _, diags := p.List(t, "idm_client_application", config, false, 0); len(diags) > 0 {
			t.Fatal(client, diags)
		}
		if reads := s.Reads(); len(reads) != 1 || !strings.Contains(reads[0], "/"+client+"/") {
			t.Errorf("the list of %s sent %v", client, reads)
		}
	}
}

// A list of grants shows each profile with typed grants, and reads the grants only on request.
func TestContract_listingReads(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	grants := func() int {
		return len(slices.DeleteFunc(s.Reads(), func(line string) bool { return !strings.Contains(line, "/authorizations") }))
	}
	short, diags := p.List(t, "idm_profile_authorizations", acctest.Values{"user_ext_id": "u-anna"}, false, 0)
	if len(diags) > 0 || len(short) == 0 || grants() > 0 {
		t.Fatal(len(short), grants(), diags)
	}
	whole, diags := p.List(t, "idm_profile_authorizations", acctest.Values{"user_ext_id": "u-anna"}, true, 0)
	if len(diags) > 0 || len(whole) != len(short) || grants() != len(whole) {
		t.Fatal(len(whole), grants(), diags)
	}
	some := slices.ContainsFunc(whole, func(one acctest.Listed) bool {
		roles, _ := one.Resource["authorizations"].(acctest.Values)
		return len(roles) > 0
	})
	if !some {
		t.Errorf("no profile has a grant: %v", whole)
	}
}

// An object that disappears during the list is omitted; any other failed read ends the list with an
// error.
func TestContract_listingFailedReads(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	all, _ := s.Protocol(t).List(t, "idm_profile_authorizations", acctest.Values{}, true, 0)
	if len(all) == 0 {
		t.Fatal(len(all))
	}
	gone, _ := all[0].Identity["profile_ext_id"].(string)
	for code, want := range map[string]struct {
		listed int
		failed bool
	}{"errors.noRecord": {len(all) - 1, false}, "errors.unknownReason": {0, true}} {
		fault := sim.Fault{Kind: "status", Method: http.MethodGet, Path: "*" + gone + "/authorizations*", Code: code}
		if code != "errors.noRecord" {
			fault.Status = http.StatusInternalServerError
		}
		if err := s.Sim.SetFaults(fault); err != nil {
			t.Fatal(err)
		}
		listed, diags := s.Protocol(t).List(t, "idm_profile_authorizations", acctest.Values{}, true, 0)
		if diags.HasError() != want.failed || !want.failed && len(listed) != want.listed {
			t.Errorf("%s: %d of %d, %v", code, len(listed), len(all), diags)
		}
		if want.failed && !strings.Contains(diags.String(), "Could not list") {
			t.Errorf("%s: %v", code, diags)
		}
	}
}
