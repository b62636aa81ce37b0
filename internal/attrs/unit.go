package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// ComputedUnit is a unit as a data source shows it.
func ComputedUnit() Attributes {
	return WithRecord(Attributes{
		"client_ext_id":        ComputedText("External ID of the client that holds the unit."),
		"ext_id":               ComputedText("External ID of the unit, unique in its client."),
		"parent_unit_ext_id":   ComputedText("External ID of the unit above this one; null for a root unit."),
		"name":                 ComputedText("Name of the unit, unique below its parent."),
		"hierarchical_name":    ComputedText("The external IDs from the root unit to this one, joined with `/`."),
		"description":          ComputedText("What the unit is for."),
		"location":             ComputedText("Where the unit is, as free text."),
		"display_name":         ComputedLocalized("Name shown to people."),
		"abbreviation":         ComputedLocalized("Short form of the name."),
		"profileless":          ComputedBool("`true` when no profile may be assigned to the unit."),
		"state":                ComputedText("`active` or `disabled`; null on releases of the service that do not know it."),
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

// UnitValue converts a unit of the service.
func UnitValue(client types.String, u idm.Unit) Unit {
	return Unit{
		ClientExtID:         client,
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
