package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// archived is the final state of a profile.
const archived = "archived"

// profileResource inherits Create, Read and Delete from resourcebase.Object.
type profileResource struct {
	resourcebase.Object[model, idm.Profile, idm.ProfileInput, *model]
}

func newResource() resource.Resource {
	r := &profileResource{}
	r.Resource, r.Calls = base(), resourcebase.ObjectCalls[idm.Profile, idm.ProfileInput, *model]{
		Writes:   idm.ProfileWrites,
		Siblings: idm.ProfileOps.List,
	}
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Description: "A profile of a user: it places the user in a unit and holds roles. Profiles are independent: a user " +
			"works with the roles of one profile at a time.\n\nA new `unit_ext_id` moves the profile, which keeps its authorizations.",
		Attributes: attributes,
		Subject: planchecks.Subject{Type: objecttype.Profile, Unusable: unusable, Refuse: refuse,
			Unique: planchecks.Unique{Attr: "is_default_profile", Scope: "user_ext_id", Where: "among the profiles of a user"}},
	}
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"user_ext_id": attrs.Reference("External ID of the user that the profile belongs to. Changing it replaces the profile, and " +
			"deletes the authorizations of the old one."),
		"unit_ext_id": attrs.OptionalText("External ID of the unit that the profile is in; it must be active and not profileless. " +
			"Without it, " +
			"the profile has no unit. " +
			"Changing it moves the profile. The service cannot remove the unit again, so the plan refuses to clear it."),
		"name": attrs.OptionalText("Name of the profile."),
		"profile_state": attrs.OptionalComputedText("`active`, `disabled` or `archived`. Defaults to `active` for a new profile. "+
			"`archived` is final: the service no longer changes the profile.",
			stringvalidator.OneOf("active", "disabled", archived)),
		"is_default_profile": attrs.OptionalComputedBool("`true` makes it the profile that the user logs in with; the previous " +
			"default profile loses the flag. Without it, the service decides."),
		"remarks":              attrs.OptionalText("Remarks, as free text."),
		"modification_comment": attrs.OptionalText("Comment on the last change of the profile."),
		"validity":             attrs.Validity("profile"),
	}
}

func (r *profileResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	to, moves := resourcebase.UpdateState(resp), !plan.UnitExtID.Equal(state.UnitExtID)
	first, version := plan, update.Version()
	archives := moves && !plan.ProfileState.Equal(state.ProfileState) && plan.ProfileState.ValueString() == archived
	if archives { // An archived profile cannot be moved.
		first.ProfileState = state.ProfileState
	}
	if resourcebase.Changes(first.PatchFrom(&state, nil)) {
		profile, err := r.SendPatch(ctx, update, &first, &state)
		resp.Diagnostics.Append(r.SaveStep(ctx, to, &first, &state, "update", profile, err)...)
	}
	if moves && !resp.Diagnostics.HasError() {
		verb, profile, err := r.move(ctx, update, &plan, &state)
		resp.Diagnostics.Append(r.SaveStep(ctx, to, &plan, &state, verb, profile, err)...)
		version = profile.Version
	}
	if archives && !resp.Diagnostics.HasError() {
		last := state
		last.ProfileState = plan.ProfileState
		profile, err := r.SendPatch(ctx, update.At(version), &last, &state)
		resp.Diagnostics.Append(r.SaveStep(ctx, to, &last, &state, "archive", profile, err)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
}

// move moves the profile into the planned unit and reads it.
func (r *profileResource) move(ctx context.Context, update write.Update, plan, state *model) (verb string, _ idm.Profile, _ error) {
	return r.Move(ctx, update, state, "unit_ext_id", func() error {
		if plan.UnitExtID.Equal(state.UnitExtID) {
			return nil
		}
		return r.API.SetProfileUnit(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString(), plan.UnitExtID.ValueString())
	})
}
