package samlcredential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// samlResource has its operations from resourcebase.Credential.
type samlResource struct {
	resourcebase.Credential[model, *model]
}

func newResource() *samlResource {
	r := &samlResource{}
	r.Resource = resourcebase.OfUser(objecttype.SAMLCredential)
	r.Calls = resourcebase.CredentialCalls{
		Get:    (*idm.API).SAMLCredential,
		Update: (*idm.API).UpdateSAMLCredential,
		Delete: (*idm.API).DeleteSAMLCredential,
		List:   (*idm.API).SAMLCredentials,
	}
	r.Collection = r.Calls.Collection()
	r.Post, r.CreatesActive = post, true
	return r
}

func (r *samlResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A SAML federation of a user: the name by which an identity provider identifies the user. **Any person " +
			"with that name at the identity provider signs in as the user.**\n\nThe service creates it as `active`; another " +
			"`state_name` is set by a second request. If that request fails, the state shows the credential as active.",
		Attributes: attrs.WithCredential(r.Type.Key.Form(), "SAML credential", map[string]schema.Attribute{
			"subject_name_id": attrs.RequiredFixedText("Name of the user at the identity provider. Changing it replaces the credential."),
			"subject_name_id_format": attrs.RequiredFixedText("Format of that name, such as " +
				"`urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress`. Changing it replaces the credential."),
			"issuer_name_id": attrs.RequiredFixedText("Name of the identity provider. Changing it replaces the credential."),
			"issuer_name_id_format": attrs.RequiredFixedText("Format of that name, such as " +
				"`urn:oasis:names:tc:SAML:2.0:nameid-format:entity`. Changing it replaces the credential."),
			"policy_ext_id": attrs.CredentialPolicy("SAMLFederationPolicy"),
		}),
	}
}

type model struct {
	attrs.Credential
	SubjectNameID       types.String `tfsdk:"subject_name_id"`
	SubjectNameIDFormat types.String `tfsdk:"subject_name_id_format"`
	IssuerNameID        types.String `tfsdk:"issuer_name_id"`
	IssuerNameIDFormat  types.String `tfsdk:"issuer_name_id_format"`
	PolicyExtID         types.String `tfsdk:"policy_ext_id"`
}

// Read takes over what the service has.
func (m *model) Read(c idm.Credential) {
	m.ReadCommon(c)
	m.SubjectNameID = attrs.Text(c.SubjectNameID)
	m.SubjectNameIDFormat = attrs.Text(c.SubjectNameIDFormat)
	m.IssuerNameID = attrs.Text(c.IssuerNameID)
	m.IssuerNameIDFormat = attrs.Text(c.IssuerNameIDFormat)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

func post(ctx context.Context, api *idm.API, plan *model) (string, error) {
	return api.CreateSAMLCredential(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.SAMLCredentialCreate{
		ExtID:               plan.ExtID.ValueString(),
		SubjectNameID:       plan.SubjectNameID.ValueString(),
		SubjectNameIDFormat: plan.SubjectNameIDFormat.ValueString(),
		IssuerNameID:        plan.IssuerNameID.ValueString(),
		IssuerNameIDFormat:  plan.IssuerNameIDFormat.ValueString(),
		PolicyExtID:         plan.PolicyExtID.ValueString(),
	})
}
