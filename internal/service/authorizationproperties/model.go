package authorizationproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type model struct {
	ID                 types.String `tfsdk:"id"`
	ClientExtID        types.String `tfsdk:"client_ext_id"`
	ProfileExtID       types.String `tfsdk:"profile_ext_id"`
	AuthorizationExtID types.String `tfsdk:"authorization_ext_id"`
	attrs.OwnedProperties
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ProfileExtID.ValueString(), m.AuthorizationExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

// owners are the authorization, whose version a change of its properties may advance, and the
// profile that holds it.
func (m *model) owners() []write.LockKey {
	parts := m.KeyValues()
	return []write.LockKey{append(write.LockKey{"authorization"}, parts...), append(write.LockKey{"profile"}, parts[:2]...)}
}
