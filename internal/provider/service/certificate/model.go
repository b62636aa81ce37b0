package certificate

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	Certificate  types.String `tfsdk:"certificate"`
	PolicyExtID  types.String `tfsdk:"policy_ext_id"`
	Subject      types.String `tfsdk:"subject"`
	Issuer       types.String `tfsdk:"issuer"`
	Fingerprint  types.String `tfsdk:"fingerprint"`
	SerialNumber types.String `tfsdk:"serial_number"`
	KeyID        types.String `tfsdk:"key_id"`
}

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.Certificate = attrs.CertificateValue(m.Certificate, c.CertificatePEM)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	m.Subject = attrs.Text(c.Subject)
	m.Issuer = attrs.Text(c.Issuer)
	m.Fingerprint = attrs.Text(c.Fingerprint)
	m.SerialNumber = attrs.Text(c.SerialNumber)
	m.KeyID = attrs.Text(c.KeyID)
	return m.ReadCommon(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		CertificatePEM: attrs.Patch(m.Certificate, state.Certificate),
		PolicyExtID:    attrs.Patch(m.PolicyExtID, state.PolicyExtID),
	})
}
