package profileauthorizations

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// service returns the operations on the authorizations of a profile.
func service(ctx context.Context, r *resourcebase.Resource, m *model) reconcile.Grants[attrs.Grant, idm.Authorization] {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return reconcile.Grants[attrs.Grant, idm.Authorization]{
		Noun:    "authorization",
		Of:      func(a idm.Authorization) grants.Grant { return grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID} },
		Version: func(a idm.Authorization) int64 { return a.Version },
		Show:    attrs.GrantValue,
		Differs: func(desired, have attrs.Grant) bool { return resourcebase.Changes(attrs.PatchGrant(desired, have)) },
		List:    func() iter.Seq2[idm.Authorization, error] { return r.API.Authorizations(ctx, client, profile) },
		Create: func(g grants.Grant, desired attrs.Grant, find func() (string, error)) (string, error) {
			input := attrs.PatchGrant(desired, attrs.Grant{})
			input.ExtID, input.RoleExtID = idm.Set(g.ExtID), idm.Set(g.RoleExtID)
			return create(ctx, r, m, input, find)
		},
		Delete: func(extID string) error { return r.API.DeleteAuthorization(ctx, client, profile, extID) },
	}
}

// create grants a role. If the release does not accept an external ID, create repeats the request
// without it.
func create(ctx context.Context, r *resourcebase.Resource, m *model, input idm.AuthorizationInput, find func() (string, error)) (string,
	error) {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return r.Writes.CreateUnique(ctx, func() (string, error) {
		extID, err := r.API.CreateAuthorization(ctx, client, profile, input)
		if resourcebase.RefusesExtID(err) {
			input.ExtID = idm.Field[string]{}
			return r.API.CreateAuthorization(ctx, client, profile, input)
		}
		return extID, err
	}, find)
}
