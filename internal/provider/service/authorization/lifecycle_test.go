package authorization_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestAuthorization_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(t *testing.T, s *acctest.Service) acctest.Resource {
		granting(t, s)
		id := s.ID("grant")
		return acctest.Resource{
			Type: "idm_authorization", ID: s.Client + "/" + s.ID("profile") + "/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": id},
			Minimal:  acctest.Values{"profile_ext_id": s.ID("profile"), "ext_id": id, "role_ext_id": s.Role},
			Create: "POST " + list(s) + ` {"appGlobal":false,"clientGlobal":false,"enterpriseRoleGlobal":false,"extId":"` + id +
				`","roleExtId":"` + s.Role + `","unitGlobal":false}`,
			Path:   list(s) + id,
			Theirs: `{"validity":{"to":"2040-01-01T00:00:00Z"}}`,
			Attributes: []acctest.Attribute{
				{
					Name:   "validity",
					From:   acctest.Values{"from": "2026-01-01T00:00:00Z", "to": "2030-01-01T00:00:00Z"},
					To:     acctest.Values{"from": "2026-01-01T01:00:00+01:00", "to": "2031-01-01T00:00:00Z"},
					Filled: `"validity":{"from":"2026-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"}`,
					Sent:   `"validity":{"to":"2031-01-01T00:00:00Z"}`,
					Fixed:  true,
				},
				// An omitted flag is false.
				{Name: "client_global", From: true, To: false, Filled: `"clientGlobal":true`, Sent: `"clientGlobal":false`,
					Cleared: `"clientGlobal":false`},
				{Name: "unit_global", From: true, To: false, Filled: `"unitGlobal":true`, Sent: `"unitGlobal":false`,
					Cleared: `"unitGlobal":false`},
				{Name: "app_global", From: true, To: false, Filled: `"appGlobal":true`, Sent: `"appGlobal":false`,
					Cleared: `"appGlobal":false`},
				{Name: "enterprise_role_global", From: true, To: false, Filled: `"enterpriseRoleGlobal":true`,
					Sent:    `"enterpriseRoleGlobal":false`,
					Cleared: `"enterpriseRoleGlobal":false`},
			},
		}
	}, acctest.Simulator, acctest.AuthorizationExtIDs)
}
