package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Grant is the part of an authorization's model that can change: its data rooms and its validity.
type Grant struct {
	ClientGlobal         types.Bool `tfsdk:"client_global"`
	UnitGlobal           types.Bool `tfsdk:"unit_global"`
	AppGlobal            types.Bool `tfsdk:"app_global"`
	EnterpriseRoleGlobal types.Bool `tfsdk:"enterprise_role_global"`
	Validity             FixedMap   `tfsdk:"validity"`
}

// GrantValue converts an authorization of the service.
func GrantValue(a idm.Authorization) Grant {
	return Grant{
		ClientGlobal:         FlagOrFalse(a.ClientGlobal),
		UnitGlobal:           FlagOrFalse(a.UnitGlobal),
		AppGlobal:            FlagOrFalse(a.AppGlobal),
		EnterpriseRoleGlobal: FlagOrFalse(a.EnterpriseRoleGlobal),
		Validity:             ValidityValue(a.Validity),
	}
}

// Authorization returns the body that grants a role.
func (g Grant) Authorization(extID, role string) idm.AuthorizationCreate {
	return idm.AuthorizationCreate{
		ExtID:                extID,
		RoleExtID:            role,
		ClientGlobal:         BoolPointer(g.ClientGlobal),
		UnitGlobal:           BoolPointer(g.UnitGlobal),
		AppGlobal:            BoolPointer(g.AppGlobal),
		EnterpriseRoleGlobal: BoolPointer(g.EnterpriseRoleGlobal),
		Validity:             g.Validity.Validity(),
	}
}

// PatchGrant returns the differences between state and plan.
func PatchGrant(plan, state Grant) idm.AuthorizationPatch {
	return idm.AuthorizationPatch{
		ClientGlobal:         PatchFlag(plan.ClientGlobal, state.ClientGlobal),
		UnitGlobal:           PatchFlag(plan.UnitGlobal, state.UnitGlobal),
		AppGlobal:            PatchFlag(plan.AppGlobal, state.AppGlobal),
		EnterpriseRoleGlobal: PatchFlag(plan.EnterpriseRoleGlobal, state.EnterpriseRoleGlobal),
		Validity:             PatchValidity(plan.Validity, state.Validity),
	}
}
