package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of an enterprise authorization in the data sources.
type dataModel struct {
	ExtID               types.String   `tfsdk:"ext_id"`
	EnterpriseRoleExtID types.String   `tfsdk:"enterprise_role_ext_id"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	attrs.Record
}

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":                 attrs.ComputedText("External ID of the enterprise authorization, unique in its client."),
		"enterprise_role_ext_id": attrs.ComputedText("External ID of the enterprise role that is granted."),
		"validity":               attrs.ComputedValidity("enterprise authorization"),
	})
}

func newDataModel(a idm.EnterpriseAuthorization) dataModel {
	return dataModel{
		ExtID:               attrs.Text(a.ExtID),
		EnterpriseRoleExtID: attrs.Text(a.EnterpriseRoleExtID),
		Validity:            attrs.ValidityValue(a.Validity),
		Record:              attrs.RecordValue(a.Record),
	}
}
