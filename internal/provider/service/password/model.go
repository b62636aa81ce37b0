package password

import (
	"context"

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

// PatchFrom returns the state of the credential if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

// post sends the create. Its response contains no external ID: post returns the requested one, and
// the following read corrects it.
func post(ctx context.Context, api *idm.API, plan *model, password string) (string, idm.Secret, error) {
	made, err := api.CreatePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.PasswordCreate{
		ExtID:       plan.ExtID.ValueString(),
		Password:    password,
		StateName:   plan.StateName.ValueString(),
		PolicyExtID: plan.PolicyExtID.ValueString(),
	})
	return plan.ExtID.ValueString(), made, err
}
