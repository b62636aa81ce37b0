package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of an authorization in the data sources.
type dataModel struct {
	ExtID                types.String   `tfsdk:"ext_id"`
	RoleExtID            types.String   `tfsdk:"role_ext_id"`
	ClientGlobal         types.Bool     `tfsdk:"client_global"`
	UnitGlobal           types.Bool     `tfsdk:"unit_global"`
	AppGlobal            types.Bool     `tfsdk:"app_global"`
	EnterpriseRoleGlobal types.Bool     `tfsdk:"enterprise_role_global"`
	Validity             attrs.FixedMap `tfsdk:"validity"`
	attrs.Record
}

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

func newDataModel(a idm.Authorization) dataModel {
	return dataModel{
		ExtID:                attrs.Text(a.ExtID),
		RoleExtID:            attrs.Text(a.RoleExtID),
		ClientGlobal:         attrs.Flag(a.ClientGlobal),
		UnitGlobal:           attrs.Flag(a.UnitGlobal),
		AppGlobal:            attrs.Flag(a.AppGlobal),
		EnterpriseRoleGlobal: attrs.Flag(a.EnterpriseRoleGlobal),
		Validity:             attrs.ValidityValue(a.Validity),
		Record:               attrs.RecordValue(a.Record),
	}
}
