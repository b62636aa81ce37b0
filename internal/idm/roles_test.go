package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

func TestRoles(t *testing.T) {
	const sales = `{"extId":"er-sales","clientExtId":"acme","name":"Sales","description":"d","displayName":{"DE":"Verkauf"},` + recordJSON + `}`
	runAll(t, map[string]exchange{
		"role": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Role(ctx, "crm-reader") },
			request: "GET /core/v1/roles/crm-reader", answer: roleJSON, want: role,
		},
		"enterprise role": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.EnterpriseRole(ctx, "acme", "er-sales")
			},
			request: "GET /core/v1/acme/eroles/er-sales", answer: sales,
			want: idm.EnterpriseRole{
				ExtID: "er-sales", ClientExtID: "acme", Name: "Sales", Description: "d", DisplayName: idm.Localized{"DE": "Verkauf"}, Record: record,
			},
		},
		"roles of an enterprise role": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.EnterpriseRoleRoles(ctx, "acme", "er-sales"))
			},
			request: "GET /core/v1/acme/eroles/er-sales/roles", answer: `{"items":[` + roleJSON + `]}`, want: []idm.Role{role},
		},
	})
}
