package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const policyJSON = `{"extId":"pw","clientExtId":"acme","policyType":"PwdPolicy","name":"Passwords","description":"d","defaultPolicy":true,
	"parameters":{"minLength":12,"resetCodeEnabled":false,"regex":"x","empty":"","none":null},` + recordJSON + `}`

var policy = idm.Policy{
	ExtID: "pw", ClientExtID: "acme", PolicyType: "PwdPolicy", Name: "Passwords", Description: "d", DefaultPolicy: new(true),
	Parameters: idm.Parameters{"minLength": "12", "resetCodeEnabled": "false", "regex": "x"}, Record: record,
}

func TestPolicies(t *testing.T) {
	update := func(patch idm.PolicyInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			return api.UpdatePolicy(ctx, "acme", "pw", patch)
		}
	}
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Policy(ctx, "acme", "pw") },
			request: "GET /core/v1/acme/policies/pw", response: policyJSON, want: policy,
		},
		"read, missing fields": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Policy(ctx, "acme", "p") },
			request: "GET /core/v1/acme/policies/p", response: `{"extId":"p","parameters":{}}`, want: idm.Policy{ExtID: "p"},
		},
		"list": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return collect(api.Policies(ctx, "acme")) },
			request: "GET /core/v1/clients/acme/policies", response: `{"items":[` + policyJSON + `]}`, want: []idm.Policy{policy},
		},
		"create": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreatePolicy(ctx, "acme", idm.PolicyInput{
					ExtID: idm.Set("p/1"), PolicyType: idm.Set("PwdPolicy"), Name: idm.Set("n"), Description: idm.Set("d"),
					DefaultPolicy: idm.Set(false),
					Parameters: idm.Set(idm.Parameters{
						"minLength": "12",
					}),
				})
			},
			request: "POST /core/v1/acme/policies",
			body: `{"extId":"p/1","policyType":"PwdPolicy","name":"n","description":"d","defaultPolicy":false,` +
				`"parameters":{"minLength":"12"}}`,
			status: 201, location: "/core/v1/acme/policies/p%2F1", want: "p/1",
		},
		"update": {
			call: update(idm.PolicyInput{
				Name: idm.Clear[string](), Description: idm.Set("d"), DefaultPolicy: idm.Set(true),
				Parameters: idm.Set(idm.Parameters{"minLength": "12"}), Versioned: idm.Versioned{Version: 3},
			}),
			request:  "PATCH /core/v1/acme/policies/pw",
			body:     `{"name":"","description":"d","defaultPolicy":true,"parameters":{"minLength":"12"},"version":3}`,
			response: policyJSON, want: policy,
		},
		"update, without parameters": {
			call:    update(idm.PolicyInput{Parameters: idm.Set(idm.Parameters{})}),
			request: "PATCH /core/v1/acme/policies/pw", body: `{"parameters":{}}`, response: policyJSON, want: policy,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeletePolicy(ctx, "acme", "p"))
			},
			request: "DELETE /core/v1/acme/policies/p", status: 204,
		},
	})
}
