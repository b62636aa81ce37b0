package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// ComputedUnit returns the attributes of a unit in a data source.
func ComputedUnit() Attributes {
	return WithRecord(Attributes{
		"client_ext_id":        ComputedText("Client of the unit."),
		"ext_id":               ComputedText("External ID."),
		"parent_unit_ext_id":   ComputedText("Parent unit; null for a root unit."),
		"name":                 ComputedText("Name, unique below its parent."),
		"hierarchical_name":    ComputedText("External IDs from the root unit to this one, joined with `/`."),
		"description":          ComputedText("Description."),
		"location":             ComputedText("Location."),
		"display_name":         ComputedLocalized("Display name"),
		"abbreviation":         ComputedLocalized("Short name"),
		"profileless":          ComputedBool("`true` if the unit cannot have profiles."),
		"state":                ComputedText("`active` or `disabled`; null in older releases."),
		"validity":             ComputedValidity("unit"),
		"modification_comment": ComputedText("Comment on the last change."),
	})
}

// Unit is the model of ComputedUnit.
type Unit struct {
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	ExtID               types.String `tfsdk:"ext_id"`
	ParentUnitExtID     types.String `tfsdk:"parent_unit_ext_id"`
	Name                types.String `tfsdk:"name"`
	HierarchicalName    types.String `tfsdk:"hierarchical_name"`
	Description         types.String `tfsdk:"description"`
	Location            types.String `tfsdk:"location"`
	DisplayName         FixedMap     `tfsdk:"display_name"`
	Abbreviation        FixedMap     `tfsdk:"abbreviation"`
	Profileless         types.Bool   `tfsdk:"profileless"`
	State               types.String `tfsdk:"state"`
	Validity            FixedMap     `tfsdk:"validity"`
	ModificationComment types.String `tfsdk:"modification_comment"`
	Record
}

// UnitOf returns the conversion of a unit of a client.
func UnitOf(client string) func(idm.Unit) Unit {
	return func(u idm.Unit) Unit {
		return Unit{
			ClientExtID:         types.StringValue(client),
			ExtID:               Text(u.ExtID),
			ParentUnitExtID:     Text(u.ParentUnitExtID),
			Name:                Text(u.Name),
			HierarchicalName:    Text(u.HierarchicalName),
			Description:         Text(u.Description),
			Location:            Text(u.Location),
			DisplayName:         LocalizedValue(u.DisplayName),
			Abbreviation:        LocalizedValue(u.Abbreviation),
			Profileless:         Flag(u.Profileless),
			State:               Text(u.State),
			Validity:            ValidityValue(u.Validity),
			ModificationComment: Text(u.ModificationComment),
			Record:              RecordValue(u.Record),
		}
	}
}
