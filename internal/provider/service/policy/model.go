package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ClientKey
	PolicyType    types.String `tfsdk:"policy_type"`
	Name          types.String `tfsdk:"name"`
	Description   types.String `tfsdk:"description"`
	DefaultPolicy types.Bool   `tfsdk:"default_policy"`
	Parameters    types.Map    `tfsdk:"parameters"`
}

func (m *model) Read(p idm.Policy) int64 {
	m.ExtID = types.StringValue(p.ExtID)
	m.PolicyType = attrs.Text(p.PolicyType)
	m.Name = attrs.Text(p.Name)
	m.Description = attrs.Text(p.Description)
	m.DefaultPolicy = types.BoolValue(p.DefaultPolicy)
	m.Parameters = attrs.TextMapValue(p.Parameters)
	return p.Version
}

// PatchFrom returns the differences from the state. A PATCH replaces the parameters as a whole, so
// it sends the current parameters of the policy with the planned changes: it keeps parameters that
// another caller added after the plan.
func (m *model) PatchFrom(state, remote *model) idm.PolicyInput {
	return idm.PolicyInput{
		ExtID:         attrs.Patch(m.ExtID, state.ExtID),
		PolicyType:    attrs.Patch(m.PolicyType, state.PolicyType),
		Name:          attrs.Patch(m.Name, state.Name),
		Description:   attrs.Patch(m.Description, state.Description),
		DefaultPolicy: attrs.PatchFlag(m.DefaultPolicy, state.DefaultPolicy),
		Parameters:    attrs.PatchTexts[idm.Parameters](m.Parameters, state.Parameters, remote.Parameters),
	}
}
