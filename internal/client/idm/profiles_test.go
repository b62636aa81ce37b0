package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const (
	profileJSON = `{"extId":"p-1","userExtId":"u-anna","unitExtId":"acme-hq","clientExtId":"acme","deputedProfileExtId":null,"name":"Main",
		"profileState":"active","isDefaultProfile":true,"remarks":"r","modificationComment":"c",
		"validity":{"to":"2030-01-01T00:00:00Z"},` + recordJSON + `}`
	roleJSON = `{"extId":"crm-reader","applicationExtId":"crm","applicationName":"CRM","name":"Reader","description":"d",` +
		recordJSON + `}`
	applicationJSON = `{"extId":"crm","name":"CRM","description":"d","url":"https://crm.example","displayed":true,` +
		`"displayName":{"EN":"CRM"},` + recordJSON + `}`
)

var (
	profile = idm.Profile{
		ExtID: "p-1", UserExtID: "u-anna", UnitExtID: "acme-hq", ClientExtID: "acme", Name: "Main", ProfileState: "active",
		IsDefaultProfile: new(true), Remarks: "r", ModificationComment: "c", Validity: idm.Validity{To: "2030-01-01T00:00:00Z"},
		Record: record,
	}
	role = idm.Role{ExtID: "crm-reader", ApplicationExtID: "crm", ApplicationName: "CRM", Name: "Reader", Description: "d",
		Record: record}
	application = idm.Application{
		ExtID: "crm", Name: "CRM", Description: "d", URL: "https://crm.example", Displayed: new(true),
		DisplayName: idm.Localized{"EN": "CRM"}, Record: record,
	}
)

func TestProfiles(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Profile(ctx, "acme", "p-1") },
			request: "GET /core/v1/acme/profiles/p-1", response: profileJSON, want: profile,
		},
		"of a user": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.UserProfiles(ctx, "acme", "u-anna"))
			},
			request:  "GET /core/v1/acme/users/u-anna/profiles",
			response: `{"items":[` + profileJSON + `]}`, want: []idm.Profile{profile},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateProfile(ctx, "acme", "u-anna", idm.ProfileInput{
					ExtID: idm.Set("p-1"), UnitExtID: idm.Set("acme-hq"), Name: idm.Set("Main"), ProfileState: idm.Set("active"),
					IsDefaultProfile: idm.Set(false),
					Remarks:          idm.Set("r"), ModificationComment: idm.Set("c"),
					Validity: &idm.ValidityPatch{From: idm.Set("2023-01-01T00:00:00Z")},
				})
			},
			request: "POST /core/v1/acme/users/u-anna/profiles",
			body: `{"extId":"p-1","unitExtId":"acme-hq","name":"Main","profileState":"active","isDefaultProfile":false,"remarks":"r",
				"modificationComment":"c","validity":{"from":"2023-01-01T00:00:00Z"}}`,
			status: 201, location: "/core/v1/acme/users/u-anna/profiles/p-1", want: "p-1",
		},
		"create, addressed below the client": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateProfile(ctx, "acme", "u-anna", idm.ProfileInput{})
			},
			request: "POST /core/v1/acme/users/u-anna/profiles", body: `{}`,
			status: 201, location: "/core/v1/acme/profiles/p-2", want: "p-2",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateProfile(ctx, "acme", "p-1", idm.ProfileInput{
					Name: idm.Set("Main"), ProfileState: idm.Set("active"), IsDefaultProfile: idm.Set(true),
					Remarks: idm.Clear[string](), ModificationComment: idm.Set("c"), Versioned: idm.Versioned{Version: 2},
				})
			},
			request:  "PATCH /core/v1/acme/profiles/p-1",
			body:     `{"name":"Main","profileState":"active","isDefaultProfile":true,"remarks":"","modificationComment":"c","version":2}`,
			response: profileJSON, want: profile,
		},
		"update nothing": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateProfile(ctx, "acme", "p-1", idm.ProfileInput{})
			},
			request: "PATCH /core/v1/acme/profiles/p-1", body: `{}`, response: profileJSON, want: profile,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeleteProfile(ctx, "acme", "p-1"))
			},
			request: "DELETE /core/v1/acme/profiles/p-1", status: 204,
		},
		"unit": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.ProfileUnit(ctx, "acme", "p-1") },
			request: "GET /core/v1/acme/profiles/p-1/unit", response: unitJSON, want: unit,
		},
		"set unit": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.SetProfileUnit(ctx, "acme", "p-1", "u"))
			},
			request: "PUT /core/v1/acme/profiles/p-1/unit/u", status: 204,
		},
		"roles": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.ProfileRoles(ctx, "acme", "p-1"))
			},
			request: "GET /core/v1/acme/profiles/p-1/roles", response: `{"items":[` + roleJSON + `]}`, want: []idm.Role{role},
		},
		"enterprise roles": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.ProfileEnterpriseRoles(ctx, "acme", "p-1"))
			},
			request: "GET /core/v1/acme/profiles/p-1/eroles",
			response: `{"items":[{"extId":"er","clientExtId":"acme","name":"Sales","description":"d","displayName":{"FR":"Ventes"},` +
				recordJSON + `}]}`,
			want: []idm.EnterpriseRole{{
				ExtID: "er", ClientExtID: "acme", Name: "Sales", Description: "d", DisplayName: idm.Localized{"FR": "Ventes"},
				Record: record,
			}},
		},
		"applications": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.ProfileApplications(ctx, "acme", "p-1"))
			},
			request:  "GET /core/v1/acme/profiles/p-1/applications",
			response: `{"items":[` + applicationJSON + `]}`, want: []idm.Application{application},
		},
		"properties": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.ProfileProperties(ctx, "acme", "p-1") },
			request: "GET /core/v1/acme/profiles/p-1/properties", response: `{}`, want: idm.Properties{Values: map[string]string{}},
		},
	})
}
