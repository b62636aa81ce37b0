package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const policyJSON = `{"extId":"pw","clientExtId":"acme","policyType":"PwdPolicy","name":"Passwords","description":"d","defaultPolicy":true,
	"parameters":{"minLength":12,"resetCodeEnabled":false,"regex":"x","empty":"","none":null},` + recordJSON + `}`

var policy = idm.Policy{
	ExtID: "pw", ClientExtID: "acme", PolicyType: "PwdPolicy", Name: "Passwords", Description: "d", DefaultPolicy: true,
	Parameters: idm.Parameters{"minLength": "12", "resetCodeEnabled": "false", "regex": "x"}, Record: record,
}

func TestPolicies(t *testing.T) {
	update := func(patch idm.PolicyInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			return idm.PolicyWrites.Update(ctx, api, idm.In("acme"), "pw", 0, patch)
		}
	}
	runAll(t, map[string]exchange{
		"read": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.PolicyOps.Get(ctx, api, idm.In("acme"), "pw")
			},
			request: "GET /core/v1/acme/policies/pw", response: policyJSON, want: policy,
		},
		"read, missing fields": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.PolicyOps.Get(ctx, api, idm.In("acme"), "p")
			},
			request: "GET /core/v1/acme/policies/p", response: `{"extId":"p","parameters":{}}`, want: idm.Policy{ExtID: "p"},
		},
		"update, without parameters": {
			call:    update(idm.PolicyInput{Parameters: idm.Set(idm.Parameters{})}),
			request: "PATCH /core/v1/acme/policies/pw", body: `{"parameters":{}}`, response: policyJSON, want: policy,
		},
	})
}
