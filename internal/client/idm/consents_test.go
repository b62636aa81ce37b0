package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestConsents(t *testing.T) {
	runAll(t, map[string]exchange{
		"consents": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.UserConsents(ctx, "acme", "u-anna"))
			},
			request:  "GET /core/v1/acme/users/u-anna/consents/",
			response: `[{"termsExtId":"tos","acceptanceDate":"2024-01-01T00:00:00Z","termsVersion":"2"}]`,
			want:     []idm.Consent{{TermsExtID: "tos", AcceptanceDate: "2024-01-01T00:00:00Z", TermsVersion: "2"}},
		},
		"create consent": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateConsent(ctx, "acme", "u-anna", "tos")
			},
			request: "POST /core/v1/acme/users/u-anna/consents", body: `{"termsExtId":"tos"}`,
			status: 201, location: "/core/v1/acme/users/u-anna/consents/c%2F1",
			want: "c/1",
		},
		"pending terms": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(api.PendingTerms(ctx, "acme", "u-anna"))
			},
			request: "GET /core/v1/acme/users/u-anna/terms-pending/",
			response: `{"items":[{"extId":"tos","name":"Terms","active":true,"silentAcceptance":false,"termsVersion":"2",
				"urls":{"EN":"https://x.example"},
				"applicationExtIds":["crm"],"created":"2023-08-18T12:34:56Z","lastModified":"2024-01-02T03:04:05Z"}]}`,
			want: []idm.Terms{{
				ExtID: "tos", Name: "Terms", Active: new(true), SilentAcceptance: new(false), TermsVersion: "2",
				URLs: map[string]string{"EN": "https://x.example"}, ApplicationExtIDs: []string{"crm"},
				Record: idm.Record{Created: record.Created, LastModified: record.LastModified},
			}},
		},
	})
}
