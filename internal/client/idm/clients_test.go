package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestClients(t *testing.T) {
	runAll(t, map[string]exchange{
		"assign, response a body": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(idm.ClientApplicationOps.Assign(ctx, api, idm.In("acme"), "crm"))
			},
			request: "PUT /core/v1/clients/acme/applications/crm/", status: 200, response: `{"extId":"crm"}`,
		},
		"property definitions": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.PropertyDefinitions(ctx, "acme"))
			},
			request: "GET /core/v1/clients/acme/properties",
			response: `{"items":[{"propertyId":7,"name":"limit","description":"d","type":"String","scope":"onProfileForAppGlobal",
				"encrypted":true,
				"propagated":false,"stringMaxLen":20,"accessCreate":"READ_WRITE","accessModify":"READ_ONLY","guiPrecedence":1},
				{"propertyId":8,"name":"kind","type":"ENUM","scope":"PROFILE_FOR_APPLICATION_GLOBAL",
				"propertyAllowedValues":[{"propertyAllowedValId":1,"value":"a"}]}]}`,
			want: []idm.PropertyDefinition{
				{
					PropertyID: 7, Name: "limit", Description: "d", Type: "String", Scope: "onProfileForAppGlobal", Encrypted: new(true),
					Propagated: new(false), StringMaxLen: new(int64(20)), AccessCreate: "READ_WRITE", AccessModify: "READ_ONLY",
					GUIPrecedence: new(int64(1)),
				},
				{PropertyID: 8, Name: "kind", Type: "Enum", Scope: "onProfileForAppGlobal",
					AllowedValues: []idm.AllowedValue{{ID: 1, Value: "a"}}},
			},
		},
	})
}

func TestPropertyScope(t *testing.T) {
	for spelling, want := range map[string]string{
		"UNIT_GLOBAL": "onUnitGlobal", "onUnitGlobal": "onUnitGlobal", "PROFILE_FOR_APPLICATION": "onProfileForApp",
		"onProfileForApp": "onProfileForApp", "PROFILE_FOR_APPLICATION_GLOBAL": "onProfileForAppGlobal",
		"ENTERPRISE_ROLE_GLOBAL": "onEnterpriseRoleGlobal", "": "",
	} {
		if got := idm.PropertyScope(spelling); got != want {
			t.Errorf("PropertyScope(%q) = %q, want %q", spelling, got, want)
		}
	}
}
