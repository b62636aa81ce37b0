package authorization

import (
	"context"
	"errors"
	"iter"

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

// authorizationResource inherits Read and Delete from resourcebase.Object.
type authorizationResource struct {
	resourcebase.Object[model, idm.Authorization, idm.AuthorizationPatch, *model]
}

func newResource() resource.Resource {
	r := &authorizationResource{}
	r.Resource, r.Calls = base(), resourcebase.ObjectCalls[idm.Authorization, idm.AuthorizationPatch, *model]{
		Ops: idm.AuthorizationOps,
		Patch: func(ctx context.Context, api *idm.API, state *model, version int64, patch idm.AuthorizationPatch) (
			idm.Authorization, error,
		) {
			patch.Version = version
			key := state.KeyValues()
			return api.UpdateAuthorization(ctx, key[0], key[1], key[2], patch)
		},
		Delete: func(ctx context.Context, api *idm.API, state *model) error {
			key := state.KeyValues()
			return api.DeleteAuthorization(ctx, key[0], key[1], key[2])
		},
		Siblings: func(ctx context.Context, api *idm.API, plan *model) iter.Seq2[idm.Authorization, error] {
			return idm.AuthorizationOps.List(ctx, api, plan.Place())
		},
	}
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: planchecks.Subject{
		Type: objecttype.Authorization, Inspect: (*planchecks.Planned).InspectSiblings,
	}}
}

func (r *authorizationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Grants a role to a profile, which can have each role once.\n\nFour data rooms limit the role: " +
			"clients, units, applications and enterprise roles. Each is global or a list of elements. The service has no operation " +
			"for the elements, so only the four booleans are managed. They default to `false`: the plan closes a data room that was " +
			"opened by hand.\n\n`idm_profile_authorizations` manages all authorizations of a profile instead.",
		Attributes: map[string]schema.Attribute{
			"id":             attrs.ID(r.Type.Key.Form()),
			"client_ext_id":  attrs.ClientExtID(),
			"profile_ext_id": attrs.Reference("External ID of the profile that gets the role. Changing it replaces the authorization."),
			"ext_id":         extIDAttribute(),
			"role_ext_id":    attrs.Reference("External ID of the role that is granted. Changing it replaces the authorization."),
			"validity":       attrs.Validity("authorization"),
		},
	}
	for _, room := range grants.Rooms {
		resp.Schema.Attributes[room.Attribute] = attrs.DataRoom(room.Objects)
	}
}

func extIDAttribute() schema.StringAttribute {
	a := attrs.ExtID("authorization")
	a.MarkdownDescription += " Some releases of the service assign it themselves, and setting it is an error."
	return a
}

func (r *authorizationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.OwnerLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	chosen := !plan.ExtID.IsUnknown()
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	ops := r.createOps(ctx, &plan, chosen)
	ops.Held = lock
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(&plan), req.Plan, ops)
	if err != nil {
		resp.Diagnostics.Append(r.notGranted(ctx, &plan, chosen, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, to, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	authorization, err := r.API.Authorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", &plan, err).WarnReadAfterCreate())
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, plan.Read(authorization))...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *authorizationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
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
func (r *authorizationResource) grantAgain(ctx context.Context, desired tfsdk.Plan, plan *model) (idm.Authorization, error) {
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(plan), desired, r.createOps(ctx, plan, true))
	if err != nil {
		return idm.Authorization{}, err
	}
	return r.API.Authorization(ctx, plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString(), extID)
}
