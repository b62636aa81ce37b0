package devicepassword

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

func newResource() *credentials.Password[model, *model] {
	return credentials.NewPassword[model](objecttype.DevicePassword, credentials.Calls[*model]{
		Description: "A device password of a user. A technical user signs in with it: the token is Base64 of " +
			"`userExtId:credentialExtId:secret`, or the provider's `technical_user`.\n\nA change of `password_wo_version` sets the " +
			"password in place; the credential keeps its external ID.",
		Ops: idm.DevicePasswordOps,
		List: func(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[idm.Credential, error] {
			return api.DevicePasswords(ctx, at.Client, at.Owner)
		},
	}, credentials.Limits{Shortest: 32, Longest: 100})
}
