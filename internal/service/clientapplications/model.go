package clientapplications

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                types.String   `tfsdk:"id"`
	ClientExtID       types.String   `tfsdk:"client_ext_id"`
	ApplicationExtIDs []types.String `tfsdk:"application_ext_ids"`
}

func (m *model) KeyValues() []string { return []string{m.ClientExtID.ValueString()} }

func (m *model) SetID(id types.String) { m.ID = id }

// client returns the lock of the client, which prevents concurrent changes of its applications by
// other resources.
func (m *model) client() write.LockKey { return append(write.LockKey{"client"}, m.KeyValues()...) }

// applications returns the external IDs as a set.
func (m *model) applications() map[string]bool {
	set := make(map[string]bool, len(m.ApplicationExtIDs))
	for _, extID := range m.ApplicationExtIDs {
		set[extID.ValueString()] = true
	}
	return set
}

// hold replaces the applications with the elements of a set.
func (m *model) hold(set map[string]bool) {
	m.ApplicationExtIDs = make([]types.String, 0, len(set))
	for extID := range set {
		m.ApplicationExtIDs = append(m.ApplicationExtIDs, types.StringValue(extID))
	}
}
