package user

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

const (
	onDestroyDelete  = "delete"
	onDestroyArchive = "archive"
	onDestroyKeep    = "keep"
	archived         = diagnostics.StateArchived
	archivedToo      = "The service archives all profiles of the user and deletes all its credentials. The login ID stays taken."
)

// onDestroy returns the effect of a destroy unless the configuration sets one. It is the same for a
// new user and for an imported one.
func onDestroy(p *resourcebase.Provider, technical bool) string {
	if technical {
		return onDestroyDelete
	}
	return p.PeopleOnDestroy
}

// setOnDestroy sets the effect of a destroy where the state has none.
func (m *model) setOnDestroy(p *resourcebase.Provider) {
	if m.OnDestroy.IsNull() {
		m.OnDestroy = types.StringValue(onDestroy(p, m.IsTechnicalUser.ValueBool()))
	}
}

// Default returns the effect of the destroy of an element of a collection that sets none.
func (r *userResource) Default(name string, argument func(name string) tftypes.Value) (tftypes.Value, bool) {
	if name != "on_destroy" {
		return tftypes.Value{}, false
	}
	var technical bool
	if is := argument("is_technical_user"); is.IsKnown() && !is.IsNull() {
		_ = is.As(&technical) // It is a boolean.
	}
	return tftypes.NewValue(tftypes.String, onDestroy(r.Provider, technical)), true
}

// dependents lists the profiles and credentials of a user, for the error if the service refuses to
// delete or to archive it because of them.
func dependents(ctx context.Context, api *idm.API, state *model) iter.Seq[string] {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return func(yield func(string) bool) {
		for _, all := range []iter.Seq[string]{
			resourcebase.Dependents(idm.ProfileOps.List(ctx, api, idm.Under(client, extID)), func(p idm.Profile) string {
				return fmt.Sprintf("profile %q", p.ExtID)
			}),
			resourcebase.Dependents(api.UserCredentials(ctx, client, extID), func(c idm.Credential) string {
				return fmt.Sprintf("credential %q (%s)", c.ExtID, c.Type)
			}),
		} {
			for dependent := range all {
				if !yield(dependent) {
					return
				}
			}
		}
	}
}

// refuse warns of changes that the service may refuse: to an archived user, and values whose
// clearing the reference does not describe.
func refuse(p *planchecks.Planned) {
	p.WarnChangedFinal("user_state", archived, "on_destroy")
	p.WarnFinal("user_state", archived, archivedToo)
	for _, attribute := range []string{"gender", "language_code", "sex"} {
		p.WarnClear(attribute)
	}
	p.WarnClear("address", "post_office_box_number")
}

// inspect looks for another user with the planned login ID.
func inspect(p *planchecks.Planned) {
	client, login := p.Text("client_ext_id"), p.Text("login_id")
	inspectPolicy(p, client)
	if login == "" && p.MayRepeat() {
		inspectNamesakes(p, client)
	}
	p.InspectUnique()
}

// inspectNamesakes looks for a user with the planned name, date of birth, email and mobile number.
// The service accepts a second one if the plan sets no login ID.
func inspectNamesakes(p *planchecks.Planned, client string) {
	login, _ := p.Configured("login_id").(types.String)
	var plan model
	if login.IsUnknown() || !p.FullyKnown("name") || !p.FullyKnown("birth_date") || !p.FullyKnown("contacts") || !p.Decode(&plan) {
		return
	}
	filters := plan.filters()
	if len(filters) == 0 {
		// Neither a login ID nor another value identifies the user.
		p.WarnSame(p.Catalog.Newest(p.Context(), client, plan.IsTechnicalUser.ValueBool()),
			func(one idm.Object) any { return heldBy(plan, one) })
		return
	}
	p.WarnSimilar(p.Catalog.Users(p.Context(), client, filters), " with this name, date of birth, email and mobile number",
		func(one idm.Object) bool { return slices.Equal(heldBy(model{}, one).filters(), filters) })
}

// heldBy returns a model with the values of a user.
func heldBy(m model, user idm.Object) *model {
	remote, _ := user.Value.(idm.User)
	m.Read(remote)
	return &m
}

// removes warns before a destroy archives an active user; a leaver is disabled first.
func removes(p *planchecks.Planned) {
	if p.Recorded("on_destroy") == onDestroyArchive {
		p.WarnFinal("user_state", archived, archivedToo)
	}
}

// keeps returns the error for the replacement of a user that a destroy is meant to archive or keep,
// or nil if a destroy deletes it. Such a user keeps its external ID and its login ID.
func keeps(user planchecks.Recorded) diag.Diagnostic {
	at := path.Root("on_destroy")
	switch recorded := user.Text("on_destroy"); {
	case recorded == onDestroyArchive:
		return unreplaceable(at, user.Text("ext_id"), user.Text("login_id"))
	case recorded == onDestroyKeep:
		return diag.NewAttributeErrorDiagnostic(at, "Replacing the user would keep it",
			fmt.Sprintf("This plan replaces the user %q. Its on_destroy is \"keep\", so the destroy would leave it in the service with "+
				"its external ID and the login ID %q. Nothing was changed. Undo the change that replaces the user, or first set "+
				"on_destroy = \"delete\" and apply.", user.Text("ext_id"), user.Text("login_id")))
	case user.PlannedText("on_destroy") == onDestroyArchive:
		return diag.NewAttributeErrorDiagnostic(at, "Replacing the user would delete it",
			fmt.Sprintf("This plan replaces the user %q, and sets on_destroy = \"archive\". A destroy follows the value in the state, so "+
				"it would delete the user. Nothing was changed. Undo the change that replaces the user, and apply on_destroy.",
				cmp.Or(user.Text("ext_id"), user.PlannedText("ext_id"))))
	}
	return nil
}

func unreplaceable(at path.Path, extID, login string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Replacing the user would archive it permanently",
		fmt.Sprintf("This plan replaces the user %q. Its on_destroy is \"archive\", so the destroy would archive the person with all "+
			"profiles and delete the credentials, and the archived user would keep the external ID and the login ID %q. Nothing was "+
			"changed. You can:\n\n"+
			"- Keep the user: undo the change that replaces it. A new key of for_each or another address needs the same ext_id and a "+
			"`moved` block. `terraform untaint` undoes a taint.\n"+
			"- Choose another login_id, if another user gets this one by mistake.\n"+
			"- Let the person leave: remove this resource from the configuration, and add a resource with another ext_id and "+
			"login_id for the new user.\n"+
			"- Delete this user instead of archiving it: first set on_destroy = \"delete\" and apply.",
			extID, login))
}

// operations returns the operations of a plan on a user: a destroy archives, deletes or does nothing,
// and a create can require additional permissions.
func operations(ctx context.Context, req resource.ModifyPlanRequest, planned []objecttype.Operation) (all []objecttype.Operation) {
	var onDestroy types.String
	for _, operation := range planned {
		if operation == objecttype.Delete && !req.State.GetAttribute(ctx, path.Root("on_destroy"), &onDestroy).HasError() {
			switch onDestroy.ValueString() {
			case onDestroyKeep:
				continue
			case onDestroyArchive:
				operation = objecttype.Archive
			}
		}
		if all = append(all, operation); operation == objecttype.Create {
			all = append(all, createOperations(ctx, req)...)
		}
	}
	return all
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
