package principal

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type token struct{ resourcebase.EphemeralResource }

func newToken() ephemeral.EphemeralResource {
	return &token{resourcebase.EphemeralResource{Noun: "token"}}
}

type tokenModel struct {
	Username    types.String `tfsdk:"username"`
	Password    types.String `tfsdk:"password"`
	AccessToken types.String `tfsdk:"access_token"`
	TokenType   types.String `tfsdk:"token_type"`
	ExpiresIn   types.Int64  `tfsdk:"expires_in"`
}

func (e *token) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	password, access := attrs.Lookup("The user's password."), attrs.ComputedText("The token, to be sent in the header `X-Token`.")
	password.Sensitive, access.Sensitive = true, true
	resp.Schema = schema.Schema{
		MarkdownDescription: "Obtains a token that allows users to change their own protected values, such as the email address. The " +
			"provider must be logged in as the user in `username`. The token never appears in the plan or the state.",
		Attributes: map[string]schema.Attribute{
			"username":     attrs.Lookup("Login ID of the user that the provider is logged in as."),
			"password":     password,
			"access_token": access,
			"token_type":   attrs.ComputedText("Kind of token: `bearer`."),
			"expires_in": attrs.ComputedInt("How many seconds the token is valid; null on releases of the service that do not " +
				"return it."),
		},
	}
}

func (e *token) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var config tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	issued, err := e.API.Token(ctx, config.Username.ValueString(), config.Password.ValueString())
	if err != nil {
		resp.Diagnostics.Append(e.Failed(err, config.Username.ValueString()))
		return
	}
	config.AccessToken, config.TokenType = attrs.Text(issued.AccessToken), attrs.Text(issued.TokenType)
	config.ExpiresIn = types.Int64Null()
	if issued.ExpiresIn > 0 {
		config.ExpiresIn = types.Int64Value(issued.ExpiresIn)
	}
	resp.Diagnostics.Append(resp.Result.Set(ctx, config)...)
}
