package credential

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type updateLoginInfo struct{ resourcebase.Action }

func newUpdateLoginInfo() action.Action {
	return &updateLoginInfo{resourcebase.Action{Name: "update_login_info", Verb: "update", Noun: "login info"}}
}

type loginInfoModel struct {
	ClientExtID     types.String `tfsdk:"client_ext_id"`
	UserExtID       types.String `tfsdk:"user_ext_id"`
	Success         types.Bool   `tfsdk:"success"`
	CredentialExtID types.String `tfsdk:"credential_ext_id"`
}

func (a *updateLoginInfo) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Records a login that was checked outside the service, so that the user's login information includes it. " +
			"Failed logins may lock the credential, depending on its policy.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ActionClient(),
			"user_ext_id":   attrs.Argument("External ID of the user who logged in, or tried to."),
			"success": schema.BoolAttribute{Required: true,
				MarkdownDescription: "`true` for a login that succeeded, `false` for one that failed."},
			"credential_ext_id": attrs.OptionalArgument("External ID of the used credential, which must be active and belong to the " +
				"user. Without it, only the user's own login information changes."),
		},
	}
}

func (a *updateLoginInfo) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config loginInfoModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := a.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	user := config.UserExtID.ValueString()
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("Recording a %s of user %s in client %s.", config.outcome(), user,
		client.ValueString())})
	status, err := a.API.UpdateLoginInfo(ctx, client.ValueString(), user,
		idm.LoginInfoUpdate{Success: config.Success.ValueBool(), CredentialExtID: config.CredentialExtID.ValueString()})
	if err != nil {
		resp.Diagnostics.Append(a.Failed(err, client.ValueString(), user))
		return
	}
	if config.Success.ValueBool() && !config.CredentialExtID.IsNull() && !status.Passed() {
		resp.Diagnostics.AddWarning("Login info has another status", fmt.Sprintf(
			"A login that passed was recorded for credential %s of user %s, and the service returned %s instead of status %d.",
			config.CredentialExtID.ValueString(), user, describe(status), idm.LoginOK))
	}
	resp.SendProgress(action.InvokeProgressEvent{Message: "Recorded with " + describe(status) + "."})
}

func (m loginInfoModel) outcome() string {
	if m.Success.ValueBool() {
		return "passed login"
	}
	return "failed login"
}
