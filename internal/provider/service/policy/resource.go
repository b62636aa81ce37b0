package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newResource() resource.Resource {
	return resourcebase.NewObject(resourcebase.Resource{
		Description: "The rules of a client for passwords, certificates, names and the like. A credential uses its " +
			"own policy, or the default policy of its type.",
		Attributes: attributes,
		Subject: planchecks.Subject{
			Type: objecttype.Policy, Collection: planchecks.CollectionOf(idm.PolicyOps), Inspect: inspect, Refuse: refuse,
			Unique:  planchecks.Unique{Attr: "default_policy", Scope: "policy_type", Where: "among the policies of a type"},
			Removes: removes, Replaced: replaced,
		},
	}, resourcebase.ObjectCalls[idm.Policy, idm.PolicyInput, *model]{
		Writes:   idm.PolicyWrites,
		Siblings: idm.PolicyOps.List,
	})
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"policy_type": attrs.Reference("Type of the policy, such as `ClientPolicy` (of which a client has one), `PwdPolicy`, " +
			"`DevicePasswordPolicy` or " +
			"`CertificatePolicy`. Changing it replaces the policy."),
		"name":        attrs.OptionalText("Name of the policy."),
		"description": attrs.OptionalText("Purpose of the policy."),
		"default_policy": attrs.DefaultedBool(false,
			"`true` if the policy applies to objects that do not set a policy of its type. A client has one default policy per "+
				"type: the previous one loses the flag, so declare it in one place only. Defaults to `false`."),
		"parameters": attrs.OptionalTexts("The rules by name, as text: such as `minLength = \"12\"` of a `PwdPolicy`. They are " +
			"replaced as a " +
			"whole: the plan removes rules that were added elsewhere."),
	}
}
