package profile

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// archived is the state that a profile cannot leave.
const archived = "archived"

type profileResource struct{ framework.Resource }

func newResource() resource.Resource {
	return &profileResource{base()}
}

func base() framework.Resource {
	return framework.Resource{Noun: "profile", Key: framework.Key{"client_ext_id", "ext_id"}}
}

func (r *profileResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A profile of a user: it places the user in a unit, and roles are granted to it. The profiles of one user are independent of each other: " +
			"whoever works with one has the roles of that one only.\n\n" +
			"A change of `unit_ext_id` moves the profile, which keeps its authorizations; it is never replaced for that. " +
			"Deleting a profile deletes its authorizations and enterprise authorizations too.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"ext_id":        attrs.ExtID("profile"),
			"user_ext_id": attrs.Reference("External id of the user whose profile it is. A profile belongs to one user for its lifetime: " +
				"another user replaces the profile, and its authorizations go with the old one."),
			"unit_ext_id": attrs.OptionalText("External id of the unit that the profile is in; it must be active and not profileless. Left out, the profile has no unit. " +
				"Another value moves the profile. The service cannot take the unit away again: leaving it out later is refused in the plan."),
			"name": attrs.OptionalText("Name of the profile."),
			"profile_state": attrs.AssignedText("`active`, `disabled` or `archived`; a new profile is `active` unless it is set. "+
				"`archived` is final: the service changes an archived profile no more.",
				stringvalidator.OneOf("active", "disabled", archived)),
			"is_default_profile": attrs.AssignedFlag("`true` makes it the profile that the user logs in with; the user's earlier default profile loses the mark. " +
				"Left out, the service decides."),
			"remarks":              attrs.OptionalText("Remarks, as free text."),
			"modification_comment": attrs.OptionalText("Comment on the last change, kept with the profile."),
			"validity":             attrs.Validity("profile"),
		},
	}
}

// ModifyPlan refuses, beyond what every resource does, to take the unit away.
func (r *profileResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var plan, state model
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(keepsUnit(&plan, &state)...)
	}
}

func (r *profileResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = framework.NewExtID(plan.ExtID)
	extID, err := r.Make(ctx, req.Plan, &plan, r.creation(ctx, &plan))
	if err != nil {
		resp.Diagnostics.Append(r.NotCreated(&plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.SaveKey(ctx, answer, &plan)...)
	resp.Diagnostics.Append(r.Assigned(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	profile, err := r.API.Profile(ctx, plan.ClientExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Unread(&plan, err))
		return
	}
	plan.read(profile)
	resp.Diagnostics.Append(r.Save(ctx, answer, &plan, profile.Version)...)
	resp.Diagnostics.Append(framework.Created(ctx, req.Plan, &resp.State)...)
}

func (r *profileResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	profile, err := r.API.Profile(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	if errors.Is(err, rest.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(profile)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, profile.Version)...)
}

func (r *profileResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	turn := r.Alone(ctx, &resp.Diagnostics, r.Object(&state))
	defer turn.End()
	change := framework.NewChange(ctx, req, turn, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	patch, moves := plan.patch(&state), !plan.UnitExtID.Equal(state.UnitExtID)
	var last idm.ProfilePatch
	if moves && patch.ProfileState == idm.Set(archived) {
		// An archived profile cannot be moved any more.
		patch.ProfileState, last.ProfileState = last.ProfileState, patch.ProfileState
	}
	if framework.Changes(patch) {
		profile, err := r.send(ctx, change, change.Version, &state, patch)
		resp.Diagnostics.Append(r.settle(ctx, answer, &state, "update", profile, err)...)
	}
	if moves && !resp.Diagnostics.HasError() {
		if err := r.move(ctx, change, &plan, &state, !framework.Changes(patch)); err != nil {
			resp.Diagnostics.Append(r.Failed("move", &state, err))
			return
		}
		profile, err := r.API.Profile(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
		last.Version, change.Behind = profile.Version, false
		resp.Diagnostics.Append(r.settle(ctx, answer, &state, "read", profile, err)...)
	}
	if !last.ProfileState.IsZero() && !resp.Diagnostics.HasError() {
		profile, err := r.send(ctx, change, last.Version, &state, last)
		resp.Diagnostics.Append(r.settle(ctx, answer, &state, "archive", profile, err)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(change.Updated(ctx, answer)...)
	}
}

// settle records what a step of an update led to, or says why it failed.
func (r *profileResource) settle(ctx context.Context, to framework.Answer, state *model, verb string, answer idm.Profile, err error) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failed(verb, state, err)}
	}
	state.read(answer)
	return r.Save(ctx, to, state, answer.Version)
}

func (r *profileResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.Alone(ctx, &resp.Diagnostics, r.Object(&state)).End()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.DeleteProfile(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, rest.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
