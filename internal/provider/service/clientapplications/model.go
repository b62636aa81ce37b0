package clientapplications

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type model struct {
	ID                types.String   `tfsdk:"id"`
	ClientExtID       types.String   `tfsdk:"client_ext_id"`
	ApplicationExtIDs []types.String `tfsdk:"application_ext_ids"`
}

func (m *model) KeyValues() []string { return []string{m.ClientExtID.ValueString()} }

func (m *model) SetID(id types.String) { m.ID = id }

func (m *model) Members() *[]types.String { return &m.ApplicationExtIDs }

func (m *model) Place() idm.Place { return idm.Place{Client: m.ClientExtID.ValueString()} }

func (m *model) OwnerLock() write.LockKey { return append(write.LockKey{"client"}, m.KeyValues()...) }
