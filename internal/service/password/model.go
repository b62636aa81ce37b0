package password

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	attrs.Credential
	attrs.Password
}

// KeyValues are the client and the user, which has one password at most.
func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString()}
}

// Read takes over what the service has.
func (m *model) Read(c idm.Credential) {
	m.ReadCommon(c)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

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
