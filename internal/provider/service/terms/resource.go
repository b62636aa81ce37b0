package terms

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// termsResource inherits Read and Update from resourcebase.Object.
type termsResource struct {
	resourcebase.Object[model, idm.Terms, idm.TermsInput, *model]
}

func newResource() resource.Resource {
	r := &termsResource{}
	r.Resource = resourcebase.Resource{
		Description: "Terms: conditions that users accept. They do not belong to a client. The service configures which " +
			"applications require them.\n\nDestroying terms sets `active = false`; to activate them again, import them. A new " +
			"`silent_acceptance` deactivates the terms and creates new ones with their own external ID. No application requires those " +
			"yet, and all users must accept them.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.Terms, Collection: planchecks.CollectionOf(idm.TermsOps),
		},
	}
	r.Calls = resourcebase.ObjectCalls[idm.Terms, idm.TermsInput, *model]{
		Writes: idm.TermsWrites, Siblings: idm.TermsOps.List, SendUpdate: sendUpdate,
	}
	return r
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"ext_id": attrs.AssignedExtID("terms"),
		"name":   attrs.RequiredText("Name of the terms."),
		"active": attrs.RequiredBool("`true` if the terms are in force."),
		"silent_acceptance": attrs.RequiredFixedBool("`true` if users accept the terms implicitly by continuing. Changing it " +
			"replaces the " +
			"terms."),
		"terms_version": attrs.RequiredText("Version, such as `2026-01`. After a change, all users must accept the terms again."),
		"urls": attrs.OptionalTexts("Addresses of the pages with the terms by language, in the service's spelling, such as `EN`. " +
			"They are replaced as a whole: the plan removes addresses that were added elsewhere."),
	}
}

// ModifyPlan also warns that the service keeps terms that are destroyed or replaced.
func (r *termsResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if req.State.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if req.Plan.Raw.IsNull() {
		resp.Diagnostics.AddWarning("Terms are deactivated, not deleted", fmt.Sprintf("The service never deletes terms: destroying %q "+
			"sets active = false, and the service keeps the terms with all consents of users. To keep them active without managing "+
			"them, replace the resource with a `removed` block.", state.ExtID.ValueString()))
		return
	}
	var plan model
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	if !plan.SilentAcceptance.IsUnknown() && !plan.SilentAcceptance.Equal(state.SilentAcceptance) {
		resp.Diagnostics.AddAttributeWarning(path.Root("silent_acceptance"), "Terms are replaced",
			fmt.Sprintf("silent_acceptance cannot be changed in place: the terms %q are deactivated and stay in the service, and new "+
				"terms are created under another external ID. No application requires the new terms until the service is configured "+
				"accordingly, and existing consents do not apply to them.", state.ExtID.ValueString()))
	}
}

// Create sends no external ID, because the service accepts none.
func (r *termsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.CreateBy(ctx, req, resp, func(plan *model, _ *write.Lock) (string, error) {
		return r.Writes.CreateIdempotent(ctx, r.LockKey(plan), req.Plan, r.CreateOps(ctx, plan))
	})
}

// sendUpdate sends the changes of an update, and then removes the addresses that a service keeps
// because it merges them by language.
func sendUpdate(ctx context.Context, api *idm.API, version int64, plan, state *model, patch idm.TermsInput) (idm.Terms, error) {
	extID := state.ExtID.ValueString()
	terms, err := idm.TermsWrites.Update(ctx, api, idm.Place{}, extID, version, patch)
	if clears := attrs.ClearTexts(plan.URLs, state.URLs, terms.URLs); err == nil && len(clears) > 0 {
		return idm.TermsWrites.Update(ctx, api, idm.Place{}, extID, terms.Version, idm.TermsInput{URLs: idm.Set(clears)})
	}
	return terms, err
}

// deactivate deactivates the terms with the version from the plan of the destroy. After a lost
// response it repeats the request only while they are active.
func (r *termsResource) deactivate(ctx context.Context, extID string, version int64) (left idm.Terms, err error) {
	_, err = r.Writes.CreateUnique(ctx, func() (string, error) {
		left, err = idm.TermsWrites.Update(ctx, r.API, idm.Place{}, extID, version, idm.TermsInput{Active: idm.Set(false)})
		return extID, err
	}, func() (string, error) {
		left, err = idm.TermsOps.Get(ctx, r.API, idm.Place{}, extID)
		if err != nil || left.Active == nil || *left.Active {
			return "", err
		}
		return extID, nil
	})
	return left, err
}

func (r *termsResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state)).Unlock()
	if resp.Diagnostics.HasError() || r.KeepsDeclared(r.LockKey(&state), &resp.Diagnostics) {
		return
	}
	left, err := r.deactivate(ctx, state.ExtID.ValueString(), resourcebase.Version(ctx, req.Private))
	switch {
	case errors.Is(err, idm.ErrNoRecord):
	case err != nil:
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	case left.Active == nil || *left.Active:
		resp.Diagnostics.AddAttributeError(path.Root("active"), "The terms are still active",
			fmt.Sprintf("Destroying the terms %q sent active = false, and the service kept them active. Deactivate them there, or "+
				"replace this resource with a `removed` block.", state.ExtID.ValueString()))
	}
}
