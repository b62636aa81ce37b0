package kerberoscredential

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

func newResource() *credentials.Resource[model, *model] {
	return credentials.New[model](objecttype.KerberosCredential, credentials.Calls[*model]{
		Description: "A Kerberos principal that a user signs in with. A user can have several; no policy governs " +
			"them.\n\n**The holder of the principal signs in as the user**: the realm decides who that is.",
		Attributes: attributes,
		Name:       func(c idm.Credential) string { return c.KerberosID },
		Ops:        idm.KerberosCredentialOps,
		Same:       func(plan *model, c idm.Credential) bool { return plan.KerberosID.ValueString() == c.KerberosID },

		ClientWide: true,
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"kerberos_id": attrs.FixedText("The principal, such as `anna@ACME.EXAMPLE.COM`, unique in the client. " +
			"Changing it replaces the credential."),
	}
}
