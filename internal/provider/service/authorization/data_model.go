package authorization

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":                 attrs.ComputedText("External ID."),
		"role_ext_id":            attrs.ComputedText("External ID of the role."),
		"client_global":          attrs.ComputedBool("`true` if the role applies to all clients."),
		"unit_global":            attrs.ComputedBool("`true` if the role applies to all units."),
		"app_global":             attrs.ComputedBool("`true` if the role applies to all applications."),
		"enterprise_role_global": attrs.ComputedBool("`true` if the role applies to all enterprise roles."),
		"validity":               attrs.ComputedValidity("authorization"),
	})
}
