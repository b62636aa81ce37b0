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

// PatchGrant returns the differences between state and plan; from an empty state, the values of a
// new grant.
func PatchGrant(plan, state Grant) idm.AuthorizationInput {
	return idm.AuthorizationInput{
		ClientGlobal:         PatchFlag(plan.ClientGlobal, state.ClientGlobal),
		UnitGlobal:           PatchFlag(plan.UnitGlobal, state.UnitGlobal),
		AppGlobal:            PatchFlag(plan.AppGlobal, state.AppGlobal),
		EnterpriseRoleGlobal: PatchFlag(plan.EnterpriseRoleGlobal, state.EnterpriseRoleGlobal),
		Validity:             PatchValidity(plan.Validity, state.Validity),
	}
}
