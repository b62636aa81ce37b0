package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.GrantKey
	EnterpriseRoleExtID types.String   `tfsdk:"enterprise_role_ext_id"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) Read(a idm.EnterpriseAuthorization) int64 {
	m.ExtID = types.StringValue(a.ExtID)
	m.EnterpriseRoleExtID = attrs.Text(a.EnterpriseRoleExtID)
	m.Validity = attrs.ValidityValue(a.Validity)
	return a.Version
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.EnterpriseAuthorizationInput {
	return idm.EnterpriseAuthorizationInput{
		ExtID:               attrs.Patch(m.ExtID, state.ExtID),
		EnterpriseRoleExtID: attrs.Patch(m.EnterpriseRoleExtID, state.EnterpriseRoleExtID),
		Validity:            attrs.PatchValidity(m.Validity, state.Validity),
	}
}
