package profileenterpriseauthorizations

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// service returns the operations on the enterprise authorizations of a profile.
func service(ctx context.Context, r *resourcebase.Resource, m *model) reconcile.Grants[grant, idm.EnterpriseAuthorization] {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return reconcile.Grants[grant, idm.EnterpriseAuthorization]{
		Noun: "enterprise authorization",
		Of: func(a idm.EnterpriseAuthorization) grants.Grant {
			return grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID}
		},
		Version: func(a idm.EnterpriseAuthorization) int64 { return a.Version },
		Show:    shown,
		Differs: func(desired, have grant) bool { return resourcebase.Changes(desired.patchFrom(have)) },
		List: func() iter.Seq2[idm.EnterpriseAuthorization, error] {
			return r.API.EnterpriseAuthorizations(ctx, client, profile)
		},
		Create: func(g grants.Grant, desired grant, find func() (string, error)) (string, error) {
			input := desired.patchFrom(grant{})
			input.ExtID, input.EnterpriseRoleExtID = idm.Set(g.ExtID), idm.Set(g.RoleExtID)
			return r.Writes.CreateUnique(ctx, func() (string, error) {
				return r.API.CreateEnterpriseAuthorization(ctx, client, profile, input)
			}, find)
		},
		Delete: func(extID string) error { return r.API.DeleteEnterpriseAuthorization(ctx, client, profile, extID) },
	}
}
