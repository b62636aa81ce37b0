package password

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	ID              types.String `tfsdk:"id"`
	ClientExtID     types.String `tfsdk:"client_ext_id"`
	UserExtID       types.String `tfsdk:"user_ext_id"`
	ExtID           types.String `tfsdk:"ext_id"`
	Password        types.String `tfsdk:"password_wo"`
	PasswordVersion types.Int64  `tfsdk:"password_wo_version"`
	StateName       types.String `tfsdk:"state_name"`
	PolicyExtID     types.String `tfsdk:"policy_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) read(c idm.Credential) {
	m.ExtID = types.StringValue(c.ExtID)
	m.StateName = attrs.Text(c.StateName)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

func (m *model) create(password string) idm.PasswordCreate {
	return idm.PasswordCreate{
		ExtID:       m.ExtID.ValueString(),
		Password:    password,
		StateName:   m.StateName.ValueString(),
		PolicyExtID: m.PolicyExtID.ValueString(),
	}
}

// patch holds what differs from the state. A new password is no part of it: it replaces the
// credential.
func (m *model) patch(state *model) idm.CredentialPatch {
	return idm.CredentialPatch{StateName: attrs.Patch(m.StateName, state.StateName)}
}
