package role

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	resourcebase.ServiceKey
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
	Name             types.String `tfsdk:"name"`
	Description      types.String `tfsdk:"description"`
}

func (m *model) Place() idm.Place { return idm.Place{Owner: m.ApplicationExtID.ValueString()} }

// OwnerLock returns the lock of the application, whose deletion also deletes its roles.
func (m *model) OwnerLock() write.LockKey {
	return write.LockKey{"application", m.ApplicationExtID.ValueString()}
}

func (m *model) Read(r idm.Role) int64 {
	m.ExtID = types.StringValue(r.ExtID)
	m.ApplicationExtID = attrs.Text(r.ApplicationExtID)
	m.Name = attrs.Text(r.Name)
	m.Description = attrs.Text(r.Description)
	return r.Version
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.RoleInput {
	return idm.RoleInput{
		ExtID:       attrs.Patch(m.ExtID, state.ExtID),
		Name:        attrs.Patch(m.Name, state.Name),
		Description: attrs.Patch(m.Description, state.Description),
	}
}
