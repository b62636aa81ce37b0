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

// WithPassword adds a password that neither plan nor state contains, and the version that represents
// it in both. An ephemeral value is permitted, and an import needs none. replaces reports that the
// service cannot change the password.
func WithPassword(description string, replaces bool, attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["password_wo"] = schema.StringAttribute{
		Optional: true, WriteOnly: true, Sensitive: true,
		MarkdownDescription: description + " Write-only: neither plan nor state contains it. To change it, also change " +
			"`password_wo_version`. Without it, an imported credential keeps its password.",
		Validators: texts(nil),
	}
	version, effect := schema.Int64Attribute{Optional: true}, "sets the password in place, before `state_name` changes."
	if replaces {
		version.PlanModifiers = []planmodifier.Int64{int64planmodifier.RequiresReplace()}
		effect = "replaces the object, as removing it does."
	}
	version.MarkdownDescription = "Version of `password_wo`, any number. Setting or changing it " + effect +
		" Without it, the password is set only on creation. Omit it in imports to keep the password."
	attributes["password_wo_version"] = version
	return attributes
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
