package devicepassword

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

// Read updates the model from the service.
func (m *model) Read(c idm.Credential) int64 {
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	return m.ReadCommon(c)
}

// PatchFrom returns the state of the credential if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

func post(ctx context.Context, api *idm.API, plan *model, password string) (string, idm.Secret, error) {
	return api.CreateDevicePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.DevicePasswordCreate{
		ExtID:       plan.ExtID.ValueString(),
		Password:    password,
		StateName:   plan.StateName.ValueString(),
		PolicyExtID: plan.PolicyExtID.ValueString(),
	})
}
