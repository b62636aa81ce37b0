package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type model struct {
	resourcebase.GrantKey
	RoleExtID            types.String   `tfsdk:"role_ext_id"`
	ClientGlobal         types.Bool     `tfsdk:"client_global"`
	UnitGlobal           types.Bool     `tfsdk:"unit_global"`
	AppGlobal            types.Bool     `tfsdk:"app_global"`
	EnterpriseRoleGlobal types.Bool     `tfsdk:"enterprise_role_global"`
	Validity             attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) Read(a idm.Authorization) int64 {
	m.ExtID = types.StringValue(a.ExtID)
	m.RoleExtID = attrs.Text(a.RoleExtID)
	m.ClientGlobal = attrs.FlagOrFalse(a.ClientGlobal)
	m.UnitGlobal = attrs.FlagOrFalse(a.UnitGlobal)
	m.AppGlobal = attrs.FlagOrFalse(a.AppGlobal)
	m.EnterpriseRoleGlobal = attrs.FlagOrFalse(a.EnterpriseRoleGlobal)
	m.Validity = attrs.ValidityValue(a.Validity)
	return a.Version
}

func (m *model) create() idm.AuthorizationCreate {
	return idm.AuthorizationCreate{
		ExtID:                m.ExtID.ValueString(),
		RoleExtID:            m.RoleExtID.ValueString(),
		ClientGlobal:         attrs.BoolPointer(m.ClientGlobal),
		UnitGlobal:           attrs.BoolPointer(m.UnitGlobal),
		AppGlobal:            attrs.BoolPointer(m.AppGlobal),
		EnterpriseRoleGlobal: attrs.BoolPointer(m.EnterpriseRoleGlobal),
		Validity:             m.Validity.Validity(),
	}
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.AuthorizationPatch {
	return idm.AuthorizationPatch{
		ClientGlobal:         attrs.PatchFlag(m.ClientGlobal, state.ClientGlobal),
		UnitGlobal:           attrs.PatchFlag(m.UnitGlobal, state.UnitGlobal),
		AppGlobal:            attrs.PatchFlag(m.AppGlobal, state.AppGlobal),
		EnterpriseRoleGlobal: attrs.PatchFlag(m.EnterpriseRoleGlobal, state.EnterpriseRoleGlobal),
		Validity:             attrs.PatchValidity(m.Validity, state.Validity),
	}
}
