package unit

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	resourcebase.ClientKey
	ParentUnitExtID     types.String   `tfsdk:"parent_unit_ext_id"`
	Name                types.String   `tfsdk:"name"`
	Description         types.String   `tfsdk:"description"`
	Location            types.String   `tfsdk:"location"`
	DisplayName         attrs.FixedMap `tfsdk:"display_name"`
	Abbreviation        attrs.FixedMap `tfsdk:"abbreviation"`
	Profileless         types.Bool     `tfsdk:"profileless"`
	State               types.String   `tfsdk:"state"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	ModificationComment types.String   `tfsdk:"modification_comment"`
}

// OwnerLock returns the lock of the parent, whose version a change of its subunits may advance.
func (m *model) OwnerLock() write.LockKey {
	return write.LockKey{"unit", m.ClientExtID.ValueString(), m.ParentUnitExtID.ValueString()}
}

// Place returns the parent whose list contains the unit.
func (m *model) Place() idm.Place {
	return idm.Place{Client: m.ClientExtID.ValueString(), Owner: m.ParentUnitExtID.ValueString()}
}

func (m *model) Read(u idm.Unit) int64 {
	m.ExtID = types.StringValue(u.ExtID)
	m.ParentUnitExtID = attrs.Text(u.ParentUnitExtID)
	m.Name = attrs.Text(u.Name)
	m.Description = attrs.Text(u.Description)
	m.Location = attrs.Text(u.Location)
	m.DisplayName = attrs.LocalizedValue(u.DisplayName)
	m.Abbreviation = attrs.LocalizedValue(u.Abbreviation)
	m.Profileless = attrs.FlagOrFalse(u.Profileless)
	m.State = attrs.Text(u.State)
	m.Validity = attrs.ValidityValue(u.Validity)
	m.ModificationComment = attrs.Text(u.ModificationComment)
	return u.Version
}

// PatchFrom returns the differences from the state. Only a new unit has a parent in them: a later
// change of it is a move, which is a separate call.
func (m *model) PatchFrom(state, _ *model) idm.UnitInput {
	input := idm.UnitInput{
		ExtID:               attrs.Patch(m.ExtID, state.ExtID),
		Name:                attrs.Patch(m.Name, state.Name),
		Description:         attrs.Patch(m.Description, state.Description),
		Location:            attrs.Patch(m.Location, state.Location),
		DisplayName:         attrs.PatchLocalized(m.DisplayName, state.DisplayName),
		Abbreviation:        attrs.PatchLocalized(m.Abbreviation, state.Abbreviation),
		Profileless:         attrs.PatchFlag(m.Profileless, state.Profileless),
		State:               attrs.Patch(m.State, state.State),
		Validity:            attrs.PatchValidity(m.Validity, state.Validity),
		ModificationComment: attrs.Patch(m.ModificationComment, state.ModificationComment),
	}
	if state.ExtID.IsNull() {
		input.ParentUnitExtID = attrs.Patch(m.ParentUnitExtID, state.ParentUnitExtID)
	}
	return input
}
