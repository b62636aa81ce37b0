package password

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	credentials.Model
	credentials.PasswordModel
}

// KeyValues are the client and the user, which has one password at most.
func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString()}
}

// Read takes over what the service has.
func (m *model) Read(c idm.Credential) int64 {
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	return m.ReadCommon(c)
}

// PatchFrom holds the state when it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

// post sends the create, whose answer names no external ID: it is the one that was sent, or the
// read afterwards shows another.
func post(ctx context.Context, api *idm.API, plan *model, password string) (string, idm.Secret, error) {
	made, err := api.CreatePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.PasswordCreate{
		ExtID:       plan.ExtID.ValueString(),
		Password:    password,
		StateName:   plan.StateName.ValueString(),
		PolicyExtID: plan.PolicyExtID.ValueString(),
	})
	return plan.ExtID.ValueString(), made, err
}
