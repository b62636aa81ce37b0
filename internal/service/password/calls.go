package password

import (
	"context"
	"errors"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// calls are those of a credential that no path names by its external ID.
var calls = resourcebase.CredentialCalls{
	Get: func(api *idm.API, ctx context.Context, client, user, _ string) (idm.Credential, error) {
		return api.Password(ctx, client, user)
	},
	Update: func(api *idm.API, ctx context.Context, client, user, _ string, patch idm.CredentialPatch) (idm.Credential, error) {
		return api.UpdatePassword(ctx, client, user, patch)
	},
	Delete: func(api *idm.API, ctx context.Context, client, user, _ string) error {
		return api.DeletePassword(ctx, client, user)
	},
	List: passwords,
}

// passwords are the password of the user, if there is one.
func passwords(api *idm.API, ctx context.Context, client, user string) iter.Seq2[idm.Credential, error] {
	return func(yield func(idm.Credential, error) bool) {
		if credential, err := api.Password(ctx, client, user); !errors.Is(err, idm.ErrNoRecord) {
			yield(credential, err)
		}
	}
}
