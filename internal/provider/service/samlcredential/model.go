package samlcredential

import (
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

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		SubjectNameID:       attrs.Patch(m.SubjectNameID, state.SubjectNameID),
		SubjectNameIDFormat: attrs.Patch(m.SubjectNameIDFormat, state.SubjectNameIDFormat),
		IssuerNameID:        attrs.Patch(m.IssuerNameID, state.IssuerNameID),
		IssuerNameIDFormat:  attrs.Patch(m.IssuerNameIDFormat, state.IssuerNameIDFormat),
		PolicyExtID:         attrs.Patch(m.PolicyExtID, state.PolicyExtID),
	})
}
