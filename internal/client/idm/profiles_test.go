package idm_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestProfiles(t *testing.T) {
	runAll(t, map[string]exchange{
		"create, addressed below the client": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.ProfileWrites.Create(ctx, api, idm.Under("acme", "u-anna"), idm.ProfileInput{})
			},
			request: "POST /core/v1/acme/users/u-anna/profiles", body: `{}`,
			status: 201, location: "/core/v1/acme/profiles/p-2", want: "p-2",
		},
	})
}
