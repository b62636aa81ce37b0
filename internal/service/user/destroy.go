package user

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
)

const (
	onDestroyDelete  = "delete"
	onDestroyArchive = "archive"
	archived         = "archived"
)

// remaining says which profiles and credentials a user has that the service refused to delete or to
// archive. Those of this configuration were destroyed before it, so they are managed elsewhere.
func (r *userResource) remaining(ctx context.Context, state *resourceModel, refused error) diag.Diagnostics {
	if !errors.Is(refused, idm.ErrInvalid) && !errors.Is(refused, idm.ErrDuplicate) && !errors.Is(refused, idm.ErrConflict) {
		return nil
	}
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	var left []string
	for profile, err := range r.API.UserProfiles(ctx, client, extID) {
		if err != nil {
			break
		}
		left = append(left, fmt.Sprintf("profile %q", profile.ExtID))
	}
	for credential, err := range r.API.UserCredentials(ctx, client, extID) {
		if err != nil {
			break
		}
		left = append(left, fmt.Sprintf("credential %q (%s)", credential.ExtID, credential.Type))
	}
	if len(left) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic("The user has what is managed elsewhere",
		fmt.Sprintf("The user %q still has:\n\n- %s\n\n"+
			"What this configuration manages of a user is destroyed before the user, so they are managed by another configuration, or by none. "+
			"Destroy them there, or import them here. To keep the user, take this resource out of the state with a `removed` block.",
			extID, strings.Join(left, "\n- ")))}
}

// refuse says what the service takes from no user: a gender, a number that is cleared, and the
// state of an archived one. That of language and sex is up to the release.
func refuse(p *plancheck.Planned) {
	p.RefuseFinal("user_state", archived, "on_destroy")
	p.RefuseClear("gender")
	p.RefuseClearKey("address", "post_office_box_number")
	p.WarnClear("language_code")
	p.WarnClear("sex")
}

// ModifyPlan refuses, beside what every plan checks, to archive a user for one that is to have its
// external id or its login id: the archived one keeps both.
func (r *userResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	if req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || req.Plan.Raw.Equal(req.State.Raw) || resp.Diagnostics.HasError() {
		return
	}
	var config, state, plan resourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	if state.OnDestroy.ValueString() != onDestroyArchive || !plan.ClientExtID.Equal(state.ClientExtID) || !plan.replaces(&state) {
		return
	}
	switch {
	case config.ExtID.Equal(state.ExtID):
		resp.Diagnostics.Append(kept("ext_id", "external id", state.ExtID))
	case !config.LoginID.IsNull() && config.LoginID.Equal(state.LoginID):
		resp.Diagnostics.Append(kept("login_id", "login id", state.LoginID))
	}
}

// replaces reports whether the plan is certain to make another user.
func (m *resourceModel) replaces(state *resourceModel) bool {
	return !m.ExtID.IsUnknown() && !m.ExtID.Equal(state.ExtID) ||
		!m.IsTechnicalUser.IsUnknown() && !m.IsTechnicalUser.Equal(state.IsTechnicalUser)
}

// kept is the error of a replacement that would find an id taken by the archived user.
func kept(attribute, title string, value types.String) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(attribute), "An archived user keeps its "+title,
		fmt.Sprintf("This plan replaces the user. Its on_destroy is \"archive\", so it stays in the service for good with the %s %q, and the "+
			"create of the other user would be refused: the apply would fail with the user archived. Nothing was changed. You can:\n\n"+
			"- Give the other user another %s.\n"+
			"- Delete this one instead of archiving it: set on_destroy = \"delete\", apply that, and make this change then.",
			title, value.ValueString(), attribute))
}

// operations are what a plan does to a user, as far as it takes permissions of its own.
func operations(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) []objecttype.Operation {
	for i, operation := range planned {
		switch operation {
		case objecttype.Create:
			planned = append(planned, createOperations(ctx, req)...)
		case objecttype.Delete:
			var onDestroy types.String
			if diags := req.State.GetAttribute(ctx, path.Root("on_destroy"), &onDestroy); !diags.HasError() &&
				onDestroy.ValueString() == onDestroyArchive {
				planned[i] = objecttype.Archive
			}
		}
	}
	return planned
}

func createOperations(ctx context.Context, req resource.ModifyPlanRequest) []objecttype.Operation {
	var further []objecttype.Operation
	var loginID types.String
	if diags := req.Config.GetAttribute(ctx, path.Root("login_id"), &loginID); !diags.HasError() && !loginID.IsNull() {
		further = append(further, objecttype.CreateNamed)
	}
	var technical types.Bool
	if diags := req.Config.GetAttribute(ctx, path.Root("is_technical_user"), &technical); !diags.HasError() && technical.ValueBool() {
		further = append(further, objecttype.CreateTechnical)
	}
	return further
}
