package role

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type roleResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &roleResource{base()}
}

var release = resourcebase.Release{
	Since: "2.74.0", Instead: "Until then, make roles where they are made today, and refer to them by their external id.",
}

var collection = plancheck.Collection{
	Parent: "application_ext_id", ParentKind: references.Application,
	List: func(ctx context.Context, api *idm.API, _, application string) error {
		return plancheck.ListError(api.ApplicationRoles(ctx, application))
	},
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Noun: "role", Key: resourcebase.Key{"ext_id"}, Release: release, Collection: collection,
		References:     []plancheck.Reference{{Attribute: "application_ext_id", Kind: references.Application}},
		CascadeDeletes: "every grant of it, and its place in every enterprise role",
		Inspect: func(p *plancheck.Planned) {
			p.InspectSiblings(plancheck.Siblings{Parent: "application_ext_id", ParentKind: references.Application,
				Unique: "name", Title: "name", Where: "in its application"})
		}}
}

func (r *roleResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A role of an application: what `idm_authorization` grants to a profile, and `idm_enterprise_role_member` adds " +
			"to an enterprise role.\n\n" +
			"**Destroying it takes the role from everybody who has it, and out of every enterprise role**, also what this configuration does not " +
			"manage. " +
			"Later releases of the service have it, from 2.74.0 on.",
		Attributes: map[string]schema.Attribute{
			"id":     attrs.ID(r.Key.Form()),
			"ext_id": attrs.ServiceExtID("role"),
			"application_ext_id": attrs.Reference("External id of the application that the role belongs to. Changing it replaces the " +
				"role: everybody loses it."),
			"name":        attrs.RequiredText("Name of the role, unique in its application."),
			"description": attrs.OptionalText("What the role is for."),
		},
	}
}

func (r *roleResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockShared(ctx, &resp.Diagnostics, plan.applicationLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	extID, err := r.CreateIdempotent(ctx, req.Plan, &plan, r.createOps(ctx, &plan))
	if err != nil {
		resp.Diagnostics.Append(r.NotCreated(&plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	role, err := r.API.Role(ctx, extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(role)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, role.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// holder finds the role that has the planned name, "" when there is none.
func (r *roleResource) holder(ctx context.Context, plan *model) string {
	return resourcebase.HolderOf(r.API.ApplicationRoles(ctx, plan.ApplicationExtID.ValueString()), func(o idm.Role) (string, string) {
		return o.ExtID, o.Name
	}, plan.Name.ValueString())
}

// createOps is how the role is made, and found again when the answer is lost.
func (r *roleResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	return write.CreateOps{
		Post: func() (string, error) {
			return r.API.CreateRole(ctx, plan.ApplicationExtID.ValueString(), plan.create())
		},
		Get: func(extID string) (any, error) {
			made := *plan
			role, err := r.API.Role(ctx, extID)
			made.read(role)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteRole(ctx, extID) },
	}
}

func (r *roleResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	role, err := r.find(ctx, &state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(role)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, role.Version)...)
}

// find reads the role from the list of its application, or by itself when it is not there.
func (r *roleResource) find(ctx context.Context, state *model) (idm.Role, error) {
	extID, application := state.ExtID.ValueString(), state.ApplicationExtID.ValueString()
	return listcache.Read(ctx, r.Lists, r.API, idm.RoleOps, idm.Place{Owner: application}, extID)
}

func (r *roleResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.applicationLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	patch, version := plan.patch(&state), update.Version()
	if resourcebase.Changes(patch) {
		role, err := r.patch(ctx, update, &state, patch)
		if err != nil {
			resp.Diagnostics.Append(r.NotUpdated("update", &state, err, func() string { return r.holder(ctx, &plan) }))
			return
		}
		state.read(role)
		version = role.Version
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, version)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// patch sends what an update changes.
func (r *roleResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.RolePatch,
) (role idm.Role, err error) {
	extID := state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		role, err = r.API.UpdateRole(ctx, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		role, err = r.API.Role(ctx, extID)
		remote := *state
		if err == nil {
			remote.read(role)
		}
		return &remote, role.Version, err
	})
	return role, err
}

func (r *roleResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.applicationLock()).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.DeleteRole(ctx, state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
