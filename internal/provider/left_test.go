package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// authoritative is an authoritative resource of the demo, an element that its configuration
// declares, and two that it does not declare.
type authoritative struct {
	id, list string
	config   func(elements ...string) acctest.Values
	elements [3]string
	add      func(*idm.API, string) error
}

func authoritatives(t *testing.T) map[string]authoritative {
	t.Helper()
	grants := func(attribute string) func(...string) acctest.Values {
		return func(elements ...string) acctest.Values {
			all := acctest.Values{}
			for _, element := range elements {
				all[element] = acctest.Values{}
			}
			return acctest.Values{"profile_ext_id": "p", attribute: all}
		}
	}
	set := func(attribute, owner, value string) func(...string) acctest.Values {
		return func(elements ...string) acctest.Values {
			all := []any{}
			for _, element := range elements {
				all = append(all, element)
			}
			return acctest.Values{owner: value, attribute: all}
		}
	}
	return map[string]authoritative{
		"idm_profile_authorizations": {"acme/p", "/core/v1/acme/profiles/p/authorizations", grants("authorizations"),
			[3]string{"crm-reader", "wiki-editor", "hr-viewer"}, func(api *idm.API, role string) error {
				_, err := idm.AuthorizationWrites.Create(t.Context(), api, idm.Under("acme", "p"),
					idm.AuthorizationInput{RoleExtID: idm.Set(role)})
				return err
			}},
		"idm_profile_enterprise_authorizations": {"acme/p", "/core/v1/acme/profiles/p/eauthorizations/",
			grants("enterprise_authorizations"), [3]string{"er-sales", "er-finance", "er-manager"}, func(api *idm.API, role string) error {
				_, err := idm.EnterpriseAuthorizationWrites.Create(t.Context(), api, idm.Under("acme", "p"),
					idm.EnterpriseAuthorizationInput{EnterpriseRoleExtID: idm.Set(role)})
				return err
			}},
		"idm_client_applications": {"globex", "/core/v1/clients/globex/applications",
			set("application_ext_ids", "client_ext_id", "globex"), [3]string{"billing", "crm", "wiki"},
			func(api *idm.API, application string) error {
				return idm.ClientApplicationOps.Assign(t.Context(), api, idm.In("globex"), application)
			}},
		"idm_enterprise_role_members": {"acme/er-finance", "/core/v1/acme/eroles/er-finance/roles",
			set("role_ext_ids", "enterprise_role_ext_id", "er-finance"), [3]string{"billing-clerk", "hr-viewer", "wiki-editor"},
			func(api *idm.API, role string) error {
				return idm.EnterpriseRoleMemberOps.Assign(t.Context(), api, idm.Under("acme", "er-finance"), role)
			}},
	}
}

