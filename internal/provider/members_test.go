package provider_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A member whose PUT got no response is looked up: an existing one is the created one, and a missing
// one is added again. Otherwise the create would fail, and the next plan refuse the member as an
// existing object.
func TestMembers_lostResponse(t *testing.T) {
	t.Setenv("IDM_MAX_RETRIES", "0")
	sent := map[string]bool{}
	for _, of := range objecttype.All() {
		resource := of.TypeName()
		if !of.Idempotent() || of.Class == objecttype.Properties {
			continue
		}
		for _, kind := range []string{"drop-after", "drop-before"} {
			t.Run(resource+" "+kind, func(t *testing.T) {
				s := acctest.StartSimulator(t)
				s.Send(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
				i, p, config := acctest.Instance{Type: resource}, s.Protocol(t), refusable(t)[resource][0]
				diags := i.ApplyConcurrently(t, p, config, func() {
					s.SetFaults(t, sim.Fault{Kind: kind, Method: http.MethodPut, Count: 1})
				})
				if len(diags) > 0 {
					t.Error(diags)
				}
				for _, write := range s.Writes() {
					sent[resource] = sent[resource] || strings.HasPrefix(write, http.MethodPut)
				}
				p = s.Protocol(t)
				i.Refresh(t, p)
				if planned, diags := i.Plan(t, p, config); len(diags) > 0 || !planned.Empty {
					t.Error(planned.Values, diags)
				}
			})
		}
	}
	if len(slices.DeleteFunc(slices.Collect(maps.Values(sent)), func(put bool) bool { return !put })) != 4 {
		t.Error("not the four types that are created with a PUT: ", sent)
	}
}
