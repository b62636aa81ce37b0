package properties

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// model is the resource of one owner: the owner's key, and the properties.
type model interface {
	resourcebase.Keyed
	owned() *attrs.OwnedProperties
	clone() model
}

// held is the common part of all models.
type held struct {
	ID          types.String `tfsdk:"id"`
	ClientExtID types.String `tfsdk:"client_ext_id"`
	attrs.OwnedProperties
}

// SetID sets the computed ID.
func (h *held) SetID(id types.String) { h.ID = id }

func (h *held) owned() *attrs.OwnedProperties { return &h.OwnedProperties }

func (h *held) key(parts ...types.String) []string {
	key := []string{h.ClientExtID.ValueString()}
	for _, part := range parts {
		key = append(key, part.ValueString())
	}
	return key
}

type unitModel struct {
	held
	UnitExtID types.String `tfsdk:"unit_ext_id"`
}

func (m *unitModel) KeyValues() []string { return m.key(m.UnitExtID) }
func (m unitModel) clone() model         { return &m }

type authorizationModel struct {
	held
	ProfileExtID       types.String `tfsdk:"profile_ext_id"`
	AuthorizationExtID types.String `tfsdk:"authorization_ext_id"`
}

func (m *authorizationModel) KeyValues() []string { return m.key(m.ProfileExtID, m.AuthorizationExtID) }
func (m authorizationModel) clone() model         { return &m }

type profileModel struct {
	held
	ProfileExtID types.String `tfsdk:"profile_ext_id"`
}

func (m *profileModel) KeyValues() []string { return m.key(m.ProfileExtID) }
func (m profileModel) clone() model         { return &m }

type userModel struct {
	held
	UserExtID types.String `tfsdk:"user_ext_id"`
}

func (m *userModel) KeyValues() []string { return m.key(m.UserExtID) }
func (m userModel) clone() model         { return &m }

type enterpriseRoleModel struct {
	held
	EnterpriseRoleExtID types.String `tfsdk:"enterprise_role_ext_id"`
}

func (m *enterpriseRoleModel) KeyValues() []string { return m.key(m.EnterpriseRoleExtID) }
func (m enterpriseRoleModel) clone() model         { return &m }
