package enterpriseauthorization

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":                 attrs.ComputedText("External ID of the enterprise authorization, unique in its client."),
		"enterprise_role_ext_id": attrs.ComputedText("External ID of the enterprise role that is granted."),
		"validity":               attrs.ComputedValidity("enterprise authorization"),
	})
}
