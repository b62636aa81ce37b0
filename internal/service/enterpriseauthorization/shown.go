package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// shown is an enterprise authorization as the data sources show it.
type shown struct {
	ExtID               types.String   `tfsdk:"ext_id"`
	EnterpriseRoleExtID types.String   `tfsdk:"enterprise_role_ext_id"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	attrs.Record
}

func shownAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":                 attrs.Shown("External id of the enterprise authorization, unique in its client."),
		"enterprise_role_ext_id": attrs.Shown("External id of the enterprise role that is granted."),
		"validity":               attrs.ShownValidity("enterprise authorization"),
	})
}

func show(a idm.EnterpriseAuthorization) shown {
	return shown{
		ExtID:               attrs.Text(a.ExtID),
		EnterpriseRoleExtID: attrs.Text(a.EnterpriseRoleExtID),
		Validity:            attrs.ValidityValue(a.Validity),
		Record:              attrs.RecordValue(a.Record),
	}
}
