package profileauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	ID             types.String     `tfsdk:"id"`
	ClientExtID    types.String     `tfsdk:"client_ext_id"`
	ProfileExtID   types.String     `tfsdk:"profile_ext_id"`
	Authorizations map[string]grant `tfsdk:"authorizations"`
}

// grant is one authorization; its role is its key.
type grant struct {
	ClientGlobal         types.Bool     `tfsdk:"client_global"`
	UnitGlobal           types.Bool     `tfsdk:"unit_global"`
	AppGlobal            types.Bool     `tfsdk:"app_global"`
	EnterpriseRoleGlobal types.Bool     `tfsdk:"enterprise_role_global"`
	Validity             attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Granted() *map[string]grant { return &m.Authorizations }

func shown(a idm.Authorization) grant {
	return grant{
		ClientGlobal:         attrs.FlagOrFalse(a.ClientGlobal),
		UnitGlobal:           attrs.FlagOrFalse(a.UnitGlobal),
		AppGlobal:            attrs.FlagOrFalse(a.AppGlobal),
		EnterpriseRoleGlobal: attrs.FlagOrFalse(a.EnterpriseRoleGlobal),
		Validity:             attrs.ValidityValue(a.Validity),
	}
}

func (g grant) create(role, extID string) idm.AuthorizationCreate {
	return idm.AuthorizationCreate{
		ExtID:                extID,
		RoleExtID:            role,
		ClientGlobal:         attrs.BoolPointer(g.ClientGlobal),
		UnitGlobal:           attrs.BoolPointer(g.UnitGlobal),
		AppGlobal:            attrs.BoolPointer(g.AppGlobal),
		EnterpriseRoleGlobal: attrs.BoolPointer(g.EnterpriseRoleGlobal),
		Validity:             g.Validity.Validity(),
	}
}

// patchFrom returns the differences from another version of the grant.
func (g grant) patchFrom(have grant) idm.AuthorizationPatch {
	return idm.AuthorizationPatch{
		ClientGlobal:         attrs.PatchFlag(g.ClientGlobal, have.ClientGlobal),
		UnitGlobal:           attrs.PatchFlag(g.UnitGlobal, have.UnitGlobal),
		AppGlobal:            attrs.PatchFlag(g.AppGlobal, have.AppGlobal),
		EnterpriseRoleGlobal: attrs.PatchFlag(g.EnterpriseRoleGlobal, have.EnterpriseRoleGlobal),
		Validity:             attrs.PatchValidity(g.Validity, have.Validity),
	}
}
