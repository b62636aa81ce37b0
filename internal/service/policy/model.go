package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
	ID            types.String `tfsdk:"id"`
	ClientExtID   types.String `tfsdk:"client_ext_id"`
	ExtID         types.String `tfsdk:"ext_id"`
	PolicyType    types.String `tfsdk:"policy_type"`
	Name          types.String `tfsdk:"name"`
	Description   types.String `tfsdk:"description"`
	DefaultPolicy types.Bool   `tfsdk:"default_policy"`
	Parameters    types.Map    `tfsdk:"parameters"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) read(p idm.Policy) {
	m.ExtID = types.StringValue(p.ExtID)
	m.PolicyType = attrs.Text(p.PolicyType)
	m.Name = attrs.Text(p.Name)
	m.Description = attrs.Text(p.Description)
	m.DefaultPolicy = attrs.FlagOrFalse(p.DefaultPolicy)
	m.Parameters = attrs.TextMapValue(p.Parameters)
}

func (m *model) create() idm.PolicyCreate {
	return idm.PolicyCreate{
		ExtID:         m.ExtID.ValueString(),
		PolicyType:    m.PolicyType.ValueString(),
		Name:          m.Name.ValueString(),
		Description:   m.Description.ValueString(),
		DefaultPolicy: attrs.BoolPointer(m.DefaultPolicy),
		Parameters:    attrs.Texts(m.Parameters),
	}
}

// patch holds what differs from the state. The parameters are replaced as a whole, so they are
// those of the policy as it is now with what the plan changes: what somebody else added after the
// plan is not taken away unseen.
func (m *model) patch(state *model, now types.Map) idm.PolicyPatch {
	return idm.PolicyPatch{
		Name:          attrs.Patch(m.Name, state.Name),
		Description:   attrs.Patch(m.Description, state.Description),
		DefaultPolicy: attrs.PatchFlag(m.DefaultPolicy, state.DefaultPolicy),
		Parameters:    attrs.PatchTexts[idm.Parameters](m.Parameters, state.Parameters, now),
	}
}
