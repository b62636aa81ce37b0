package samlcredential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// samlResource inherits its operations from credentials.Resource.
type samlResource struct {
	credentials.Resource[model, *model]
}

func newResource() *samlResource {
	r := &samlResource{}
	r.Resource = *credentials.New[model](objecttype.SAMLCredential, credentials.Calls[*model]{
		Description: "A SAML federation of a user: the name by which an identity provider identifies the user. **Any person " +
			"with that name at the identity provider signs in as the user.**\n\nThe service creates it as `active`; another " +
			"`state_name` is set by a second request. If that request fails, the state shows the credential as active.",
		Attributes: attributes,
		Name:       func(c idm.Credential) string { return c.SubjectNameID },
		Ops:        idm.SAMLCredentialOps,
	})
	return r
}

// Create creates the credential, which is initially active, and then sets the planned state.
func (r *samlResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	planned := req.Plan
	resp.Diagnostics.Append(req.Plan.SetAttribute(ctx, path.Root("state_name"), types.StringUnknown())...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.Resource.Create(ctx, req, resp)
	if !resp.Diagnostics.HasError() {
		r.setState(ctx, planned, resp)
	}
}

// setState sets the planned state of a created credential. A failure leaves a usable credential
// that should not be usable, so it is an error and not a warning.
func (r *samlResource) setState(ctx context.Context, planned tfsdk.Plan, resp *resource.CreateResponse) {
	var plan, created model
	resp.Diagnostics.Append(planned.Get(ctx, &plan)...)
	resp.Diagnostics.Append(resp.State.Get(ctx, &created)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&created))
	defer lock.Unlock()
	// A credential that could not be read has no state here.
	if resp.Diagnostics.HasError() || created.StateName.IsNull() || !resourcebase.Changes(plan.PatchFrom(&created, &created)) {
		return
	}
	to := resourcebase.CreateState(resp)
	update := lock.Update(resp.State, planned, resourcebase.Version(ctx, to.Private))
	credential, err := r.SendPatch(ctx, update, &plan, &created)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("set the state of", &created, err))
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, to, &created, created.Read(credential))...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, planned, &resp.State)...)
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"subject_name_id": attrs.FixedText("Name of the user at the identity provider. Changing it replaces the credential."),
		"subject_name_id_format": attrs.FixedText("Format of that name, such as " +
			"`urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress`. Changing it replaces the credential."),
		"issuer_name_id": attrs.FixedText("Name of the identity provider. Changing it replaces the credential."),
		"issuer_name_id_format": attrs.FixedText("Format of that name, such as " +
			"`urn:oasis:names:tc:SAML:2.0:nameid-format:entity`. Changing it replaces the credential."),
	}
}
