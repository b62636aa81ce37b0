package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An ephemeral token sends a POST during the plan. The checks stay on: neither a profile at a new
// address nor a new object with a misspelled reference passes.
func TestPlan_afterAnEphemeralToken(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	// The service refuses the login of another person; the request is sent all the same.
	p.Open(t, "idm_token", acctest.Values{"username": "anna", "password": "anna-password"})
	if sent := s.Writes(); len(sent) != 1 || !strings.HasPrefix(sent[0], "POST /principal/v1/token/") {
		t.Fatalf("no token was requested: %q", sent)
	}
	old := recorded(t, p, "idm_profile", "acme/p-anna-hq")
	config := p.Configuration("idm_profile", old.Values)
	_, destroyed := old.Plan(t, p, nil)
	if diags := slices.Concat(destroyed, again(t, p, "idm_profile", config)); !diags.HasError() {
		t.Errorf("a profile is destroyed at one address and created at another: %s", diags)
	}
	misspelled := maps.Clone(config)
	misspelled["ext_id"], misspelled["user_ext_id"] = "p-new", "u-ana"
	if diags := again(t, p, "idm_profile", misspelled); !strings.Contains(diags.String(), "No such user") {
		t.Errorf("a misspelled reference is not reported: %s", diags)
	}
}
