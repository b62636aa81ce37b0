package credential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type ephemeralResource struct{ resourcebase.EphemeralResource }

func newEphemeralResource() ephemeral.EphemeralResource {
	return &ephemeralResource{resourcebase.EphemeralResource{Noun: "user_credentials"}}
}

type ephemeralModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	Credentials types.List   `tfsdk:"credentials"`
}

// secretAttributes returns the attributes of a credential with its hashed secrets.
func secretAttributes() attrs.Attributes {
	credential := dataAttributes()
	credential["secrets"] = attrs.ComputedObject("The hashed secrets, most with the name of the digest as a prefix; null on types without "+
		"any.", attrs.Attributes{
		"ticket":               secret("Value of a ticket."),
		"temp_strong_password": secret("Value of a temporary strong password, valid for one login."),
		"puk":                  secret("Value of a PUK. The prefix `SSHA` is another name of `SHA`, `SSHA256` of `SHA-256`."),
		"device_password":      secret("Value of a device password. The prefixes are the same as for `puk`."),
		"otp":                  secret("An OTP card: rows, columns, counters, card and perhaps the latest challenge, separated by `|`."),
		"hashed_credential_id": secret("Identifier of a FIDO2 credential."),
		"vasco_tokens": attrs.ComputedList("Tokens of a hardware token.", attrs.Attributes{
			"auth_mode": attrs.ComputedText("Mode of authentication."),
			"data":      secret("The token."),
		}),
	})
	return credential
}

func (e *ephemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{
		MarkdownDescription: "Lists the credentials of a user with their hashed secrets, which never reach the plan or the state.",
		Attributes: map[string]ephemeralschema.Attribute{
			"client_ext_id": attrs.LookupClient(),
			"user_ext_id":   attrs.Lookup("External ID of the user whose credentials are listed."),
			"credentials":   attrs.ComputedList("The credentials found.", secretAttributes()),
		},
	}
}

func secret(description string) schema.StringAttribute {
	attribute := attrs.ComputedText(description)
	attribute.Sensitive = true
	return attribute
}

func (e *ephemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var config ephemeralModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = e.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, user := config.ClientExtID.ValueString(), config.UserExtID.ValueString()
	credentials, err := idm.Complete(e.API.UserCredentials(ctx, client, user))
	if err != nil {
		resp.Diagnostics.Append(e.Failed(err, client, user))
		return
	}
	config.Credentials = attrs.Rows(secretAttributes(), credentials, values(secretAttributes()))
	resp.Diagnostics.Append(resp.Result.Set(ctx, config)...)
}
