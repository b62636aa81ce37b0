package propertydefinition

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithTexts(map[string]string{
		"name":        "Name.",
		"description": "Description.",
		"type":        "`String` or `Enum`.",
		"scope": "Objects with the property: `onUnitGlobal`, `onUserGlobal`, `onProfileGlobal`, " +
			"`onProfileForAppGlobal` (authorizations) or `onProfileForApp` (authorizations of one application), in every release.",
		"string_regex":       "Regular expression, if any.",
		"uniqueness_scope":   "`ABSOLUTE`, `ABSOLUTE_USER`, `RELATIVE_UNIT` or `NONE`; null in older releases.",
		"access_create":      "Setting a value: `READ_WRITE`, `READ_ONLY` or `OFF`.",
		"access_modify":      "Changing a value: `READ_WRITE`, `READ_ONLY` or `OFF`.",
		"application_ext_id": "Application of the scope, if any; null in older releases.",
	}, attrs.Attributes{
		"property_id":               attrs.ComputedInt("Number of the definition."),
		"encrypted":                 attrs.ComputedBool("`true` for values in `sensitive_properties`."),
		"propagated":                attrs.ComputedBool("`true` if other systems receive the values."),
		"mandatory_on_gui":          attrs.ComputedBool("`true` if the user interface demands a value; null in older releases."),
		"string_max_len":            attrs.ComputedInt("Maximum length, if any."),
		"gui_precedence":            attrs.ComputedInt("Position in the user interface."),
		"displayname_dict_entry_id": attrs.ComputedInt("Dictionary entry of the display name, if any."),
		"property_allowed_values": attrs.ComputedList("Values of an `Enum`.", attrs.Attributes{
			"property_allowed_val_id": attrs.ComputedInt("Number of the value."),
			"value":                   attrs.ComputedText("Value."),
		}),
	})
}
