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

func (m *model) create() idm.AuthorizationCreate {
	return m.Authorization(m.ExtID.ValueString(), m.RoleExtID.ValueString())
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.AuthorizationPatch {
	return attrs.PatchGrant(m.Grant, state.Grant)
}
