package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// WithCredential adds the attributes that all credentials share to those of one kind.
func WithCredential(of *objecttype.Type, attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["user_ext_id"] = Reference("External ID of the user. Changing it replaces the credential.")
	attributes["ext_id"] = ExtID(of)
	attributes["state_name"] = CredentialState()
	if of.PolicyType != "" {
		attributes["policy_ext_id"] = CredentialPolicy(of.PolicyType)
	}
	return attributes
}

// WriteOnlyPassword returns an attribute for a password that neither plan nor state contains. An
// ephemeral value is permitted, and an import needs none.
func WriteOnlyPassword(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, WriteOnly: true, Sensitive: true,
		MarkdownDescription: description + " Write-only: neither plan nor state contains it. To change it, also change " +
			"`password_wo_version`. Without it, an imported credential keeps its password.",
		Validators: texts(nil),
	}
}

// PasswordVersion represents a WriteOnlyPassword in plan and state; rotation describes the effect
// of a change.
func PasswordVersion(rotation string, modifiers ...planmodifier.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{
		Optional: true,
		MarkdownDescription: "Version of `password_wo`, any number. Setting or changing it " + rotation +
			" Without it, the password is set only on creation. Omit it in imports to keep the password.",
		PlanModifiers: modifiers,
	}
}

// ChangedPasswordVersion returns a PasswordVersion whose change sets the password with a separate
// operation.
func ChangedPasswordVersion() schema.Int64Attribute {
	return PasswordVersion("sets the password in place, before `state_name` changes.")
}

// ReplacedPasswordVersion returns a PasswordVersion whose change replaces the object, because the
// service has no operation that changes the password.
func ReplacedPasswordVersion() schema.Int64Attribute {
	return PasswordVersion("replaces the object, as removing it does.",
		int64planmodifier.RequiresReplace())
}

// CredentialState returns the attribute for the state of a credential, in the form of
// idm.CredentialState.
func CredentialState() schema.StringAttribute {
	return OptionalComputedText("State: `active`, `disabled`, `initial`, `tmp-locked`, `fail-locked`, `reset-code`, `admin-changed` or "+
		"`archived`. Without it, the service decides, and a lock is not drift. Only an `active` credential permits a login.",
		stringvalidator.OneOf("active", "disabled", "initial", "tmp-locked", "fail-locked", "reset-code", "admin-changed", "archived"))
}

// CredentialPolicy returns the attribute for the policy of a credential, which cannot change later.
func CredentialPolicy(policyType string) schema.StringAttribute {
	return chosenOnce("External ID of a policy of type `" + policyType + "`. Defaults to the client's default policy. " +
		"Changing it replaces the credential.")
}
