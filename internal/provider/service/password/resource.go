package password

import (
	"context"
	"errors"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

func newResource() *credentials.Password[model, *model] {
	kind := credentials.NewPassword[model](objecttype.Password, credentials.Calls[*model]{
		Description: "The password of a user, who has at most one.\n\nA change of `password_wo_version`, also in the first plan after " +
			"an import, replaces the credential, because the service cannot change a password. **If the service refuses the new " +
			"password, the user has none until the next apply.**",
		Ops:  idm.PasswordOps,
		List: passwords,
	}, credentials.Limits{Generates: true})
	kind.Collection = func(ctx context.Context, api *idm.API, client, user string) error {
		_, err := idm.PasswordOps.Get(ctx, api, idm.Under(client, user), "")
		return err
	}
	return kind
}

// passwords yields the user's only password, or nothing.
func passwords(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[idm.Credential, error] {
	return func(yield func(idm.Credential, error) bool) {
		if credential, err := idm.PasswordOps.Get(ctx, api, at, ""); !errors.Is(err, idm.ErrNoRecord) {
			yield(credential, err)
		}
	}
}
