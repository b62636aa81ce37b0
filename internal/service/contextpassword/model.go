package contextpassword

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
	Context         types.String `tfsdk:"context"`
	Password        types.String `tfsdk:"password_wo"`
	PasswordVersion types.Int64  `tfsdk:"password_wo_version"`
	StateName       types.String `tfsdk:"state_name"`
	PolicyExtID     types.String `tfsdk:"policy_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString(), m.ExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) read(c idm.Credential) {
	m.ExtID = types.StringValue(c.ExtID)
	m.Context = attrs.Text(c.Context)
	m.StateName = attrs.Text(c.StateName)
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
}

func (m *model) create(password string) idm.ContextPasswordCreate {
	return idm.ContextPasswordCreate{
		ExtID:       m.ExtID.ValueString(),
		Context:     m.Context.ValueString(),
		Password:    password,
		StateName:   m.StateName.ValueString(),
		PolicyExtID: m.PolicyExtID.ValueString(),
	}
}

// patch holds what differs from the state. A new password is no part of it: that has a call of its
// own.
func (m *model) patch(state *model) idm.CredentialPatch {
	return idm.CredentialPatch{StateName: attrs.Patch(m.StateName, state.StateName)}
}

// rotates reports whether the plan sets the password anew.
func (m *model) rotates(state *model) bool {
	return !m.PasswordVersion.IsNull() && !m.PasswordVersion.Equal(state.PasswordVersion)
}
