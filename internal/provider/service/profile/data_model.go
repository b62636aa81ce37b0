package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of a profile in the data sources.
type dataModel struct {
	ClientExtID         types.String   `tfsdk:"client_ext_id"`
	ExtID               types.String   `tfsdk:"ext_id"`
	UserExtID           types.String   `tfsdk:"user_ext_id"`
	UnitExtID           types.String   `tfsdk:"unit_ext_id"`
	DeputedProfileExtID types.String   `tfsdk:"deputed_profile_ext_id"`
	Name                types.String   `tfsdk:"name"`
	ProfileState        types.String   `tfsdk:"profile_state"`
	IsDefaultProfile    types.Bool     `tfsdk:"is_default_profile"`
	Remarks             types.String   `tfsdk:"remarks"`
	ModificationComment types.String   `tfsdk:"modification_comment"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	attrs.Record
}

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id":          attrs.ComputedText("Client of the profile."),
		"ext_id":                 attrs.ComputedText("External ID of the profile."),
		"user_ext_id":            attrs.ComputedText("External ID of the user."),
		"unit_ext_id":            attrs.ComputedText("External ID of the unit, if any."),
		"deputed_profile_ext_id": attrs.ComputedText("External ID of the profile that it deputizes for, if any."),
		"name":                   attrs.ComputedText("Name."),
		"profile_state":          attrs.ComputedText("`active`, `disabled` or `archived`."),
		"is_default_profile":     attrs.ComputedBool("`true` for the user's default profile."),
		"remarks":                attrs.ComputedText("Remarks."),
		"modification_comment":   attrs.ComputedText("Comment on the last change."),
		"validity":               attrs.ComputedValidity("profile"),
	})
}

// newDataModel returns the conversion of a profile of a client.
func newDataModel(client string) func(idm.Profile) dataModel {
	return func(p idm.Profile) dataModel {
		return dataModel{
			ClientExtID:         types.StringValue(client),
			ExtID:               attrs.Text(p.ExtID),
			UserExtID:           attrs.Text(p.UserExtID),
			UnitExtID:           attrs.Text(p.UnitExtID),
			DeputedProfileExtID: attrs.Text(p.DeputedProfileExtID),
			Name:                attrs.Text(p.Name),
			ProfileState:        attrs.Text(p.ProfileState),
			IsDefaultProfile:    attrs.Flag(p.IsDefaultProfile),
			Remarks:             attrs.Text(p.Remarks),
			ModificationComment: attrs.Text(p.ModificationComment),
			Validity:            attrs.ValidityValue(p.Validity),
			Record:              attrs.RecordValue(p.Record),
		}
	}
}
