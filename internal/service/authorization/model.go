package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                   types.String   `tfsdk:"id"`
	ClientExtID          types.String   `tfsdk:"client_ext_id"`
	ProfileExtID         types.String   `tfsdk:"profile_ext_id"`
	ExtID                types.String   `tfsdk:"ext_id"`
	RoleExtID            types.String   `tfsdk:"role_ext_id"`
	ClientGlobal         types.Bool     `tfsdk:"client_global"`
	UnitGlobal           types.Bool     `tfsdk:"unit_global"`
	AppGlobal            types.Bool     `tfsdk:"app_global"`
	EnterpriseRoleGlobal types.Bool     `tfsdk:"enterprise_role_global"`
	Validity             attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString(), m.ExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// profileLock returns the lock of the profile, whose version a grant may advance.
func (m *model) profileLock() write.LockKey {
	return append(write.LockKey{"profile"}, m.KeyValues()[:2]...)
}

func (m *model) read(a idm.Authorization) {
	m.ExtID = types.StringValue(a.ExtID)
	m.RoleExtID = attrs.Text(a.RoleExtID)
	m.ClientGlobal = attrs.FlagOrFalse(a.ClientGlobal)
	m.UnitGlobal = attrs.FlagOrFalse(a.UnitGlobal)
	m.AppGlobal = attrs.FlagOrFalse(a.AppGlobal)
	m.EnterpriseRoleGlobal = attrs.FlagOrFalse(a.EnterpriseRoleGlobal)
	m.Validity = attrs.ValidityValue(a.Validity)
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

// patchFrom returns the differences from the state.
func (m *model) patchFrom(state *model) idm.AuthorizationPatch {
	return idm.AuthorizationPatch{
		ClientGlobal:         attrs.PatchFlag(m.ClientGlobal, state.ClientGlobal),
		UnitGlobal:           attrs.PatchFlag(m.UnitGlobal, state.UnitGlobal),
		AppGlobal:            attrs.PatchFlag(m.AppGlobal, state.AppGlobal),
		EnterpriseRoleGlobal: attrs.PatchFlag(m.EnterpriseRoleGlobal, state.EnterpriseRoleGlobal),
		Validity:             attrs.PatchValidity(m.Validity, state.Validity),
	}
}
