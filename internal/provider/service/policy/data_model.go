package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

func dataAttributes() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id":  attrs.ComputedText("Client of the policy."),
		"ext_id":         attrs.ComputedText("External ID."),
		"policy_type":    attrs.ComputedText("Type, such as `PwdPolicy`."),
		"name":           attrs.ComputedText("Name."),
		"description":    attrs.ComputedText("Description."),
		"default_policy": attrs.ComputedBool("`true` for the default policy of its type."),
		"parameters":     attrs.ComputedMap("Rules by name."),
	})
}

// dataModel is the model of a policy in the data sources.
type dataModel struct {
	ClientExtID   types.String `tfsdk:"client_ext_id"`
	ExtID         types.String `tfsdk:"ext_id"`
	PolicyType    types.String `tfsdk:"policy_type"`
	Name          types.String `tfsdk:"name"`
	Description   types.String `tfsdk:"description"`
	DefaultPolicy types.Bool   `tfsdk:"default_policy"`
	Parameters    types.Map    `tfsdk:"parameters"`
	attrs.Record
}

// newDataModel returns the conversion of a policy read from a client, and ignores the client that
// the response names.
func newDataModel(client string) func(idm.Policy) dataModel {
	return func(p idm.Policy) dataModel {
		return dataModel{
			ClientExtID:   types.StringValue(client),
			ExtID:         attrs.Text(p.ExtID),
			PolicyType:    attrs.Text(p.PolicyType),
			Name:          attrs.Text(p.Name),
			Description:   attrs.Text(p.Description),
			DefaultPolicy: attrs.FlagOrFalse(p.DefaultPolicy),
			Parameters:    attrs.StringMap(p.Parameters),
			Record:        attrs.RecordValue(p.Record),
		}
	}
}
