package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const salesJSON = `{"extId":"er-sales","clientExtId":"acme","name":"Sales","description":"d","displayName":{"DE":"Verkauf"},` +
	recordJSON + `}`

var sales = idm.EnterpriseRole{
	ExtID: "er-sales", ClientExtID: "acme", Name: "Sales", Description: "d", DisplayName: idm.Localized{"DE": "Verkauf"}, Record: record,
}

func TestEnterpriseRoles(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.EnterpriseRole(ctx, "acme", "er-sales")
			},
			request: "GET /core/v1/acme/eroles/er-sales", response: salesJSON, want: sales,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.EnterpriseRoles(ctx, "acme"))
			},
			request: "GET /core/v1/clients/acme/eroles", response: `{"items":[` + salesJSON + `]}`, want: []idm.EnterpriseRole{sales},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateEnterpriseRole(ctx, "acme", idm.EnterpriseRoleInput{
					ExtID: idm.Set("e/1"), Name: idm.Set("Sales"), Description: idm.Set("d"), DisplayName: idm.Localized{"DE": "Verkauf"},
				})
			},
			request: "POST /core/v1/acme/eroles", body: `{"extId":"e/1","name":"Sales","description":"d","displayName":{"DE":"Verkauf"}}`,
			status: 201, location: "/core/v1/acme/eroles/e%2F1", want: "e/1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateEnterpriseRole(ctx, "acme", "er-sales", idm.EnterpriseRoleInput{
					Name: idm.Set("Sales"), Description: idm.Clear[string](), DisplayName: idm.Localized{"FR": ""},
					Versioned: idm.Versioned{Version: 3},
				})
			},
			request: "PATCH /core/v1/acme/eroles/er-sales", body: `{"name":"Sales","description":"","displayName":{"FR":""},"version":3}`,
			response: salesJSON, want: sales,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeleteEnterpriseRole(ctx, "acme", "er"))
			},
			request: "DELETE /core/v1/acme/eroles/er", status: 204,
		},
		"members": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.EnterpriseRoleMembers(ctx, "acme", "er-sales"))
			},
			request: "GET /core/v1/acme/eroles/er-sales/roles", response: `{"items":[` + roleJSON + `]}`, want: []idm.Role{role},
		},
		"add member": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.AddEnterpriseRoleMember(ctx, "acme", "er", "r/1"))
			},
			request: "PUT /core/v1/acme/eroles/er/roles/r%2F1", status: 204,
		},
		"remove member": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.RemoveEnterpriseRoleMember(ctx, "acme", "er", "r"))
			},
			request: "DELETE /core/v1/acme/eroles/er/roles/r", status: 204,
		},
		"properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.EnterpriseRoleProperties(ctx, "acme", "er")
			},
			request: "GET /core/v1/acme/eroles/er/properties", response: `{"a":"1"}`, want: idm.Properties{
				Values: map[string]string{"a": "1"},
			},
		},
		"update properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateEnterpriseRoleProperties(ctx, "acme", "er", map[string]string{"a": "1", "b": ""})
			},
			request: "PATCH /core/v1/acme/eroles/er/properties", body: `{"a":"1","b":""}`,
			response: `{"a":"1"}`, want: idm.Properties{Values: map[string]string{"a": "1"}},
		},
	})
}
