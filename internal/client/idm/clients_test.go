package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

const clientJSON = `{"extId":"acme","name":"Acme","displayName":{"EN":"Acme Inc."},"remarks":"r",` + recordJSON + `}`

var client = idm.Client{ExtID: "acme", Name: "Acme", DisplayName: idm.Localized{"EN": "Acme Inc."}, Remarks: "r", Record: record}

func TestClients(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Client(ctx, "acme") },
			request: "GET /core/v1/clients/acme", response: clientJSON, want: client,
		},
		"list": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.Clients(ctx, idm.ClientQuery{Filters: map[string]string{"name": "Acme", "displayName.EN": "A&B"},
					Limit: 50, Info: &rest.ListInfo{}}))
			},
			request:  "GET /core/v1/clients?displayName.EN=A%26B&limit=50&name=Acme",
			response: `{"items":[` + clientJSON + `]}`, want: []idm.Client{client},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateClient(ctx,
					idm.ClientInput{ExtID: idm.Set("c/1"), Name: idm.Set("Acme"), DisplayName: idm.Localized{"EN": "A"},
						Remarks: idm.Set("r")})
			},
			request: "POST /core/v1/clients", body: `{"extId":"c/1","name":"Acme","displayName":{"EN":"A"},"remarks":"r"}`,
			status: 201, location: "/core/v1/clients/c%2F1",
			response: `{"defaultTemplateCollectionName":"t","defaultUnitExtId":"u","defaultProfilePolicyExtId":"p"}`,
			want:     "c/1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateClient(ctx, "acme", idm.ClientInput{Name: idm.Set("Acme"), DisplayName: idm.Localized{"EN": ""},
					Remarks: idm.Clear[string]()})
			},
			request: "PATCH /core/v1/clients/acme", body: `{"name":"Acme","displayName":{"EN":""},"remarks":""}`, response: clientJSON,
			want: client,
		},
		"delete": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return nothing(api.DeleteClient(ctx, "acme")) },
			request: "DELETE /core/v1/clients/acme", status: 204,
		},
		"applications": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.ClientApplications(ctx, "acme"))
			},
			request:  "GET /core/v1/clients/acme/applications",
			response: `{"items":[` + applicationJSON + `]}`, want: []idm.Application{application},
		},
		"assign": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.AssignApplication(ctx, "acme", "crm"))
			},
			request: "PUT /core/v1/clients/acme/applications/crm/", status: 204,
		},
		"assign, response a body": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.AssignApplication(ctx, "acme", "crm"))
			},
			request: "PUT /core/v1/clients/acme/applications/crm/", status: 200, response: `{"extId":"crm"}`,
		},
		"unassign": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.UnassignApplication(ctx, "acme", "crm"))
			},
			request: "DELETE /core/v1/clients/acme/applications/crm/", status: 204,
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
