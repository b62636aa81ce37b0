package enterpriserole

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ClientKey
	Name        types.String   `tfsdk:"name"`
	Description types.String   `tfsdk:"description"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
}

func (m *model) Read(r idm.EnterpriseRole) int64 {
	m.ExtID = types.StringValue(r.ExtID)
	m.Name = attrs.Text(r.Name)
	m.Description = attrs.Text(r.Description)
	m.DisplayName = attrs.LocalizedValue(r.DisplayName)
	return r.Version
}

func (m *model) create() idm.EnterpriseRoleCreate {
	return idm.EnterpriseRoleCreate{
		ExtID:       m.ExtID.ValueString(),
		Name:        m.Name.ValueString(),
		Description: m.Description.ValueString(),
		DisplayName: m.DisplayName.Localized(),
	}
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.EnterpriseRolePatch {
	return idm.EnterpriseRolePatch{
		Name:        attrs.Patch(m.Name, state.Name),
		Description: attrs.Patch(m.Description, state.Description),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
	}
}
