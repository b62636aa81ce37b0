package profileenterpriseauthorizations

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

type patchSender = func(key string, recorded grants.Record) (idm.EnterpriseAuthorization, error)

// service returns the operations on the enterprise authorizations of a profile.
func (r *enterpriseAuthorizationsResource) service(ctx context.Context, m *model, sendPatch patchSender,
	diags *diag.Diagnostics) reconcile.Grants[grant,
	idm.EnterpriseAuthorization] {
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
			return r.grant(ctx, m, desired.create(g.RoleExtID, g.ExtID), find)
		},
		Update: sendPatch,
		Keep: func(extID string) bool {
			return r.KeepsDeclared(append(single(m), extID), diags)
		},
		Delete: func(extID string) error { return r.API.DeleteEnterpriseAuthorization(ctx, client, profile, extID) },
	}
}

// grant grants a role.
func (r *enterpriseAuthorizationsResource) grant(ctx context.Context, m *model, body idm.EnterpriseAuthorizationCreate,
	find func() (string, error)) (string, error) {
	client, profile := m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()
	return r.Writes.CreateUnique(ctx, func() (string, error) {
		return r.API.CreateEnterpriseAuthorization(ctx, client, profile, body)
	}, find)
}

// patchSender changes one of the enterprise authorizations from the state to the plan, with a check
// for concurrent changes.
func (r *enterpriseAuthorizationsResource) patchSender(ctx context.Context, update write.Update, plan, state model) patchSender {
	client, profile := state.ClientExtID.ValueString(), state.ProfileExtID.ValueString()
	return func(key string, recorded grants.Record) (now idm.EnterpriseAuthorization, err error) {
		extID, patch := recorded.ExtID, plan.EnterpriseAuthorizations[key].patchFrom(state.EnterpriseAuthorizations[key])
		one := update.Of(write.LockKey{"enterprise_authorization", client, profile, extID}, recorded.Version)
		err = one.PatchWithConflictCheck(ctx, func(version int64) (err error) {
			patch.Version = version
			now, err = r.API.UpdateEnterpriseAuthorization(ctx, client, profile, extID, patch)
			return err
		}, func() (_ any, version int64, err error) {
			now, err = r.API.EnterpriseAuthorization(ctx, client, profile, extID)
			remote := state
			remote.EnterpriseAuthorizations = maps.Clone(state.EnterpriseAuthorizations)
			remote.EnterpriseAuthorizations[key] = shown(now)
			return &remote, now.Version, err
		})
		return now, err
	}
}

// single returns the key of the resource that manages a single grant, without its external ID.
func single(m *model) write.LockKey {
	return write.LockKey{"enterprise_authorization", m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}
