package provider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// undeclared returns the plan's report of undeclared elements of an object of the demo, and "" for
// none.
func undeclared(t *testing.T, p *acctest.Protocol, resource string, config acctest.Values) string {
	t.Helper()
	i := acctest.Instance{Type: resource}
	_, diags := i.Plan(t, p, config)
	if diags.HasError() || !strings.Contains(diags.String(), "Undeclared elements exist") {
		return ""
	}
	return diags.String()
}

// The plan of the first create of an authoritative resource warns of undeclared elements, for every
// such type.
func TestTakeover_firstCreate(t *testing.T) {
	t.Parallel()
	grant := acctest.Values{"profile_ext_id": "p-anna-hq", "authorizations": acctest.Values{}}
	for resource, test := range map[string]struct {
		config acctest.Values
		want   string
	}{
		"idm_profile_authorizations": {grant, "not in the configuration (authorization a-anna-crm)"},
		"idm_profile_enterprise_authorizations": {acctest.Values{"profile_ext_id": "p-anna-hq",
			"enterprise_authorizations": acctest.Values{}}, "er-sales: not in the configuration"},
		"idm_client_applications": {acctest.Values{"client_ext_id": "acme", "application_ext_ids": []any{}},
			"crm: not in the configuration"},
		"idm_enterprise_role_members": {acctest.Values{"enterprise_role_ext_id": "er-sales", "role_ext_ids": []any{}},
			"crm-reader: not in the configuration"},
	} {
		s := acctest.StartSimulator(t, quirksOf[resource]...)
		if shown := undeclared(t, s.Protocol(t), resource, test.config); !strings.Contains(shown, test.want) ||
			!strings.Contains(shown, "import {") {
			t.Errorf("%s: not %q, but %s", resource, test.want, shown)
		}
		for _, call := range s.Writes() {
			t.Errorf("%s: the plan sent %v", resource, call)
		}
	}
}

// An external ID with line breaks cannot add an import block to the warning.
func TestTakeover_hostileID(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	body := `{"extId":"x\n\nimport {\n  to = idm_user.evil\n}","roleExtId":"wiki-editor"}`
	if status, response := s.Send(t, "POST", "/core/v1/acme/profiles/p-anna-hq/authorizations", body); status != 201 {
		t.Fatal(response)
	}
	shown := undeclared(t, s.Protocol(t), "idm_profile_authorizations",
		acctest.Values{"profile_ext_id": "p-anna-hq", "authorizations": acctest.Values{}})
	if !strings.Contains(shown, "wiki-editor: not in the configuration") || strings.Count(shown, "\nimport {") != 1 ||
		strings.Contains(shown, "\n  to = idm_user.evil") {
		t.Error(shown)
	}
}

// A replacement without a refresh revokes only what the state holds. An element that was added
// elsewhere does not prevent its create, after which the owner would have lost its declared
// elements: it stays, and the next plan shows its removal. It is the same for a tainted resource,
// for every authoritative type.
func TestTakeover_replaced(t *testing.T) {
	t.Parallel()
	profile := func(attribute, role string) acctest.Values {
		return acctest.Values{"profile_ext_id": "p", attribute: acctest.Values{role: acctest.Values{}}}
	}
	for resource, test := range map[string]struct {
		config acctest.Values
		add    func(*idm.API) error
		list   string
		want   [2]string
	}{
		"idm_profile_authorizations": {profile("authorizations", "crm-reader"), func(api *idm.API) error {
			_, err := idm.AuthorizationWrites.Create(t.Context(), api, idm.Under("acme", "p"),
				idm.AuthorizationInput{RoleExtID: idm.Set("wiki-editor")})
			return err
		}, "/core/v1/acme/profiles/p/authorizations", [2]string{"crm-reader", "wiki-editor"}},
		"idm_profile_enterprise_authorizations": {profile("enterprise_authorizations", "er-sales"), func(api *idm.API) error {
			_, err := idm.EnterpriseAuthorizationWrites.Create(t.Context(), api, idm.Under("acme", "p"),
				idm.EnterpriseAuthorizationInput{EnterpriseRoleExtID: idm.Set("er-finance")})
			return err
		}, "/core/v1/acme/profiles/p/eauthorizations/", [2]string{"er-sales", "er-finance"}},
		"idm_client_applications": {acctest.Values{"client_ext_id": "globex", "application_ext_ids": []any{"billing"}},
			func(api *idm.API) error {
				return idm.ClientApplicationOps.Assign(t.Context(), api, idm.In("globex"), "crm")
			},
			"/core/v1/clients/globex/applications", [2]string{"billing", "crm"}},
		"idm_enterprise_role_members": {acctest.Values{"enterprise_role_ext_id": "er-finance", "role_ext_ids": []any{"billing-clerk"}},
			func(api *idm.API) error {
				return idm.EnterpriseRoleMemberOps.Assign(t.Context(), api, idm.Under("acme", "er-finance"), "hr-viewer")
			},
			"/core/v1/acme/eroles/er-finance/roles", [2]string{"billing-clerk", "hr-viewer"}},
	} {
		for _, tainted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, tainted is %t", resource, tainted), func(t *testing.T) {
				t.Parallel()
				s, i := acctest.StartSimulator(t, quirksOf[resource]...), acctest.Instance{Type: resource}
				if status, response := s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`); status != 201 {
					t.Fatal(response)
				}
				i.Create(t, s.Protocol(t), test.config)
				if err := test.add(s.API); err != nil {
					t.Fatal(err)
				}
				p := s.Protocol(t)
				planned, diags := i.PlanTainted(t, p, test.config)
				if !tainted {
					planned, _ = i.Recall(t, p, false).Plan(t, p, test.config)
					diags = i.PlanSuccessor(t, p, &planned)
				}
				run := s.Protocol(t)
				diags = append(diags, i.Apply(t, run, planned.Destroy())...)
				planned, more := i.Plan(t, run, test.config)
				diags = append(append(diags, more...), i.Apply(t, run, planned)...)
				if diags.HasError() || !strings.Contains(diags.String(), "Undeclared elements exist") {
					t.Fatal(diags)
				}
				listed := func(want ...string) {
					t.Helper()
					_, body := s.Send(t, "GET", test.list, "")
					for _, element := range test.want {
						if strings.Contains(body, `"`+element+`"`) != slices.Contains(want, element) {
							t.Errorf("not %v, but %s", want, body)
						}
					}
				}
				listed(test.want[:]...)
				p = s.Protocol(t)
				i.Refresh(t, p)
				if planned, diags = i.Plan(t, p, test.config); planned.Empty || diags.HasError() {
					t.Error(planned.Values, diags)
				}
				if diags := i.Apply(t, p, planned); diags.HasError() {
					t.Error(diags)
				}
				listed(test.want[0])
			})
		}
	}
}
