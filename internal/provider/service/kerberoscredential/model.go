package kerberoscredential

import (
	"context"

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

// PatchFrom returns the state of the credential if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

func post(ctx context.Context, api *idm.API, plan *model) (string, error) {
	return api.CreateKerberosCredential(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.KerberosCredentialCreate{
		ExtID:      plan.ExtID.ValueString(),
		KerberosID: plan.KerberosID.ValueString(),
		StateName:  plan.StateName.ValueString(),
	})
}
