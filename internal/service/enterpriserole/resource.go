package enterpriserole

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type enterpriseRoleResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &enterpriseRoleResource{base()}
}

var release = resourcebase.Release{
	Since: "2.75.2", Instead: "Until then, make enterprise roles where they are made today, and refer to them by their external id.",
}

var collection = plancheck.Collection{
	List: func(ctx context.Context, api *idm.API, client, _ string) error {
		return plancheck.ListError(api.EnterpriseRoles(ctx, client))
	},
}

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Noun: "enterprise_role", Key: resourcebase.Key{"client_ext_id", "ext_id"}, Release: release, Collection: collection,
		CascadeDeletes: "every grant of it, its roles and its properties",
		Inspect: func(p *plancheck.Planned) {
			p.InspectSiblings(plancheck.Siblings{Unique: "name", Title: "name", Where: "in its client"})
		},
	}
}

func (r *enterpriseRoleResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An enterprise role of a client: a set of roles that `idm_enterprise_authorization` grants to a profile as one. " +
			"Its roles are `idm_enterprise_role_member`, or all at once `idm_enterprise_role_members`.\n\n" +
			"**Destroying it takes its roles from everybody who holds it**, also by what this configuration does not manage. " +
			"Later releases of the service have it, from 2.75.2 on.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"ext_id":        attrs.ExtID("enterprise role"),
			"name":          attrs.RequiredText("Name of the enterprise role, unique in its client."),
			"description":   attrs.OptionalText("What the enterprise role is for."),
			"display_name":  attrs.LocalizedText("Name shown to people."),
		},
	}
}

func (r *enterpriseRoleResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
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
	role, err := r.API.EnterpriseRole(ctx, plan.ClientExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.WarnReadAfterCreate(&plan, err))
		return
	}
	plan.read(role)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, role.Version)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// dependents are the roles in an enterprise role, for people, for a service that keeps it for them.
// No operation lists the profiles that hold it.
func (r *enterpriseRoleResource) dependents(ctx context.Context, state *model) iter.Seq[string] {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return resourcebase.Dependents(r.API.EnterpriseRoleMembers(ctx, client, extID), func(o idm.Role) string {
		return fmt.Sprintf("enterprise role member %s", objecttype.ImportID(client, extID, o.ExtID))
	})
}

// holder finds the enterprise role that has the planned name, "" when there is none.
func (r *enterpriseRoleResource) holder(ctx context.Context, plan *model) string {
	return resourcebase.HolderOf(r.API.EnterpriseRoles(ctx, plan.ClientExtID.ValueString()), func(o idm.EnterpriseRole) (string, string) {
		return o.ExtID, o.Name
	}, plan.Name.ValueString())
}

// createOps is how the enterprise role is made, and found again when the answer is lost.
func (r *enterpriseRoleResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreateEnterpriseRole(ctx, client, plan.create()) },
		Get: func(extID string) (any, error) {
			made := *plan
			role, err := r.API.EnterpriseRole(ctx, client, extID)
			made.read(role)
			return &made, err
		},
		Holder: func() string { return r.holder(ctx, plan) },
		Delete: func(extID string) error { return r.API.DeleteEnterpriseRole(ctx, client, extID) },
	}
}

func (r *enterpriseRoleResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
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

// find reads the enterprise role from the list of its client, or by itself when it is not there.
func (r *enterpriseRoleResource) find(ctx context.Context, state *model) (idm.EnterpriseRole, error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return listcache.Read(ctx, r.Lists, r.API, idm.EnterpriseRoleOps, idm.Place{Client: client}, extID)
}

func (r *enterpriseRoleResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
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
func (r *enterpriseRoleResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.EnterpriseRolePatch,
) (role idm.EnterpriseRole, err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		role, err = r.API.UpdateEnterpriseRole(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		role, err = r.API.EnterpriseRole(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.read(role)
		}
		return &remote, role.Version, err
	})
	return role, err
}

func (r *enterpriseRoleResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(&state, &resp.Diagnostics) {
		return
	}
	err := r.API.DeleteEnterpriseRole(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		resp.Diagnostics.Append(r.NotDeleted(&state, err, r.dependents(ctx, &state)))
	}
}
