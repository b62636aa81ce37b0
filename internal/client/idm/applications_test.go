package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestApplications(t *testing.T) {
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Application(ctx, "crm") },
			request: "GET /core/v1/applications/crm", response: applicationJSON, want: application,
		},
		"list": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return collect(api.Applications(ctx)) },
			request: "GET /core/v1/applications", response: `{"items":[` + applicationJSON + `]}`, want: []idm.Application{application},
		},
		"create with little": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateApplication(ctx, idm.ApplicationInput{Name: idm.Set("CRM"), Displayed: idm.Set(false)})
			},
			request: "POST /core/v1/applications", body: `{"name":"CRM","displayed":false}`,
			status: 201, location: "/core/v1/applications/gen-1", want: "gen-1",
		},
		"create with all": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateApplication(ctx, idm.ApplicationInput{
					ExtID: idm.Set("a/1"), Name: idm.Set("CRM"), Description: idm.Set("d"), URL: idm.Set("https://crm.example"),
					Displayed: idm.Set(true),
					DisplayName: idm.Localized{
						"EN": "CRM",
					},
				})
			},
			request: "POST /core/v1/applications",
			body: `{"extId":"a/1","name":"CRM","description":"d","url":"https://crm.example","displayed":true,` +
				`"displayName":{"EN":"CRM"}}`,
			status: 201, location: "/core/v1/applications/a%2F1", want: "a/1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateApplication(ctx, "crm", idm.ApplicationInput{
					Name: idm.Set("CRM"), Description: idm.Clear[string](), URL: idm.Clear[string](), Displayed: idm.Set(false),
					DisplayName: idm.Localized{"EN": ""}, Versioned: idm.Versioned{Version: 3},
				})
			},
			request:  "PATCH /core/v1/applications/crm",
			body:     `{"name":"CRM","description":"","url":"","displayed":false,"displayName":{"EN":""},"version":3}`,
			response: applicationJSON, want: application,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeleteApplication(ctx, "crm"))
			},
			request: "DELETE /core/v1/applications/crm", status: 204,
		},
	})
}
