package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

func shown() attrs.Attributes {
	return attrs.Attributes{
		"property_id": attrs.ComputedInt("Number of the definition, given by the service."),
		"name":        attrs.ComputedText("Name of the property, which is the key of its values."),
		"description": attrs.ComputedText("What the property is for."),
		"type":        attrs.ComputedText("`String`, or `Enum` when the values are those in `property_allowed_values`."),
		"scope": attrs.ComputedText("What has the property, such as `onUnitGlobal`, `onUserGlobal`, `onProfileGlobal`, " +
			"`onProfileForAppGlobal` (an authorization) or " +
			"`onProfileForApp` (an authorization for one application). The other spelling of later releases, such as `UNIT_GLOBAL`, is brought " +
			"into this form."),
		"encrypted":  attrs.ComputedBool("`true` when the service keeps the values encrypted; then they belong in `sensitive_properties`."),
		"propagated": attrs.ComputedBool("`true` when the values are propagated to other systems."),
		"mandatory_on_gui": attrs.ComputedBool("`true` when the user interface of the service demands a value; null on releases that do not " +
			"return it."),
		"string_max_len": attrs.ComputedInt("Greatest number of characters of a value; null without a limit."),
		"string_regex":   attrs.ComputedText("Regular expression that a value must match; null without one."),
		"uniqueness_scope": attrs.ComputedText("Where a value must be unique: `ABSOLUTE`, `ABSOLUTE_USER`, `RELATIVE_UNIT` or `NONE`; null on " +
			"releases that do not return it."),
		"access_create":  attrs.ComputedText("Whether a value may be given: `READ_WRITE`, `READ_ONLY` or `OFF`."),
		"access_modify":  attrs.ComputedText("Whether a value may be changed: `READ_WRITE`, `READ_ONLY` or `OFF`."),
		"gui_precedence": attrs.ComputedInt("Place among the properties in the user interface of the service."),
		"application_ext_id": attrs.ComputedText("External ID of the application that the definition is for; null for the other scopes, and " +
			"on releases that do not return it."),
		"displayname_dict_entry_id": attrs.ComputedInt("Number of the dictionary entry that holds the names shown to people; null when there " +
			"is none."),
		"property_allowed_values": attrs.ComputedList("The values of an `Enum`; null for other types.", attrs.Attributes{
			"property_allowed_val_id": attrs.ComputedInt("Number of the value, given by the service."),
			"value":                   attrs.ComputedText("The value."),
		}),
	}
}

type model struct {
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

func value(d idm.PropertyDefinition) model {
	var allowed []allowedValue
	for _, v := range d.AllowedValues {
		allowed = append(allowed, allowedValue{ID: attrs.Int(v.ID), Value: attrs.Text(v.Value)})
	}
	return model{
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
