package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.GrantKey
	RoleExtID types.String `tfsdk:"role_ext_id"`
	attrs.Grant
}

func (m *model) Read(a idm.Authorization) int64 {
	m.ExtID = types.StringValue(a.ExtID)
	m.RoleExtID = attrs.Text(a.RoleExtID)
	m.Grant = attrs.GrantValue(a)
	return a.Version
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.AuthorizationInput {
	input := attrs.PatchGrant(m.Grant, state.Grant)
	input.ExtID, input.RoleExtID = attrs.Patch(m.ExtID, state.ExtID), attrs.Patch(m.RoleExtID, state.RoleExtID)
	return input
}
