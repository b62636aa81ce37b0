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

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type enterpriseAuthorizationResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &enterpriseAuthorizationResource{base()}
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{
		Type: objecttype.EnterpriseAuthorization, Inspect: (*plancheck.Planned).InspectSiblings,
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
	defer r.LockShared(ctx, &resp.Diagnostics, plan.profileLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(&plan), req.Plan, r.createOps(ctx, &plan))
	if err != nil {
		resp.Diagnostics.Append(r.notGranted(ctx, &plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.API.EnterpriseAuthorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", &plan, err).WarnReadAfterCreate())
		return
	}
	plan.read(authorization)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, authorization.Version)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *enterpriseAuthorizationResource) notGranted(ctx context.Context, plan *model, err error) diag.Diagnostic {
	return r.Failure("create", plan, err).NotGranted(plan.EnterpriseRoleExtID.ValueString(), r.granted(ctx, plan))
}

// granted lists the grants of the profile.
func (r *enterpriseAuthorizationResource) granted(ctx context.Context, m *model) iter.Seq2[grants.Grant, error] {
	all := r.API.EnterpriseAuthorizations(ctx, m.ClientExtID.ValueString(), m.ProfileExtID.ValueString())
	return grants.Of(all, func(a idm.EnterpriseAuthorization) grants.Grant {
		return grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID}
	})
}

func (r *enterpriseAuthorizationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.find(ctx, &state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(authorization)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, authorization.Version)...)
}

// find reads the enterprise authorization from the list that all of the profile share, or with a
// separate request if the list lacks it.
func (r *enterpriseAuthorizationResource) find(ctx context.Context, state *model) (idm.EnterpriseAuthorization, error) {
	client, profile, extID := state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), state.ExtID.ValueString()
	return listcache.Read(ctx, r.Lists, r.API, idm.EnterpriseAuthorizationOps, idm.Place{Client: client, Owner: profile}, extID)
}

func (r *enterpriseAuthorizationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.profileLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	patch, version := plan.patchFrom(&state), update.Version()
	if resourcebase.Changes(patch) {
		authorization, err := r.sendPatch(ctx, update, &state, patch)
		if errors.Is(err, idm.ErrNoRecord) && r.Writes.Declared(state.profileLock()) {
			authorization, err = r.grantAgain(ctx, req.Plan, &plan)
		}
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(authorization)
		version = authorization.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// grantAgain creates a grant that its profile has lost, because this run replaced the profile.
func (r *enterpriseAuthorizationResource) grantAgain(ctx context.Context, desired tfsdk.Plan, plan *model) (idm.EnterpriseAuthorization,
	error) {
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(plan), desired, r.createOps(ctx, plan))
	if err != nil {
		return idm.EnterpriseAuthorization{}, err
	}
	return r.API.EnterpriseAuthorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
}

// sendPatch sends the changes of an update.
func (r *enterpriseAuthorizationResource) sendPatch(ctx context.Context, update write.Update, state *model,
	patch idm.EnterpriseAuthorizationPatch) (authorization idm.EnterpriseAuthorization, err error) {
	client, profile, extID := state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		authorization, err = r.API.UpdateEnterpriseAuthorization(ctx, client, profile, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		authorization, err = r.API.EnterpriseAuthorization(ctx, client, profile, extID)
		remote := *state
		if err == nil {
			remote.read(authorization)
		}
		return &remote, authorization.Version, err
	})
	return authorization, err
}

func (r *enterpriseAuthorizationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.profileLock()).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(r.LockKey(&state), &resp.Diagnostics) {
		return
	}
	err := r.API.DeleteEnterpriseAuthorization(ctx, state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(),
		state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
