package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const (
	authorizationJSON = `{"extId":"a-1","roleExtId":"crm-reader","clientGlobal":true,"unitGlobal":false,"appGlobal":null,
		"validity":{"from":"2023-01-01T00:00:00Z"},` + recordJSON + `}`
	enterpriseAuthorizationJSON = `{"extId":"e-1","enterpriseRoleExtId":"er-sales","validity":null,` + recordJSON + `}`
)

var (
	authorization = idm.Authorization{
		ExtID: "a-1", RoleExtID: "crm-reader", ClientGlobal: new(true), UnitGlobal: new(false),
		Validity: idm.Validity{From: "2023-01-01T00:00:00Z"}, Record: record,
	}
	enterpriseAuthorization = idm.EnterpriseAuthorization{ExtID: "e-1", EnterpriseRoleExtID: "er-sales", Record: record}
)

func TestAuthorizations(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.Authorization(ctx, "acme", "p", "a-1")
			},
			request: "GET /core/v1/acme/profiles/p/authorizations/a-1", response: authorizationJSON, want: authorization,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.Authorizations(ctx, "acme", "p"))
			},
			request:  "GET /core/v1/acme/profiles/p/authorizations/",
			response: `{"items":[` + authorizationJSON + `]}`, want: []idm.Authorization{authorization},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateAuthorization(ctx, "acme", "p", idm.AuthorizationInput{
					ExtID: idm.Set("a-1"), RoleExtID: idm.Set("crm-reader"), ClientGlobal: idm.Set(true), UnitGlobal: idm.Set(false),
					AppGlobal:            idm.Set(false),
					EnterpriseRoleGlobal: idm.Set(true), Validity: &idm.ValidityPatch{From: idm.Set("f"), To: idm.Set("t")},
				})
			},
			request: "POST /core/v1/acme/profiles/p/authorizations/",
			body: `{"extId":"a-1","roleExtId":"crm-reader","clientGlobal":true,"unitGlobal":false,"appGlobal":false,
				"enterpriseRoleGlobal":true,"validity":{"from":"f","to":"t"}}`,
			status: 201, location: "/core/v1/acme/profiles/p/authorizations/a-1", want: "a-1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateAuthorization(ctx, "acme", "p", "a-1", idm.AuthorizationInput{
					ClientGlobal: idm.Set(true), EnterpriseRoleGlobal: idm.Set(false),
					Validity: &idm.ValidityPatch{From: idm.Set("f")}, Versioned: idm.Versioned{Version: 2},
				})
			},
			request:  "PATCH /core/v1/acme/profiles/p/authorizations/a-1",
			body:     `{"clientGlobal":true,"enterpriseRoleGlobal":false,"validity":{"from":"f"},"version":2}`,
			response: authorizationJSON, want: authorization,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeleteAuthorization(ctx, "acme", "p", "a-1"))
			},
			request: "DELETE /core/v1/acme/profiles/p/authorizations/a-1", status: 204,
		},
		"properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.AuthorizationProperties(ctx, "acme", "p", "a-1")
			},
			request:  "GET /core/v1/acme/profiles/p/authorizations/a-1/properties",
			response: `{"limit":"100"}`, want: idm.Properties{Values: map[string]string{"limit": "100"}},
		},
		"update properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateAuthorizationProperties(ctx, "acme", "p", "a-1", map[string]string{"limit": ""})
			},
			request: "PATCH /core/v1/acme/profiles/p/authorizations/a-1/properties", body: `{"limit":""}`,
			response: `{}`, want: idm.Properties{Values: map[string]string{}},
		},
	})
}

func TestEnterpriseAuthorizations(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.EnterpriseAuthorization(ctx, "acme", "p", "e-1")
			},
			request:  "GET /core/v1/acme/profiles/p/eauthorizations/e-1",
			response: enterpriseAuthorizationJSON, want: enterpriseAuthorization,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.EnterpriseAuthorizations(ctx, "acme", "p"))
			},
			request:  "GET /core/v1/acme/profiles/p/eauthorizations/",
			response: `{"items":[` + enterpriseAuthorizationJSON + `]}`, want: []idm.EnterpriseAuthorization{enterpriseAuthorization},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateEnterpriseAuthorization(ctx, "acme", "p",
					idm.EnterpriseAuthorizationInput{EnterpriseRoleExtID: idm.Set("er-sales")})
			},
			request: "POST /core/v1/acme/profiles/p/eauthorizations/", body: `{"enterpriseRoleExtId":"er-sales"}`,
			status: 201, location: "/core/v1/acme/profiles/p/eauthorizations/e-1", want: "e-1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateEnterpriseAuthorization(ctx, "acme", "p", "e-1", idm.EnterpriseAuthorizationInput{
					Validity: &idm.ValidityPatch{To: idm.Set("t")}, Versioned: idm.Versioned{Version: 2},
				})
			},
			request: "PATCH /core/v1/acme/profiles/p/eauthorizations/e-1", body: `{"validity":{"to":"t"},"version":2}`,
			response: enterpriseAuthorizationJSON, want: enterpriseAuthorization,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeleteEnterpriseAuthorization(ctx, "acme", "p", "e-1"))
			},
			request: "DELETE /core/v1/acme/profiles/p/eauthorizations/e-1", status: 204,
		},
	})
}
