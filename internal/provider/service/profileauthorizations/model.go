package profileauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

type model struct {
	ID             types.String           `tfsdk:"id"`
	ClientExtID    types.String           `tfsdk:"client_ext_id"`
	ProfileExtID   types.String           `tfsdk:"profile_ext_id"`
	Authorizations map[string]attrs.Grant `tfsdk:"authorizations"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Elements() map[string]attrs.Grant { return m.Authorizations }

func (m *model) SetElements(of map[string]attrs.Grant) { m.Authorizations = of }
