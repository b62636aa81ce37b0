package policy

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id":  attrs.ComputedText("Client of the policy."),
		"ext_id":         attrs.ComputedText("External ID."),
		"policy_type":    attrs.ComputedText("Type, such as `PwdPolicy`."),
		"name":           attrs.ComputedText("Name."),
		"description":    attrs.ComputedText("Description."),
		"default_policy": attrs.ComputedBool("`true` for the default policy of its type."),
		"parameters":     attrs.ComputedMap("Rules by name."),
	})
}
