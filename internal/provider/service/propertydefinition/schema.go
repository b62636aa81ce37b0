package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// The types of a property, and the defaults of the service for a create.
const (
	typeString = "STRING"
	typeEnum   = "ENUM"
	readWrite  = "READ_WRITE"
	notUnique  = "NONE"
)

var (
	scopes = []string{
		"APPLICATION_GLOBAL", "UNIT_GLOBAL", "PROFILE_GLOBAL", "PROFILE_FOR_APPLICATION_GLOBAL", "PROFILE_FOR_APPLICATION",
		"ROLE_FOR_APPLICATION", "USER_GLOBAL", "ENTERPRISE_ROLE_GLOBAL", "CREDENTIAL_CERTIFICATE_GLOBAL", "CREDENTIAL_GENERIC_GLOBAL",
		"CREDENTIAL_MOBILE_SIGNATURE_GLOBAL", "CREDENTIAL_SAML_FEDERATION_GLOBAL", "CREDENTIAL_SECURITY_QUESTIONS_GLOBAL",
	}
	accesses   = []string{readWrite, "READ_ONLY", "OFF"}
	uniqueness = []string{"ABSOLUTE", "ABSOLUTE_USER", "RELATIVE_UNIT", notUnique}
)

// idForms are the import IDs of the kinds of definitions.
const idForms = "scope/name/client_ext_id`, or `scope/name` for a definition of all clients; with `application_ext_id` after the name " +
	"where the " +
	"scope is for one application: `scope/name/application_ext_id/client_ext_id"

func attributes() map[string]schema.Attribute {
	client := attrs.ClientExtID()
	client.MarkdownDescription = "External ID of the client (tenant) that has the property. Defaults to the provider's `client_ext_id`, " +
		"unless `all_clients` is `true`. The definition keeps the client that it was created in. Changing this argument replaces it."
	return map[string]schema.Attribute{
		"id": attrs.ID(idForms),
		"scope": attrs.FixedText("Kind of object that has the property, such as `UNIT_GLOBAL`, `USER_GLOBAL`, `PROFILE_GLOBAL`, "+
			"`ENTERPRISE_ROLE_GLOBAL`, "+
			"`PROFILE_FOR_APPLICATION_GLOBAL` (an authorization) or `PROFILE_FOR_APPLICATION` (an authorization for one application). "+
			"Changing "+
			"it replaces the definition.", stringvalidator.OneOf(scopes...)),
		"name": attrs.FixedText("Name of the property, which is the key of its values; unique in its scope and client. Changing it " +
			"replaces " +
			"the definition."),
		"application_ext_id": attrs.OptionalReference("External ID of the application that the definition is for. Required for the " +
			"scopes `PROFILE_FOR_APPLICATION` and `ROLE_FOR_APPLICATION` only. Changing it replaces the definition."),
		"client_ext_id": client,
		"all_clients": attrs.FixedDefaultedBool(false,
			"`true` for a property of all clients instead of one client. Changing it replaces the "+
				"definition. Defaults to `false`."),
		"property_id": attrs.AssignedInt("Number of the definition, assigned by the service."),
		"type": attrs.FixedText("`STRING`, or `ENUM` for the values in `allowed_values`. Changing it replaces the definition, and the "+
			"service deletes all values.", stringvalidator.OneOf(typeString, typeEnum)),
		"description": attrs.OptionalText("Purpose of the property."),
		"encrypted": attrs.DefaultedBool(false, "`true` if the service stores the values encrypted; set them in "+
			"`sensitive_properties`. Defaults to `false`."),
		"propagated": attrs.DefaultedBool(false, "`true` if the values are propagated to other systems. Defaults to `false`."),
		"mandatory_on_gui": attrs.DefaultedBool(false,
			"`true` if the user interface of the service requires a value. Defaults to `false`."),
		"string_max_len": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
			MarkdownDescription: "Maximum number of characters of a `STRING` value. Without it, the length is not limited.",
		},
		"string_regex": attrs.OptionalText("Regular expression that a value of the type `STRING` must match."),
		"access_create": attrs.DefaultText(readWrite,
			"Whether a value may be set: `READ_WRITE`, `READ_ONLY` or `OFF`. Defaults to `READ_WRITE`.",
			stringvalidator.OneOf(accesses...)),
		"access_modify": attrs.DefaultText(readWrite,
			"Whether a value may be changed: `READ_WRITE`, `READ_ONLY` or `OFF`. Defaults to `READ_WRITE`.",
			stringvalidator.OneOf(accesses...)),
		"uniqueness_scope": attrs.DefaultText(notUnique, "Where a value must be unique: `ABSOLUTE`, `ABSOLUTE_USER`, `RELATIVE_UNIT` or "+
			"`NONE`. Defaults to `NONE`.", stringvalidator.OneOf(uniqueness...)),
		"display_name": attrs.LocalizedText("Display name"),
		"allowed_values": attrs.OptionalTextSet("All values of the type `ENUM`, at least one. Removing a value also deletes it from the " +
			"objects that have it."),
	}
}
