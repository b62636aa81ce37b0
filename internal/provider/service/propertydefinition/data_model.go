package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.Attributes{
		"property_id": attrs.ComputedInt("Number of the definition."),
		"name":        attrs.ComputedText("Name."),
		"description": attrs.ComputedText("Description."),
		"type":        attrs.ComputedText("`String` or `Enum`."),
		"scope": attrs.ComputedText("Objects with the property: `onUnitGlobal`, `onUserGlobal`, `onProfileGlobal`, " +
			"`onProfileForAppGlobal` (authorizations) or `onProfileForApp` (authorizations of one application), in every release."),
		"encrypted":                 attrs.ComputedBool("`true` for values in `sensitive_properties`."),
		"propagated":                attrs.ComputedBool("`true` if other systems receive the values."),
		"mandatory_on_gui":          attrs.ComputedBool("`true` if the user interface demands a value; null in older releases."),
		"string_max_len":            attrs.ComputedInt("Maximum length, if any."),
		"string_regex":              attrs.ComputedText("Regular expression, if any."),
		"uniqueness_scope":          attrs.ComputedText("`ABSOLUTE`, `ABSOLUTE_USER`, `RELATIVE_UNIT` or `NONE`; null in older releases."),
		"access_create":             attrs.ComputedText("Setting a value: `READ_WRITE`, `READ_ONLY` or `OFF`."),
		"access_modify":             attrs.ComputedText("Changing a value: `READ_WRITE`, `READ_ONLY` or `OFF`."),
		"gui_precedence":            attrs.ComputedInt("Position in the user interface."),
		"application_ext_id":        attrs.ComputedText("Application of the scope, if any; null in older releases."),
		"displayname_dict_entry_id": attrs.ComputedInt("Dictionary entry of the display name, if any."),
		"property_allowed_values": attrs.ComputedList("Values of an `Enum`.", attrs.Attributes{
			"property_allowed_val_id": attrs.ComputedInt("Number of the value."),
			"value":                   attrs.ComputedText("Value."),
		}),
	}
}

// dataModel is the model of a definition in the data source.
type dataModel struct {
	PropertyID             types.Int64    `tfsdk:"property_id"`
	Name                   types.String   `tfsdk:"name"`
	Description            types.String   `tfsdk:"description"`
	Type                   types.String   `tfsdk:"type"`
	Scope                  types.String   `tfsdk:"scope"`
	Encrypted              types.Bool     `tfsdk:"encrypted"`
	Propagated             types.Bool     `tfsdk:"propagated"`
	MandatoryOnGUI         types.Bool     `tfsdk:"mandatory_on_gui"`
	StringMaxLen           types.Int64    `tfsdk:"string_max_len"`
	StringRegex            types.String   `tfsdk:"string_regex"`
	UniquenessScope        types.String   `tfsdk:"uniqueness_scope"`
	AccessCreate           types.String   `tfsdk:"access_create"`
	AccessModify           types.String   `tfsdk:"access_modify"`
	GUIPrecedence          types.Int64    `tfsdk:"gui_precedence"`
	ApplicationExtID       types.String   `tfsdk:"application_ext_id"`
	DisplayNameDictEntryID types.Int64    `tfsdk:"displayname_dict_entry_id"`
	AllowedValues          []allowedValue `tfsdk:"property_allowed_values"`
}

type allowedValue struct {
	ID    types.Int64  `tfsdk:"property_allowed_val_id"`
	Value types.String `tfsdk:"value"`
}

func newDataModel(d idm.PropertyDefinition) dataModel {
	var allowed []allowedValue
	for _, v := range d.AllowedValues {
		allowed = append(allowed, allowedValue{ID: attrs.Int(v.ID), Value: attrs.Text(v.Value)})
	}
	return dataModel{
		PropertyID:             attrs.Int(d.PropertyID),
		Name:                   attrs.Text(d.Name),
		Description:            attrs.Text(d.Description),
		Type:                   attrs.Text(d.Type),
		Scope:                  attrs.Text(d.Scope),
		Encrypted:              attrs.Flag(d.Encrypted),
		Propagated:             attrs.Flag(d.Propagated),
		MandatoryOnGUI:         attrs.Flag(d.MandatoryOnGUI),
		StringMaxLen:           types.Int64PointerValue(d.StringMaxLen),
		StringRegex:            attrs.Text(d.StringRegex),
		UniquenessScope:        attrs.Text(d.UniquenessScope),
		AccessCreate:           attrs.Text(d.AccessCreate),
		AccessModify:           attrs.Text(d.AccessModify),
		GUIPrecedence:          types.Int64PointerValue(d.GUIPrecedence),
		ApplicationExtID:       attrs.Text(d.ApplicationExtID),
		DisplayNameDictEntryID: types.Int64PointerValue(d.DisplayNameDictEntryID),
		AllowedValues:          allowed,
	}
}
