package genericcredential

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	attrs.OwnedProperties
	Identification types.String   `tfsdk:"identification"`
	Validity       attrs.FixedMap `tfsdk:"validity"`
	PolicyExtID    types.String   `tfsdk:"policy_ext_id"`
}

// Read updates the model from the service, with only the declared properties.
func (m *model) Read(c idm.Credential) int64 {
	m.Identification = attrs.Text(c.Identification)
	m.Validity = attrs.ValidityValue(c.Validity)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	m.OwnedProperties.Read(c.Properties, attrs.OwnedProperties{})
	return m.ReadCommon(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		Identification: attrs.Patch(m.Identification, state.Identification),
		PolicyExtID:    attrs.Patch(m.PolicyExtID, state.PolicyExtID),
		Properties:     m.Values(),
		Validity:       attrs.PatchValidity(m.Validity, state.Validity),
	})
}
