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

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.EnterpriseRoleInput {
	return idm.EnterpriseRoleInput{
		ExtID:       attrs.Patch(m.ExtID, state.ExtID),
		Name:        attrs.Patch(m.Name, state.Name),
		Description: attrs.Patch(m.Description, state.Description),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
	}
}
