package genericcredential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
)

type model struct {
	credentials.Model
	attrs.OwnedProperties
	Identification types.String   `tfsdk:"identification"`
	Validity       attrs.FixedMap `tfsdk:"validity"`
	PolicyExtID    types.String   `tfsdk:"policy_ext_id"`
}

// Read updates the model from the service, with only the declared properties.
func (m *model) Read(c idm.Credential) int64 {
	m.Identification = attrs.Text(c.Identification)
	m.Validity = attrs.ValidityValue(c.Validity)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	m.OwnedProperties.Read(c.Properties, attrs.OwnedProperties{})
	return m.ReadCommon(c)
}

// PatchFrom returns the state of the credential if it differs.
func (m *model) PatchFrom(state, _ *model) idm.CredentialPatch { return m.PatchState(&state.Model) }

func post(ctx context.Context, api *idm.API, plan *model) (string, error) {
	return api.CreateGenericCredential(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), idm.GenericCredentialCreate{
		ExtID:          plan.ExtID.ValueString(),
		Identification: plan.Identification.ValueString(),
		Properties:     plan.Values(),
		Validity:       attrs.PatchValidity(plan.Validity, attrs.FixedMap{}),
		PolicyExtID:    plan.PolicyExtID.ValueString(),
		StateName:      plan.StateName.ValueString(),
	})
}
