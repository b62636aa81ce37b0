package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestRoles(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Role(ctx, "crm-reader") },
			request: "GET /core/v1/roles/crm-reader", response: roleJSON, want: role,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.ApplicationRoles(ctx, "a/b"))
			},
			request: "GET /core/v1/applications/a%2Fb/roles", response: `{"items":[` + roleJSON + `]}`, want: []idm.Role{role},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateRole(ctx, "crm", idm.RoleInput{ExtID: idm.Set("r/1"), Name: idm.Set("Reader"), Description: idm.Set("d")})
			},
			request: "POST /core/v1/applications/crm/roles", body: `{"extId":"r/1","name":"Reader","description":"d"}`,
			status: 201, location: "/core/v1/roles/r%2F1", want: "r/1",
		},
		"create, located below the application": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateRole(ctx, "crm", idm.RoleInput{Name: idm.Set("Reader")})
			},
			request: "POST /core/v1/applications/crm/roles", body: `{"name":"Reader"}`,
			status: 201, location: "/core/v1/applications/crm/roles/gen-1", want: "gen-1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateRole(ctx, "crm-reader", idm.RoleInput{
					Name: idm.Set("Reader"), Description: idm.Clear[string](), Versioned: idm.Versioned{Version: 3},
				})
			},
			request: "PATCH /core/v1/roles/crm-reader", body: `{"name":"Reader","description":"","version":3}`, response: roleJSON,
			want: role,
		},
		"delete": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return nothing(api.DeleteRole(ctx, "r")) },
			request: "DELETE /core/v1/roles/r", status: 204,
		},
	})
}
