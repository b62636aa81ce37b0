package user

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// userResource inherits Read and Update from resourcebase.Object.
type userResource struct {
	resourcebase.Object[model, idm.User, idm.UserInput, *model]
}

func newResource() resource.Resource {
	r := &userResource{}
	r.Resource = resourcebase.Resource{
		Description: "A user of a client: a person or software. Its profiles determine its access; `idm_user_properties` " +
			"manages its properties.\n\nThe state contains the declared personal data.",
		Attributes: attributes,
		Subject: planchecks.Subject{Type: objecttype.User, Operations: operations, Refuse: refuse, Inspect: inspect, Removes: removes,
			Unreplaceable: keeps, Unique: planchecks.Unique{Attr: "login_id", Where: "in its client"}},
	}
	r.Calls = resourcebase.ObjectCalls[idm.User, idm.UserInput, *model]{
		Writes: idm.UserWrites,
		Holder: holder, NotCreated: r.notCreated,
		Refresh: func(_ context.Context, _, state *model, _ idm.User, _ bool) error {
			state.setOnDestroy(r.Provider)
			return nil
		},
	}
	return r
}

// ModifyPlan also sets the default effect of a destroy. Without a configured type, a new user is a
// person.
func (r *userResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Provider != nil && !req.Plan.Raw.IsNull() {
		r.planOnDestroy(ctx, &req, resp)
	}
	r.Object.ModifyPlan(ctx, req, resp)
}

func (r *userResource) planOnDestroy(ctx context.Context, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var chosen types.String
	var configured, planned types.Bool
	at, technical := path.Root("on_destroy"), path.Root("is_technical_user")
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &chosen)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, technical, &configured)...)
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, technical, &planned)...)
	if !chosen.IsNull() || configured.IsUnknown() || resp.Diagnostics.HasError() {
		return
	}
	value := onDestroy(r.Provider, planned.ValueBool())
	resp.Diagnostics.Append(req.Plan.SetAttribute(ctx, at, value)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, value)...)
}

func attributes() map[string]schema.Attribute {
	const uncleared = " The service can change the value, but refuses to clear it."
	return map[string]schema.Attribute{
		"login_id": attrs.OptionalComputedText("Name that the user logs in with, unique in its client. Without it, the service "+
			"generates one, and later changes in the service are kept. It cannot be cleared. While the service generates login IDs, "+
			"setting one needs the permission `LoginIdOverride`.",
			attrs.Typeable),
		"user_state": attrs.OptionalComputedText("`active`, `disabled` or `archived`. Defaults to `active` for a new user. `archived` is "+
			"final: it archives all profiles too, and deletes the credentials.",
			stringvalidator.OneOf("active", "disabled", archived)),
		"language_code": attrs.OptionalText("Language of the user: `EN`, `DE`, `FR` or `IT`. Removing it clears the value, which later "+
			"releases of the service refuse.",
			stringvalidator.OneOf(idm.Languages...)),
		"is_technical_user": attrs.OptionalComputedFixedBool("`true` for software, `false` for a person. Changing it replaces the user. " +
			"Without it, a new user is a person, and an existing one stays as it is. A technical user needs the permission " +
			"`UserCreateTechUser`."),
		"name": attrs.UserName(),
		"sex": attrs.OptionalText("Biological sex: `male`, `female` or `other`. Removing it clears the value, which later releases of the "+
			"service refuse.",
			stringvalidator.OneOf(idm.Sexes...)),
		"gender": attrs.OptionalText("Gender: `male`, `female` or, where the client's policy `application.feature.othergender.enabled` "+
			"permits it, `other`."+uncleared,
			stringvalidator.OneOf(idm.Sexes...)),
		"birth_date":           attrs.OptionalText("Date of birth, such as `1980-12-31`.", attrs.Date),
		"address":              attrs.UserAddress(),
		"contacts":             attrs.UserContacts(),
		"validity":             attrs.Validity("user"),
		"remarks":              attrs.OptionalText("Remarks on the user, as free text."),
		"modification_comment": attrs.OptionalText("Comment on the last change of the user."),
		"on_destroy": attrs.PlannedText(
			"Effect of a destroy: `delete` deletes the user with its profiles and credentials; "+
				"`archive` permanently archives the user and its profiles, and deletes its credentials; the external ID and login ID "+
				"stay taken; `keep` leaves the user as it is. Defaults to the provider's `people_on_destroy` for a person, and `delete` "+
				"for a technical user. Apply a new value before you remove the resource.",
			stringvalidator.OneOf(onDestroyDelete, onDestroyArchive, onDestroyKeep)),
	}
}

// Create finds the user after a lost response by its login ID, or by other values.
func (r *userResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.CreateBy(ctx, req, resp, func(plan *model, _ *write.Lock) (string, error) {
		plan.ExtID = resourcebase.NewExtID(plan.ExtID)
		ops := r.CreateOps(ctx, plan)
		ops.Unique, ops.Siblings = plan.LoginID.ValueString() != "", r.siblings(ctx, plan)
		return r.Writes.CreateIdempotent(ctx, r.LockKey(plan), req.Plan, ops)
	})
}

// Delete deletes, archives or keeps the user, as the state says.
func (r *userResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state))
	defer lock.Unlock()
	if resp.Diagnostics.HasError() || state.OnDestroy.ValueString() == onDestroyKeep {
		return
	}
	extID := state.ExtID.ValueString()
	verb, end := "delete", func() error { return r.Calls.Delete(ctx, r.API, state.Place(), extID) }
	if state.OnDestroy.ValueString() == onDestroyArchive {
		verb, end = "archive", func() error { return r.API.ArchiveUser(ctx, state.Place().Client, extID) }
	}
	err := r.DeleteUnlessDeclared(ctx, lock, &state, &resp.Diagnostics, end)
	if err != nil {
		resp.Diagnostics.Append(r.Failure(verb, &state, err).NotDeleted(dependents(ctx, r.API, &state)))
	}
}
