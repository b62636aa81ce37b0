package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	ID               types.String `tfsdk:"id"`
	ClientExtID      types.String `tfsdk:"client_ext_id"`
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
}

func (m *model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.ApplicationExtID.ValueString()}
}

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Place() idm.Place { return idm.Place{Client: m.ClientExtID.ValueString()} }

func (m *model) OwnerLock() write.LockKey {
	return write.LockKey{"client", m.ClientExtID.ValueString()}
}

func (m *model) OwnExtID() *types.String { return &m.ApplicationExtID }

func (m *model) Read(idm.Application) (version int64) { return 0 }

func (m *model) PatchFrom(_, _ *model) resourcebase.NoValue { return resourcebase.NoValue{} }
