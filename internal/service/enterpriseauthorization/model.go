package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                  types.String   `tfsdk:"id"`
	ClientExtID         types.String   `tfsdk:"client_ext_id"`
	ProfileExtID        types.String   `tfsdk:"profile_ext_id"`
	ExtID               types.String   `tfsdk:"ext_id"`
	EnterpriseRoleExtID types.String   `tfsdk:"enterprise_role_ext_id"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString(), m.ExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// profileLock returns the lock of the profile, whose version a grant may advance.
func (m *model) profileLock() write.LockKey {
	return append(write.LockKey{"profile"}, m.KeyValues()[:2]...)
}

func (m *model) read(a idm.EnterpriseAuthorization) {
	m.ExtID = types.StringValue(a.ExtID)
	m.EnterpriseRoleExtID = attrs.Text(a.EnterpriseRoleExtID)
	m.Validity = attrs.ValidityValue(a.Validity)
}

func (m *model) create() idm.EnterpriseAuthorizationCreate {
	return idm.EnterpriseAuthorizationCreate{
		ExtID:               m.ExtID.ValueString(),
		EnterpriseRoleExtID: m.EnterpriseRoleExtID.ValueString(),
		Validity:            m.Validity.Validity(),
	}
}

// patchFrom returns the differences from the state.
func (m *model) patchFrom(state *model) idm.EnterpriseAuthorizationPatch {
	return idm.EnterpriseAuthorizationPatch{Validity: attrs.PatchValidity(m.Validity, state.Validity)}
}
