package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ClientKey
	UserExtID           types.String   `tfsdk:"user_ext_id"`
	UnitExtID           types.String   `tfsdk:"unit_ext_id"`
	Name                types.String   `tfsdk:"name"`
	ProfileState        types.String   `tfsdk:"profile_state"`
	IsDefaultProfile    types.Bool     `tfsdk:"is_default_profile"`
	Remarks             types.String   `tfsdk:"remarks"`
	ModificationComment types.String   `tfsdk:"modification_comment"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
}

// Place returns the user whose list contains the profile.
func (m *model) Place() idm.Place {
	return idm.Place{Client: m.ClientExtID.ValueString(), Owner: m.UserExtID.ValueString()}
}

func (m *model) Read(p idm.Profile) int64 {
	m.ExtID = types.StringValue(p.ExtID)
	m.UserExtID = attrs.Text(p.UserExtID)
	m.UnitExtID = attrs.Text(p.UnitExtID)
	m.Name = attrs.Text(p.Name)
	m.ProfileState = attrs.Text(p.ProfileState)
	m.IsDefaultProfile = attrs.FlagOrFalse(p.IsDefaultProfile)
	m.Remarks = attrs.Text(p.Remarks)
	m.ModificationComment = attrs.Text(p.ModificationComment)
	m.Validity = attrs.ValidityValue(p.Validity)
	return p.Version
}

// PatchFrom returns the differences from the state. Only a new profile has a unit in them: a later
// change of it is a move, which is a separate call.
func (m *model) PatchFrom(state, _ *model) idm.ProfileInput {
	input := idm.ProfileInput{
		ExtID:               attrs.Patch(m.ExtID, state.ExtID),
		Name:                attrs.Patch(m.Name, state.Name),
		ProfileState:        attrs.Patch(m.ProfileState, state.ProfileState),
		IsDefaultProfile:    attrs.PatchFlag(m.IsDefaultProfile, state.IsDefaultProfile),
		Remarks:             attrs.Patch(m.Remarks, state.Remarks),
		ModificationComment: attrs.Patch(m.ModificationComment, state.ModificationComment),
		Validity:            attrs.PatchValidity(m.Validity, state.Validity),
	}
	if state.ExtID.IsNull() {
		input.UnitExtID = attrs.Patch(m.UnitExtID, state.UnitExtID)
	}
	return input
}
