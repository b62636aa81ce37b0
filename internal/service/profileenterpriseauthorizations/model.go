package profileenterpriseauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
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

func (m *model) Parts() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// holder is the profile, whose grants nobody else changes meanwhile.
func (m *model) holder() framework.Object { return framework.ObjectOf("profile", m.Parts()...) }

// hold records an enterprise authorization under a key, and what is not shown of it in the records.
func (m *model) hold(key string, a idm.EnterpriseAuthorization, records framework.GrantRecords) {
	m.EnterpriseAuthorizations[key] = shown(a)
	records[key] = framework.GrantRecord{ExtID: a.ExtID, Version: a.Version}
}

// read replaces all enterprise authorizations by those that the profile has.
func (m *model) read(granted map[string]idm.EnterpriseAuthorization) framework.GrantRecords {
	m.EnterpriseAuthorizations = make(map[string]grant, len(granted))
	records := make(framework.GrantRecords, len(granted))
	for key, authorization := range granted {
		m.hold(key, authorization, records)
	}
	return records
}

func shown(a idm.EnterpriseAuthorization) grant {
	return grant{
		Validity: attrs.ValidityValue(a.Validity),
	}
}

func (g grant) create(role, extID string) idm.EnterpriseAuthorizationCreate {
	return idm.EnterpriseAuthorizationCreate{
		ExtID:               extID,
		EnterpriseRoleExtID: role,
		Validity:            g.Validity.Validity(),
	}
}

// patch holds what differs from another state of the grant.
func (g grant) patch(have grant) idm.EnterpriseAuthorizationPatch {
	return idm.EnterpriseAuthorizationPatch{
		Validity: attrs.PatchValidity(g.Validity, have.Validity),
	}
}
