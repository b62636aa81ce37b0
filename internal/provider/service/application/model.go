package application

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ServiceKey
	Name        types.String   `tfsdk:"name"`
	Description types.String   `tfsdk:"description"`
	URL         types.String   `tfsdk:"url"`
	Displayed   types.Bool     `tfsdk:"displayed"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
}

func (m *model) Read(a idm.Application) int64 {
	m.ExtID = types.StringValue(a.ExtID)
	m.Name = attrs.Text(a.Name)
	m.Description = attrs.Text(a.Description)
	m.URL = attrs.Text(a.URL)
	m.Displayed = attrs.FlagOrFalse(a.Displayed)
	m.DisplayName = attrs.LocalizedValue(a.DisplayName)
	return a.Version
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.ApplicationInput {
	return idm.ApplicationInput{
		ExtID:       attrs.Patch(m.ExtID, state.ExtID),
		Name:        attrs.Patch(m.Name, state.Name),
		Description: attrs.Patch(m.Description, state.Description),
		URL:         attrs.Patch(m.URL, state.URL),
		Displayed:   attrs.PatchFlag(m.Displayed, state.Displayed),
		DisplayName: attrs.PatchLocalized(m.DisplayName, state.DisplayName),
	}
}
