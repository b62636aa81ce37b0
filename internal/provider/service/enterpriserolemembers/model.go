package enterpriserolemembers

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	ID                  types.String `tfsdk:"id"`
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
	RoleExtIDs          []string     `tfsdk:"role_ext_ids"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Elements() map[string]resourcebase.NoValue { return resourcebase.Members(m.RoleExtIDs) }

func (m *model) SetElements(of map[string]resourcebase.NoValue) {
	m.RoleExtIDs = resourcebase.ExtIDsOf(of)
}
