package client

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
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

func (m *resourceModel) OwnExtID() *types.String { return &m.ExtID }

func (m *resourceModel) Place() idm.Place { return idm.Place{} }

func (m *resourceModel) OwnerLock() write.LockKey { return nil }

// Read takes over a client. An imported client is protected.
func (m *resourceModel) Read(c idm.Client) int64 {
	m.ExtID = types.StringValue(c.ExtID)
	m.Name = attrs.Text(c.Name)
	m.DisplayName = attrs.LocalizedValue(c.DisplayName)
	m.Remarks = attrs.Text(c.Remarks)
	if m.DeletionProtection.IsNull() {
		m.DeletionProtection = types.BoolValue(true)
	}
	return c.Version
}

// TakeLocal takes over the protection, which the service does not know.
func (m *resourceModel) TakeLocal(plan *resourceModel) {
	m.DeletionProtection = plan.DeletionProtection
}

func (m *resourceModel) create() idm.ClientCreate {
	return idm.ClientCreate{
		ExtID:       m.ExtID.ValueString(),
		Name:        m.Name.ValueString(),
		DisplayName: m.DisplayName.Localized(),
		Remarks:     m.Remarks.ValueString(),
	}
}

// Patch holds what differs from the state.
func (m *resourceModel) Patch(state, _ *resourceModel) idm.ClientPatch {
	return idm.ClientPatch{
		Name:        attrs.Patch(m.Name, state.Name),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
		Remarks:     attrs.Patch(m.Remarks, state.Remarks),
	}
}
