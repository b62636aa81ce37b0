package devicepassword

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	attrs.Credential
	attrs.Password
}

// Read takes over what the service has.
func (m *model) Read(c idm.Credential) {
	m.ReadCommon(c)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

func post(ctx context.Context, api *idm.API, plan *model, password string) (string, idm.Secret, error) {
	return api.CreateDevicePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.DevicePasswordCreate{
		ExtID:       plan.ExtID.ValueString(),
		Password:    password,
		StateName:   plan.StateName.ValueString(),
		PolicyExtID: plan.PolicyExtID.ValueString(),
	})
}
