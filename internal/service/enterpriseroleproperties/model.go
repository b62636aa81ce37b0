package enterpriseroleproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                  types.String `tfsdk:"id"`
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
	attrs.OwnedProperties
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.EnterpriseRoleExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// owner is the enterprise role, whose version a change of its properties may advance.
func (m *model) owner() write.LockKey { return append(write.LockKey{"unit"}, m.KeyValues()...) }
