package kerberoscredential

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	KerberosID types.String `tfsdk:"kerberos_id"`
}

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.KerberosID = attrs.Text(c.KerberosID)
	return m.ReadCommon(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		KerberosID: attrs.Patch(m.KerberosID, state.KerberosID),
	})
}
