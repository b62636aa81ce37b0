package contextpassword

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.PasswordModel
	Context types.String `tfsdk:"context"`
}

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.Context = attrs.Text(c.Context)
	return m.PasswordModel.Read(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{
		Context:     attrs.Patch(m.Context, state.Context),
		PolicyExtID: attrs.Patch(m.PolicyExtID, state.PolicyExtID),
	})
}
