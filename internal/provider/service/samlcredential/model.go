package samlcredential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	SubjectNameID       types.String `tfsdk:"subject_name_id"`
	SubjectNameIDFormat types.String `tfsdk:"subject_name_id_format"`
	IssuerNameID        types.String `tfsdk:"issuer_name_id"`
	IssuerNameIDFormat  types.String `tfsdk:"issuer_name_id_format"`
	PolicyExtID         types.String `tfsdk:"policy_ext_id"`
}

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.SubjectNameID = attrs.Text(c.SubjectNameID)
	m.SubjectNameIDFormat = attrs.Text(c.SubjectNameIDFormat)
	m.IssuerNameID = attrs.Text(c.IssuerNameID)
	m.IssuerNameIDFormat = attrs.Text(c.IssuerNameIDFormat)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	return m.ReadCommon(c)
}

// PatchFrom returns the state of the credential if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

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
