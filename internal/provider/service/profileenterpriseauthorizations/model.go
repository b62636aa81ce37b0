package profileenterpriseauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

type model struct {
	ID                       types.String     `tfsdk:"id"`
	ClientExtID              types.String     `tfsdk:"client_ext_id"`
	ProfileExtID             types.String     `tfsdk:"profile_ext_id"`
	EnterpriseAuthorizations map[string]grant `tfsdk:"enterprise_authorizations"`
}

// grant is one enterprise authorization; its enterprise role is its key.
type grant struct {
	Validity attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Elements() map[string]grant { return m.EnterpriseAuthorizations }

func (m *model) SetElements(of map[string]grant) { m.EnterpriseAuthorizations = of }

func shown(a idm.EnterpriseAuthorization) grant {
	return grant{
		Validity: attrs.ValidityValue(a.Validity),
	}
}

// patchFrom returns the differences from another version of the grant.
func (g grant) patchFrom(have grant) idm.EnterpriseAuthorizationInput {
	return idm.EnterpriseAuthorizationInput{
		Validity: attrs.PatchValidity(g.Validity, have.Validity),
	}
}