// A destroy of an authoritative resource removes what its last apply declared, and nothing else. The
// plan and the destroy name what stays, for every such type: what was added by hand since the apply
// or the import, what an update removed and another writer added again, and what was added where
// nothing is declared.
func TestDestroy_undeclaredStay(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		declared, first, second := of.elements[0], of.elements[1], of.elements[2]
		add := func(t *testing.T, s *acctest.Service, elements ...string) {
			t.Helper()
			for _, element := range elements {
				if err := of.add(s.API, element); err != nil {
					t.Fatal(err)
				}
			}
		}
		for name, test := range map[string]struct {
			before func(t *testing.T, s *acctest.Service, i *acctest.Instance)
			stay   []string
		}{
			"as applied": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				i.Create(t, s.Protocol(t), of.config(declared, first))
			}, nil},
			"added by hand": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				i.Create(t, s.Protocol(t), of.config(declared))
				add(t, s, first, second)
			}, []string{first, second}},
			"imported": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				add(t, s, declared, first)
				if diags := i.Import(t, s.Protocol(t), of.id); diags.HasError() {
					t.Fatal(diags)
				}
				i.Refresh(t, s.Protocol(t))
			}, nil},
			"imported, then added by hand": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				add(t, s, declared)
				p := s.Protocol(t)
				if diags := append(i.Import(t, p, of.id), i.Refresh(t, p)...); diags.HasError() {
					t.Fatal(diags)
				}
				add(t, s, first)
			}, []string{first}},
			"imported and applied": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				add(t, s, declared, first)
				p := s.Protocol(t)
				i.Import(t, p, of.id)
				i.Refresh(t, p)
				changes(t, i, p, of.config(declared, first, second))
			}, nil},
			"removed and added again": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				i.Create(t, s.Protocol(t), of.config(declared, first))
				changes(t, i, s.Protocol(t), of.config(declared))
				add(t, s, first)
			}, []string{first}},
			"empty": {func(t *testing.T, s *acctest.Service, i *acctest.Instance) {
				i.Create(t, s.Protocol(t), of.config(declared))
				changes(t, i, s.Protocol(t), of.config())
				add(t, s, second)
			}, []string{second}},
		} {
			t.Run(resource+", "+name, func(t *testing.T) {
				t.Parallel()
				s, i := acctest.StartSimulator(t, quirksOf[resource]...), &acctest.Instance{Type: resource}
				s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
				test.before(t, s, i)
				p := s.Protocol(t)
				i.Refresh(t, p)
				planned, diags := i.Plan(t, p, nil)
				expectKept(t, "plan", diags, of.elements[:], test.stay)
				expectKept(t, "destroy", i.Apply(t, p, planned), of.elements[:], test.stay)
				_, body := s.Send(t, "GET", of.list, "")
				for _, element := range of.elements {
					if strings.Contains(body, `"`+element+`"`) != slices.Contains(test.stay, element) {
						t.Errorf("not %v, but %s", test.stay, body)
					}
				}
			})
		}
	}
}

// A destroy that failed halfway keeps what its last apply declared in the state, and the next one
// removes it.
func TestDestroy_undeclaredStayAfterAFailure(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s, i := acctest.StartSimulator(t, quirksOf[resource]...), &acctest.Instance{Type: resource}
			s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
			i.Create(t, s.Protocol(t), of.config(of.elements[0]))
			if err := of.add(s.API, of.elements[1]); err != nil {
				t.Fatal(err)
			}
			s.SetFaults(t, sim.Fault{Kind: "status", Status: 500, Method: "DELETE", Path: "*"})
			p := s.Protocol(t)
			i.Refresh(t, p)
			planned, _ := i.Plan(t, p, nil)
			if diags := i.Apply(t, p, planned); !diags.HasError() || i.Values == nil {
				t.Fatal(i.Values, diags)
			}
			s.SetFaults(t)
			p = s.Protocol(t)
			i.Refresh(t, p)
			planned, _ = i.Plan(t, p, nil)
			expectKept(t, "destroy", i.Apply(t, p, planned), of.elements[:], of.elements[1:2])
			if _, body := s.Send(t, "GET", of.list, ""); strings.Contains(body, `"`+of.elements[0]+`"`) ||
				!strings.Contains(body, `"`+of.elements[1]+`"`) {
				t.Error(body)
			}
		})
	}
}

func changes(t *testing.T, i *acctest.Instance, p *acctest.Protocol, config acctest.Values) {
	t.Helper()
	planned, diags := i.Plan(t, p, config)
	if diags = append(diags, i.Apply(t, p, planned)...); diags.HasError() {
		t.Fatal(diags)
	}
}

func expectKept(t *testing.T, step string, diags acctest.Diagnostics, elements, stay []string) {
	t.Helper()
	if diags.HasError() {
		t.Fatal(step, diags)
	}
	for _, element := range elements {
		if named := strings.Contains(diags.String(), "- "+element); named != slices.Contains(stay, element) {
			t.Errorf("%s: %v stay, and %s", step, stay, diags)
		}
	}
}
