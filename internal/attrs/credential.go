package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// WriteOnlyPassword is a password that neither plan nor state keeps; it can come from an ephemeral
// value.
func WriteOnlyPassword(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required: true, WriteOnly: true, Sensitive: true,
		MarkdownDescription: description + " Neither plan nor state keeps it, so it may come from an ephemeral resource or variable. " +
			"Another password alone changes nothing: change `password_wo_version` along with it.",
		Validators: texts(nil),
	}
}

// PasswordVersion stands for a WriteOnlyPassword in plan and state; rotation says what a change of
// it does.
func PasswordVersion(rotation string, modifiers ...planmodifier.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{
		Optional: true,
		MarkdownDescription: "Version of `password_wo`, any number. Setting or changing it " + rotation +
			" Left out, the password is only set when the object is created; " +
			"leave it out of an import too, unless the import is to set the password.",
		PlanModifiers: modifiers,
	}
}

// ReplacedPasswordVersion is a PasswordVersion whose change replaces the object, because the
// service has no operation that changes the password.
func ReplacedPasswordVersion() schema.Int64Attribute {
	return PasswordVersion("replaces the object: the service changes no such password, so it is deleted and made anew. Taking it out "+
		"replaces it too.",
		int64planmodifier.RequiresReplace())
}

// CredentialState is the state of a credential, in the form of idm.CredentialState.
func CredentialState() schema.StringAttribute {
	return OptionalComputedText("State of the credential: `active`, `disabled`, `initial`, `tmp-locked`, `fail-locked`, `reset-code`, "+
		"`admin-changed` or `archived`. "+
		"Releases of the service spell it in different ways; here it is always in lower case with hyphens. "+
		"Left out, the service chooses it, and a lock after failed logins is no drift. Only an `active` credential logs in.",
		stringvalidator.OneOf("active", "disabled", "initial", "tmp-locked", "fail-locked", "reset-code", "admin-changed", "archived"))
}

// CredentialPolicy is the policy of a credential, which no operation changes later.
func CredentialPolicy(policyType string) schema.StringAttribute {
	attribute := OptionalComputedText("External id of the policy that the credential follows, of type `" + policyType + "`. " +
		"Left out, the service takes the client's default of that type. Another one replaces the credential.")
	attribute.PlanModifiers = append(attribute.PlanModifiers, stringplanmodifier.RequiresReplaceIfConfigured())
	return attribute
}

// OfUser is the user that a credential belongs to.
func OfUser() schema.StringAttribute {
	return Reference("External id of the user that the credential belongs to. Another one replaces the credential.")
}
