package client

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ServiceKey
	Name        types.String   `tfsdk:"name"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
	Remarks     types.String   `tfsdk:"remarks"`
	// DeletionProtection exists only in the provider, not in the service.
	DeletionProtection types.Bool `tfsdk:"deletion_protection"`
}

// Read updates the model from a client of the service. An imported client is protected.
func (m *model) Read(c idm.Client) int64 {
	m.ExtID = types.StringValue(c.ExtID)
	m.Name = attrs.Text(c.Name)
	m.DisplayName = attrs.LocalizedValue(c.DisplayName)
	m.Remarks = attrs.Text(c.Remarks)
	if m.DeletionProtection.IsNull() {
		m.DeletionProtection = types.BoolValue(true)
	}
	return c.Version
}

// TakeLocal copies the protection, which the service does not store.
func (m *model) TakeLocal(plan *model) {
	m.DeletionProtection = plan.DeletionProtection
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.ClientInput {
	return idm.ClientInput{
		ExtID:       attrs.Patch(m.ExtID, state.ExtID),
		Name:        attrs.Patch(m.Name, state.Name),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
		Remarks:     attrs.Patch(m.Remarks, state.Remarks),
	}
}
