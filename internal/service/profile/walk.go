package profile

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// everybodys lists the profiles of all users of a client: the service lists them only by user.
func everybodys(ctx context.Context, api *idm.API, client string) iter.Seq2[idm.Profile, error] {
	return func(yield func(idm.Profile, error) bool) {
		for user, err := range api.Users(ctx, client, idm.UserQuery{}) {
			if err != nil {
				yield(idm.Profile{}, err)
				return
			}
			for profile, err := range api.UserProfiles(ctx, client, user.ExtID) {
				if !yield(profile, err) || err != nil {
					return
				}
			}
		}
	}
}
