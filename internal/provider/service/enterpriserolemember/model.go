package enterpriserolemember

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	ID                  types.String `tfsdk:"id"`
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
	RoleExtID           types.String `tfsdk:"role_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString(), m.RoleExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Place() idm.Place {
	return idm.Place{Client: m.ClientExtID.ValueString(), Owner: m.EnterpriseRoleExtID.ValueString()}
}

func (m *model) OwnerLock() write.LockKey {
	return write.LockKey{"enterprise_role", m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString()}
}

func (m *model) OwnExtID() *types.String { return &m.RoleExtID }

func (m *model) Read(idm.Role) (version int64) { return 0 }

func (m *model) PatchFrom(_, _ *model) resourcebase.NoValue { return resourcebase.NoValue{} }
