package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const unitJSON = `{"extId":"acme-it","parentUnitExtId":"acme-hq","clientExtId":"acme","name":"IT","hierarchicalName":"acme-hq/acme-it",
	"description":"Computers","location":"Bern","displayName":{"EN":"IT","DE":"","FR":null,"it":"Informatica"},"abbreviation":null,
	"profileless":false,"state":"active","validity":{"from":"2023-01-01T00:00:00Z","to":null},"modificationComment":null,
	"unknown":{"x":[1]},` + recordJSON + `}`

var unit = idm.Unit{
	ExtID: "acme-it", ParentUnitExtID: "acme-hq", ClientExtID: "acme", Name: "IT", HierarchicalName: "acme-hq/acme-it",
	Description: "Computers", Location: "Bern", DisplayName: idm.Localized{"EN": "IT", "IT": "Informatica"},
	Profileless: new(false), State: "active", Validity: idm.Validity{From: "2023-01-01T00:00:00Z"}, Record: record,
}

func TestUnits(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitOps.Get(ctx, api, idm.In("acme"), "acme-it")
			},
			request: "GET /core/v1/acme/units/acme-it", response: unitJSON, want: unit,
		},
		"read, missing fields": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitOps.Get(ctx, api, idm.In("acme"), "a/b %")
			},
			request: "GET /core/v1/acme/units/a%2Fb%20%25", response: `{"extId":"a/b %"}`, want: idm.Unit{ExtID: "a/b %"},
		},
		"create with little": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitWrites.Create(ctx, api, idm.In("acme"), idm.UnitInput{Profileless: idm.Set(false)})
			},
			request: "POST /core/v1/acme/units/", body: `{"profileless":false}`,
			status: 201, location: "/core/v1/acme/units/gen-1", want: "gen-1",
		},
		"create with all": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitWrites.Create(ctx, api, idm.In("acme"), idm.UnitInput{
					ExtID: idm.Set("u/1"), ParentUnitExtID: idm.Set("acme-hq"), Name: idm.Set("IT"), Description: idm.Set("d"),
					Location:    idm.Set("l"),
					DisplayName: idm.Localized{"EN": "IT"}, Abbreviation: idm.Localized{"DE": "I"}, Profileless: idm.Set(true),
					State: idm.Set("active"), Validity: &idm.ValidityPatch{To: idm.Set("2030-01-01T00:00:00Z")},
					ModificationComment: idm.Set("c"),
				})
			},
			request: "POST /core/v1/acme/units/",
			body: `{"extId":"u/1","parentUnitExtId":"acme-hq","name":"IT","description":"d","location":"l","displayName":{"EN":"IT"},
				"abbreviation":{"DE":"I"},"profileless":true,"state":"active","validity":{"to":"2030-01-01T00:00:00Z"},
				"modificationComment":"c"}`,
			status: 201, location: "/core/v1/acme/units/u%2F1", want: "u/1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitWrites.Update(ctx, api, idm.In("acme"), "acme-it", 2, idm.UnitInput{
					Name: idm.Set("IT"), Description: idm.Clear[string](), DisplayName: idm.Localized{"DE": "", "EN": "IT"},
					Profileless: idm.Set(false), Validity: &idm.ValidityPatch{From: idm.Set("2023-01-01T00:00:00Z"),
						To: idm.Clear[string]()},
				})
			},
			request: "PATCH /core/v1/acme/units/acme-it",
			body: `{"name":"IT","description":"","displayName":{"DE":"","EN":"IT"},"profileless":false,
				"validity":{"from":"2023-01-01T00:00:00Z","to":""},"version":2}`,
			response: unitJSON, want: unit,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(idm.UnitOps.Delete(ctx, api, idm.In("acme"), "u"))
			},
			request: "DELETE /core/v1/acme/units/u", status: 204,
		},
		"children": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(idm.UnitOps.List(ctx, api, idm.Under("acme", "acme-hq")))
			},
			request:  "GET /core/v1/acme/units/acme-hq/children",
			response: `{"items":[` + unitJSON + `],"_pagination":{"limit":1000}}`, want: []idm.Unit{unit},
		},
		"move": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.MoveUnit(ctx, "acme", "to", "u"))
			},
			request: "PUT /core/v1/acme/units/to/children/u", status: 204,
		},
		"detach": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DetachUnit(ctx, "acme", "from", "u"))
			},
			request: "DELETE /core/v1/acme/units/from/children/u", status: 204,
		},
		"properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitOps.Properties(ctx, api, idm.In("acme"), "u")
			},
			request:  "GET /core/v1/acme/units/u/properties/",
			response: `{"costCenter":"42","phone":"","fax":null,"floor":3,"_classifications":{"secret":["costCenter"]}}`,
			want: idm.Properties{
				Values:          map[string]string{"costCenter": "42", "floor": "3"},
				Classifications: map[string][]string{"secret": {"costCenter"}},
			},
		},
		"update properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.UnitOps.UpdateProperties(ctx, api, idm.In("acme"), "u", map[string]string{"costCenter": "42", "phone": ""})
			},
			request: "PATCH /core/v1/acme/units/u/properties/", body: `{"costCenter":"42","phone":""}`,
			response: `{"costCenter":"42"}`, want: idm.Properties{Values: map[string]string{"costCenter": "42"}},
		},
	})
}
