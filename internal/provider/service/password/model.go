package password

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	credentials.PasswordModel
}

// KeyValues returns the client and the user, who has at most one password.
func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString()}
}

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	return m.ReadCommon(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		PolicyExtID: attrs.Patch(m.PolicyExtID, state.PolicyExtID),
	})
}
