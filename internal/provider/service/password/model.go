package password

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct{ credentials.PasswordModel }

// KeyValues returns the client and the user, who has at most one password.
func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString()}
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.PasswordModel.PatchFrom(&state.PasswordModel, nil)
}
