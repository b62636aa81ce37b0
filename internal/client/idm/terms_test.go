package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const termsJSON = `{"extId":"tos","name":"Terms","active":true,"silentAcceptance":false,"termsVersion":"2",
	"urls":{"EN":"https://x.example"},
	"applicationExtIds":["crm"],` + recordJSON + `}`

var terms = idm.Terms{
	ExtID: "tos", Name: "Terms", Active: new(true), SilentAcceptance: new(false), TermsVersion: "2",
	URLs: map[string]string{"EN": "https://x.example"}, ApplicationExtIDs: []string{"crm"}, Record: record,
}

func TestTerms(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Terms(ctx, "tos") },
			request: "GET /core/v1/terms/tos", response: termsJSON, want: terms,
		},
		"list": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return collect(api.AllTerms(ctx)) },
			request: "GET /core/v1/terms", response: `{"items":[` + termsJSON + `]}`, want: []idm.Terms{terms},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateTerms(ctx, idm.TermsInput{
					Name: idm.Set("Terms"), Active: idm.Set(false), SilentAcceptance: idm.Set(true), TermsVersion: idm.Set("1"),
					URLs: idm.Set(map[string]string{
						"DE": "https://x.example",
					}),
				})
			},
			request: "POST /core/v1/terms",
			body:    `{"name":"Terms","active":false,"silentAcceptance":true,"termsVersion":"1","urls":{"DE":"https://x.example"}}`,
			status:  201, location: "/core/v1/terms/gen-1", want: "gen-1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateTerms(ctx, "tos", idm.TermsInput{
					Name: idm.Set("Terms"), Active: idm.Set(false), TermsVersion: idm.Set("2"), URLs: idm.Set(map[string]string{}),
					Versioned: idm.Versioned{Version: 3},
				})
			},
			request: "PATCH /core/v1/terms/tos", body: `{"name":"Terms","active":false,"termsVersion":"2","urls":{},"version":3}`,
			response: termsJSON, want: terms,
		},
	})
}
