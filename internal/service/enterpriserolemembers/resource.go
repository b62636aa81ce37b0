package enterpriserolemembers

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type membersResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	r := &membersResource{base()}
	r.Inspect = r.inspect
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{
		Type: objecttype.EnterpriseRoleMembers, Collection: plancheck.CollectionOf(idm.EnterpriseRoleMemberOps),
	}}
}

func (r *membersResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "All roles of an enterprise role, including those added by hand, which the plan removes. **All holders " +
			"of the enterprise role lose a removed role at once.**\n\nCreating it removes nothing: if the enterprise role has " +
			"undeclared roles, the create fails and lists them. Import the resource then, and the plan shows the removal.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Type.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"enterprise_role_ext_id": attrs.Reference("External ID of the enterprise role. Changing it replaces the resource: the old " +
				"one loses all its roles."),
			"role_ext_ids": attrs.ExtIDs("External IDs of the roles; `[]` for none at all."),
		},
	}
}

var at = path.Root("role_ext_ids")

// inspect refuses a replacement whose create would refuse to take over existing members.
func (r *membersResource) inspect(p *plancheck.Planned) {
	var plan model
	if !p.Succeeds() || !p.Adopts() || !p.FullyKnown("role_ext_ids") || !p.Decode(&plan) || plan.EnterpriseRoleExtID.IsUnknown() {
		return
	}
	if there, err := membersOf(p.Context(), r.API, &plan); err == nil {
		p.RefuseAll(remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, reconcile.SetTakeover(plan.roles(), there)))
	}
}

func (r *membersResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, plan.enterpriseRoleLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := membersOf(ctx, r.API, &plan)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	resp.Diagnostics.Append(remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, reconcile.SetTakeover(plan.roles(), there))...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	state.hold(there)
	resp.Diagnostics.Append(r.reconcile(ctx, &plan, &state)...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all members and add
		// them again. Without a state, the next create takes over the existing ones.
		resp.Diagnostics.Append(remedy.PartlyCreated(r.Type.Name, plan.KeyValues(), grants.KeysOnlyIn(state.roles(), there))...)
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

func (r *membersResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := membersOf(ctx, r.API, &state)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.hold(there)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

func (r *membersResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.enterpriseRoleLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.reconcile(ctx, &plan, &state)...)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// reconcile changes the enterprise role from the state to the plan. It updates the state after
// every write.
func (r *membersResource) reconcile(ctx context.Context, plan, state *model) diag.Diagnostics {
	client, enterpriseRole, held := state.ClientExtID.ValueString(), state.EnterpriseRoleExtID.ValueString(), state.roles()
	set := reconcile.Set{
		RemoveVerb: "take out",
		Remove:     func(role string) error { return r.API.RemoveEnterpriseRoleMember(ctx, client, enterpriseRole, role) },
		AddVerb:    "add",
		Add:        func(role string) error { return r.API.AddEnterpriseRoleMember(ctx, client, enterpriseRole, role) },
	}
	var diags diag.Diagnostics
	single := write.LockKey{"enterprise_role_member", client, enterpriseRole}
	set.Keep = func(extID string) bool { return r.KeepsDeclared(append(slices.Clone(single), extID), &diags) }
	err := set.Reconcile(held, plan.roles())
	state.hold(held)
	if err == nil {
		r.Writes.DeclareElements(single, maps.Keys(plan.roles()))
	}
	return append(diags, r.ReconciledSet(state, at, err)...)
}

func (r *membersResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.enterpriseRoleLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	failed := r.reconcile(ctx, &model{}, &state)
	resp.Diagnostics.Append(failed...)
	if failed.HasError() {
		to := resourcebase.DeleteState(resp)
		resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
	}
}
