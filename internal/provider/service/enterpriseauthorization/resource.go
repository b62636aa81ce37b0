package enterpriseauthorization

import (
	"context"
	"errors"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// enterpriseAuthorizationResource inherits Read and Delete from resourcebase.Object.
type enterpriseAuthorizationResource struct {
	resourcebase.Object[model, idm.EnterpriseAuthorization, idm.EnterpriseAuthorizationPatch, *model]
}

func newResource() resource.Resource {
	r := &enterpriseAuthorizationResource{}
	r.Resource, r.Calls = base(), resourcebase.ObjectCalls[idm.EnterpriseAuthorization, idm.EnterpriseAuthorizationPatch, *model]{
		Ops: idm.EnterpriseAuthorizationOps,
		Post: func(ctx context.Context, api *idm.API, plan *model) (string, error) {
			return api.CreateEnterpriseAuthorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), plan.create())
		},
		Patch: func(ctx context.Context, api *idm.API, state *model, version int64, patch idm.EnterpriseAuthorizationPatch) (
			idm.EnterpriseAuthorization, error,
		) {
			patch.Version = version
			key := state.KeyValues()
			return api.UpdateEnterpriseAuthorization(ctx, key[0], key[1], key[2], patch)
		},
		Delete: func(ctx context.Context, api *idm.API, state *model) error {
			key := state.KeyValues()
			return api.DeleteEnterpriseAuthorization(ctx, key[0], key[1], key[2])
		},
		Siblings: func(ctx context.Context, api *idm.API, plan *model) iter.Seq2[idm.EnterpriseAuthorization, error] {
			return idm.EnterpriseAuthorizationOps.List(ctx, api, plan.Place())
		},
	}
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: planchecks.Subject{
		Type: objecttype.EnterpriseAuthorization, Inspect: (*planchecks.Planned).InspectSiblings,
	}}
}

func (r *enterpriseAuthorizationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Grants an enterprise role, and so all its roles, to a profile. A profile can have each enterprise " +
			"role once.\n\n`idm_profile_enterprise_authorizations` manages all enterprise authorizations of a profile instead.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Type.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"profile_ext_id": attrs.Reference("External ID of the profile that gets the enterprise role. Changing it replaces the " +
				"enterprise authorization."),
			"ext_id": attrs.ExtID("enterprise authorization"),
			"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role that is granted. Changing it replaces the " +
				"enterprise authorization."),
			"validity": attrs.Validity("enterprise authorization"),
		},
	}
}

func (r *enterpriseAuthorizationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.OwnerLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	ops := r.CreateOps(ctx, &plan)
	ops.Held = lock
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(&plan), req.Plan, ops)
	if err != nil {
		resp.Diagnostics.Append(r.notGranted(ctx, &plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, to, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.API.EnterpriseAuthorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", &plan, err).WarnReadAfterCreate())
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, plan.Read(authorization))...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *enterpriseAuthorizationResource) notGranted(ctx context.Context, plan *model, err error) diag.Diagnostic {
	return r.Failure("create", plan, err).NotGranted(plan.EnterpriseRoleExtID.ValueString(), r.granted(ctx, plan))
}

// granted lists the grants of the profile.
func (r *enterpriseAuthorizationResource) granted(ctx context.Context, m *model) iter.Seq2[grants.Grant, error] {
	return grants.Of(r.Calls.Siblings(ctx, r.API, m), func(a idm.EnterpriseAuthorization) grants.Grant {
		return grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID}
	})
}

func (r *enterpriseAuthorizationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.OwnerLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	version := update.Version()
	if resourcebase.Changes(plan.PatchFrom(&state, &state)) {
		authorization, err := r.SendPatch(ctx, update, &plan, &state)
		if errors.Is(err, idm.ErrNoRecord) && r.Writes.Declared(state.OwnerLock()) {
			authorization, err = r.grantAgain(ctx, req.Plan, &plan)
		}
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		version = state.Read(authorization)
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// grantAgain creates a grant that its profile has lost, because this run replaced the profile.
func (r *enterpriseAuthorizationResource) grantAgain(ctx context.Context, desired tfsdk.Plan, plan *model) (idm.EnterpriseAuthorization,
	error) {
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(plan), desired, r.CreateOps(ctx, plan))
	if err != nil {
		return idm.EnterpriseAuthorization{}, err
	}
	return r.API.EnterpriseAuthorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
}
