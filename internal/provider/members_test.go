package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A member is added and removed by a request each, and replaced by both. It is planned again when
// another writer has removed it, and a list that cannot be read never means that it is absent.
func TestContract_members(t *testing.T) {
	for resource, of := range map[string]struct {
		owner                    acctest.Values
		attribute, first, second string
		path, list               string
	}{
		"idm_client_application": {acctest.Values{"client_ext_id": "globex"}, "application_ext_id", "hr", "billing",
			"/core/v1/clients/globex/applications/%s/", "*/applications*"},
		"idm_enterprise_role_member": {acctest.Values{"enterprise_role_ext_id": "er-finance"}, "role_ext_id", "hr-viewer", "wiki-editor",
			"/core/v1/acme/eroles/er-finance/roles/%s", "*/eroles/er-finance/roles*"},
	} {
		for _, quirk := range []string{"slash-strict", "later-releases", "assign-bumps-version"} {
			t.Run(resource+" "+quirk, func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t, quirk)
				config := func(element string) string {
					return acctest.HCL(resource, "test", with(of.owner, of.attribute, element))
				}
				line := func(method, element string) string { return method + " " + fmt.Sprintf(of.path, element) }
				removed := func() { s.Send(t, http.MethodDelete, fmt.Sprintf(of.path, of.second), "") }
				faults := func(faults ...sim.Fault) acctest.Option {
					return acctest.Before(func() {
						if err := s.Sim.SetFaults(faults...); err != nil {
							t.Error(err)
						}
					})
				}
				second := config(of.second)
				s.Test(t,
					s.Apply(config(of.first), s.Sent(line("PUT", of.first))),
					s.Apply(second, s.Sent(line("DELETE", of.first), line("PUT", of.second))),
					s.Drift(removed, second, resource+".test", plancheck.ResourceActionCreate),
					s.Apply(second, s.Sent(line("PUT", of.second))),
					s.Fails(second, "500 Internal Server Error",
						faults(sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: of.list})),
					s.Step(second, faults(), acctest.Check(s.Sent())),
					// Destroying an absent object succeeds.
					s.Step("", acctest.ChangedConcurrently(removed)),
				)
			})
		}
	}
}

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
