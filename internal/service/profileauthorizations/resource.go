package profileauthorizations

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
	"github.com/identity-iac/terraform-provider-idm/internal/strict"
)

type authorizationsResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	r := &authorizationsResource{base()}
	r.Inspect = r.inspect
	return resourcebase.Strict(r)
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{Type: objecttype.ProfileAuthorizations}}
}

func (r *authorizationsResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "All authorizations of a profile, including those granted by hand, which the plan removes. Roles " +
			"through enterprise roles are not affected.\n\nCreating it removes nothing: if the profile has undeclared or different " +
			"authorizations, the create fails and lists them. Import the resource then, and the plan shows the removal.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Type.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"profile_ext_id": attrs.Reference("External ID of the profile that has the roles. Changing it replaces the resource: " +
				"the old profile loses them."),
			"authorizations": attrs.Grants("The authorizations by the external ID of their role; `{}` for none at all, and `role = "+
				"{}` for a "+
				"grant without a global data room. "+
				"When the service holds a second authorization of the same role, that one is shown under `role_ext_id/ext_id`.",
				grantKeys()),
		},
	}
}

func grantKeys() map[string]strict.Key {
	keys := map[string]strict.Key{"validity": attrs.Validity("authorization")}
	for _, room := range grants.Rooms {
		keys[room.Attribute] = attrs.DataRoom(room.Objects)
	}
	return keys
}

// at is the path of all grants.
var at = path.Root("authorizations")

// inspect refuses a replacement whose create would refuse to take over existing grants.
func (r *authorizationsResource) inspect(p *plancheck.Planned) {
	var plan model
	if !p.Succeeds() || !p.Adopts() || !p.FullyKnown("authorizations") || !p.Decode(&plan) || plan.ProfileExtID.IsUnknown() {
		return
	}
	granted := r.service(p.Context(), &plan, nil, &diag.Diagnostics{})
	if remote, err := granted.Read(nil); err == nil {
		p.RefuseAll(remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, granted.Takeover(plan.Authorizations, remote)))
	}
}

func (r *authorizationsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, plan.profileLock()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.service(ctx, &plan, nil, &resp.Diagnostics)
	remote, diags := r.takeOver(granted, &plan)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	state, held := plan, granted.Hold(remote)
	state.Authorizations = held.Grants
	resp.Diagnostics.Append(r.Reconciled(&plan, at, granted.Reconcile(maps.Clone(held.Grants), plan.Authorizations, held))...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all grants and create
		// them again. Without a state, the next create takes over the existing ones.
		resp.Diagnostics.Append(remedy.PartlyCreated(r.Type.Name, plan.KeyValues(), grants.KeysOnlyIn(held.Grants, remote))...)
		return
	}
	r.Writes.DeclareElements(single(&plan), slices.Values(held.ExtIDs()))
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveGrants(ctx, to, &state, held.Records)...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, to.State)...)
}

// takeOver reads the grants of the profile, and refuses any that differs from the plan.
func (r *authorizationsResource) takeOver(granted reconcile.Grants[grant, idm.Authorization], plan *model) (
	map[string]idm.Authorization, diag.Diagnostics,
) {
	remote, err := granted.Read(nil)
	if err != nil {
		return nil, diag.Diagnostics{r.Failed("create", plan, err)}
	}
	return remote, remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, granted.Takeover(plan.Authorizations, remote))
}

func (r *authorizationsResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	records := resourcebase.GrantRecords(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.service(ctx, &state, nil, &resp.Diagnostics)
	remote, err := granted.Read(records)
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	held := granted.Hold(remote)
	state.Authorizations = held.Grants
	resp.Diagnostics.Append(r.SaveGrants(ctx, to, &state, held.Records)...)
}

func (r *authorizationsResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	records := resourcebase.GrantRecords(ctx, req.Private, &resp.Diagnostics)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, state.profileLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	granted := r.service(ctx, &state, r.patchSender(ctx, update, plan, state), &resp.Diagnostics)
	held := reconcile.Holding[grant]{Grants: maps.Clone(state.Authorizations), Records: records}
	if r.Writes.Declared(state.profileLock()) {
		if err := granted.Forget(held); err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
	}
	err := granted.Reconcile(maps.Clone(held.Grants), plan.Authorizations, held)
	if err == nil {
		r.Writes.DeclareElements(single(&state), slices.Values(held.ExtIDs()))
	}
	resp.Diagnostics.Append(r.Reconciled(&state, at, err)...)
	failed, to := resp.Diagnostics.HasError(), resourcebase.UpdateState(resp)
	state.Authorizations = held.Grants
	resp.Diagnostics.Append(r.SaveGrants(ctx, to, &state, records)...)
	if !failed {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
}

func (r *authorizationsResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	to := resourcebase.DeleteState(resp)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.profileLock()).Unlock()
	records := resourcebase.GrantRecords(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	held := reconcile.Holding[grant]{Grants: maps.Clone(state.Authorizations), Records: records}
	err := r.service(ctx, &state, nil, &resp.Diagnostics).Reconcile(state.Authorizations, nil, held)
	resp.Diagnostics.Append(r.Reconciled(&state, at, err)...)
	if err != nil {
		state.Authorizations = held.Grants
		resp.Diagnostics.Append(r.SaveGrants(ctx, to, &state, records)...)
	}
}
