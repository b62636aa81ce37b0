package profileauthorizations

import (
	"context"
	"iter"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type patchSender = func(key string, recorded grants.Record) (idm.Authorization, error)

// service returns the operations on the authorizations of a profile.
func (r *authorizationsResource) service(ctx context.Context, m *model, sendPatch patchSender, diags *diag.Diagnostics) reconcile.Grants[grant,
	idm.Authorization] {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return reconcile.Grants[grant, idm.Authorization]{
		Noun:    "authorization",
		Of:      func(a idm.Authorization) grants.Grant { return grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID} },
		Version: func(a idm.Authorization) int64 { return a.Version },
		Show:    shown,
		Differs: func(desired, have grant) bool { return resourcebase.Changes(desired.patchFrom(have)) },
		List:    func() iter.Seq2[idm.Authorization, error] { return r.API.Authorizations(ctx, client, profile) },
		Create: func(g grants.Grant, desired grant, find func() (string, error)) (string, error) {
			return r.grant(ctx, m, desired.create(g.RoleExtID, g.ExtID), find)
		},
		Update: sendPatch,
		Keep: func(extID string) bool {
			return r.KeepsDeclared(append(single(m), extID), diags)
		},
		Delete: func(extID string) error { return r.API.DeleteAuthorization(ctx, client, profile, extID) },
	}
}

// grant grants a role. If the release does not accept an external ID, grant repeats the request
// without it.
func (r *authorizationsResource) grant(ctx context.Context, m *model, body idm.AuthorizationCreate, find func() (string, error)) (string,
	error) {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return r.Writes.CreateUnique(ctx, func() (string, error) {
		extID, err := r.API.CreateAuthorization(ctx, client, profile, body)
		if resourcebase.RefusesExtID(err) {
			body.ExtID = ""
			return r.API.CreateAuthorization(ctx, client, profile, body)
		}
		return extID, err
	}, find)
}

// patchSender changes one of the authorizations from the state to the plan, with a check for
// concurrent changes.
func (r *authorizationsResource) patchSender(ctx context.Context, update write.Update, plan, state model) patchSender {
	client, profile := state.ClientExtID.ValueString(), state.ProfileExtID.ValueString()
	return func(key string, recorded grants.Record) (now idm.Authorization, err error) {
		extID, patch := recorded.ExtID, plan.Authorizations[key].patchFrom(state.Authorizations[key])
		one := update.Of(write.LockKey{"authorization", client, profile, extID}, recorded.Version)
		err = one.PatchWithConflictCheck(ctx, func(version int64) (err error) {
			patch.Version = version
			now, err = r.API.UpdateAuthorization(ctx, client, profile, extID, patch)
			return err
		}, func() (_ any, version int64, err error) {
			now, err = r.API.Authorization(ctx, client, profile, extID)
			remote := state
			remote.Authorizations = maps.Clone(state.Authorizations)
			remote.Authorizations[key] = shown(now)
			return &remote, now.Version, err
		})
		return now, err
	}
}

// single returns the key of the resource that manages a single grant, without its external ID.
func single(m *model) write.LockKey {
	return write.LockKey{"authorization", m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}
