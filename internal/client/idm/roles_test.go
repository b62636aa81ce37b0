package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestRoles(t *testing.T) {
	runAll(t, map[string]exchange{
		"create, located below the application": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.RoleWrites.Create(ctx, api, idm.Place{Owner: "crm"}, idm.RoleInput{Name: idm.Set("Reader")})
			},
			request: "POST /core/v1/applications/crm/roles", body: `{"name":"Reader"}`,
			status: 201, location: "/core/v1/applications/crm/roles/gen-1", want: "gen-1",
		},
	})
}
