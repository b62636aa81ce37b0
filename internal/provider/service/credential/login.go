package credential

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/actionvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type login struct{ resourcebase.Action }

func newLogin() action.Action {
	return &login{resourcebase.Action{Name: "login", Verb: "check", Noun: "login"}}
}

type loginModel struct {
	ClientExtID     types.String          `tfsdk:"client_ext_id"`
	UserExtID       types.String          `tfsdk:"user_ext_id"`
	Password        types.String          `tfsdk:"password"`
	DevicePassword  *devicePasswordModel  `tfsdk:"device_password"`
	ContextPassword *contextPasswordModel `tfsdk:"context_password"`
	RecoveryCode    types.String          `tfsdk:"recovery_code"`
}

type devicePasswordModel struct {
	CredentialExtID types.String `tfsdk:"credential_ext_id"`
	Password        types.String `tfsdk:"password"`
}

type contextPasswordModel struct {
	Context  types.String `tfsdk:"context"`
	Password types.String `tfsdk:"password"`
}

func (a *login) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Checks a secret of a user, as a login would. A failed login is an error, and counts: several failures in " +
			"a row lock the credential, depending on its policy, and a recovery code works only once.\n\n" +
			"Set exactly one of `password`, `device_password`, `context_password` and `recovery_code`.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ActionClient(),
			"user_ext_id":   attrs.Argument("External ID of the user."),
			"password":      attrs.SecretArgument("The user's password."),
			"device_password": schema.SingleNestedAttribute{
				Optional: true, MarkdownDescription: "A device password of the user.",
				Attributes: map[string]schema.Attribute{
					"credential_ext_id": attrs.Argument("External ID of the device password credential."),
					"password":          required(attrs.SecretArgument("The device password.")),
				},
			},
			"context_password": schema.SingleNestedAttribute{
				Optional: true, MarkdownDescription: "The user's password for one context.",
				Attributes: map[string]schema.Attribute{
					"context":  attrs.Argument("The context that the password is for."),
					"password": required(attrs.SecretArgument("The password for the context.")),
				},
			},
			"recovery_code": attrs.SecretArgument("A recovery code of the user, which is used up."),
		},
	}
}

func required(attribute schema.StringAttribute) schema.StringAttribute {
	attribute.Required, attribute.Optional = true, false
	return attribute
}

// ConfigValidators requires exactly one secret.
func (a *login) ConfigValidators(context.Context) []action.ConfigValidator {
	return []action.ConfigValidator{actionvalidator.ExactlyOneOf(path.MatchRoot("password"), path.MatchRoot("device_password"),
		path.MatchRoot("context_password"), path.MatchRoot("recovery_code"))}
}

func (a *login) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config loginModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := a.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	user := config.UserExtID.ValueString()
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("Checking the %s of user %s in client %s.", config.kind(), user,
		client.ValueString())})
	status, err := a.check(ctx, client.ValueString(), config)
	if err != nil {
		resp.Diagnostics.Append(a.Failed(err, client.ValueString(), user))
		return
	}
	if !status.Passed() {
		resp.Diagnostics.AddError("Login failed", fmt.Sprintf("The login of user %s in client %s with the %s ended with %s.\n\n%s",
			user, client.ValueString(), config.kind(), describe(status), consequence(status)))
		return
	}
	resp.SendProgress(action.InvokeProgressEvent{Message: "Login passed with " + describe(status) + "."})
}

// kind names the checked credential, without the secret.
func (m loginModel) kind() string {
	switch {
	case m.DevicePassword != nil:
		return "device password " + m.DevicePassword.CredentialExtID.ValueString()
	case m.ContextPassword != nil:
		return "password for the context " + m.ContextPassword.Context.ValueString()
	case !m.RecoveryCode.IsNull():
		return "recovery code"
	}
	return "password"
}

func (a *login) check(ctx context.Context, client string, m loginModel) (idm.LoginStatus, error) {
	user := m.UserExtID.ValueString()
	switch {
	case m.DevicePassword != nil:
		return a.API.DevicePasswordLogin(ctx, client, user, m.DevicePassword.CredentialExtID.ValueString(),
			m.DevicePassword.Password.ValueString())
	case m.ContextPassword != nil:
		return a.API.ContextPasswordLogin(ctx, client, user, m.ContextPassword.Context.ValueString(),
			m.ContextPassword.Password.ValueString())
	case !m.RecoveryCode.IsNull():
		status, err := a.API.RecoveryCodeLogin(ctx, client, user, m.RecoveryCode.ValueString())
		if errors.Is(err, idm.ErrInvalid) {
			err = fmt.Errorf("the recovery code did not pass; each code works once, and every wrong one counts as a failed login: %w", err)
		}
		return status, err
	}
	return a.API.PasswordLogin(ctx, client, user, m.Password.ValueString())
}
