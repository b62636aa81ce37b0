package resourcebase

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// Action is embedded by every action.
type Action struct {
	// Name is the name without the provider's prefix, such as send_notification.
	Name string
	// Verb and Noun name the action in a message: "Could not send notification".
	Verb, Noun string
	*Provider
}

// Metadata sets the name of the action type.
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.Name
}

// Configure stores the configured provider.
func (a *Action) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.Provider = configured(req.ProviderData, &resp.Diagnostics)
}

// ModifyPlan refuses an action without a client in the plan, before the apply changes anything.
func (a *Action) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	var given types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("client_ext_id"), &given)...)
	if a.Provider != nil && !given.IsUnknown() {
		a.Client(given, &resp.Diagnostics)
	}
}

// Failed returns a diagnostic with the failed operation, the response of the service and the
// remedy. parts identify the object.
func (a *Action) Failed(err error, parts ...string) diag.Diagnostic {
	return diagnostics.Failure{Verb: a.Verb, Noun: a.Noun, KeyValues: parts, Err: err, Action: true}.Diagnostic()
}
