package client

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type resourceModel struct {
	ID          types.String   `tfsdk:"id"`
	ExtID       types.String   `tfsdk:"ext_id"`
	Name        types.String   `tfsdk:"name"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
	Remarks     types.String   `tfsdk:"remarks"`
	// DeletionProtection is the provider's own: the service knows nothing of it.
	DeletionProtection types.Bool `tfsdk:"deletion_protection"`
}

func (m *resourceModel) KeyValues() []string { return []string{m.ExtID.ValueString()} }

func (m *resourceModel) SetID(id types.String) { m.ID = id }

// read takes over what the service answered. What was imported is protected.
func (m *resourceModel) read(c idm.Client) {
	m.ExtID = types.StringValue(c.ExtID)
	m.Name = attrs.Text(c.Name)
	m.DisplayName = attrs.LocalizedValue(c.DisplayName)
	m.Remarks = attrs.Text(c.Remarks)
	if m.DeletionProtection.IsNull() {
		m.DeletionProtection = types.BoolValue(true)
	}
}

func (m *resourceModel) create() idm.ClientCreate {
	return idm.ClientCreate{
		ExtID:       m.ExtID.ValueString(),
		Name:        m.Name.ValueString(),
		DisplayName: m.DisplayName.Localized(),
		Remarks:     m.Remarks.ValueString(),
	}
}

// patch holds what differs from the state.
func (m *resourceModel) patch(state *resourceModel) idm.ClientPatch {
	return idm.ClientPatch{
		Name:        attrs.Patch(m.Name, state.Name),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
		Remarks:     attrs.Patch(m.Remarks, state.Remarks),
	}
}
