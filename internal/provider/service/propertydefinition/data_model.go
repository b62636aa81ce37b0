package propertydefinition

import (
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
