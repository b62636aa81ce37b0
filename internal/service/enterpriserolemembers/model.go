package enterpriserolemembers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                  types.String   `tfsdk:"id"`
	ClientExtID         types.String   `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String   `tfsdk:"enterprise_role_ext_id"`
	RoleExtIDs          []types.String `tfsdk:"role_ext_ids"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// enterpriseRoleLock returns the lock of the enterprise role, which prevents concurrent changes of
// its roles by other resources of the run.
func (m *model) enterpriseRoleLock() write.LockKey {
	return append(write.LockKey{"enterprise_role"}, m.KeyValues()...)
}

// roles returns the external IDs as a set.
func (m *model) roles() map[string]bool {
	set := make(map[string]bool, len(m.RoleExtIDs))
	for _, extID := range m.RoleExtIDs {
		set[extID.ValueString()] = true
	}
	return set
}

// hold replaces the roles with the elements of a set.
func (m *model) hold(set map[string]bool) {
	m.RoleExtIDs = make([]types.String, 0, len(set))
	for extID := range set {
		m.RoleExtIDs = append(m.RoleExtIDs, types.StringValue(extID))
	}
}

// membersOf reads all roles of a model's enterprise role.
func membersOf(ctx context.Context, api *idm.API, m *model) (map[string]bool, error) {
	set := map[string]bool{}
	all := api.EnterpriseRoleMembers(ctx, m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString())
	for role, err := range idm.ErrorsLast(all) {
		if err != nil {
			return nil, err
		}
		set[role.ExtID] = true
	}
	return set, nil
}
