package resourcebase

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// ServiceKey is the key of an object that does not belong to a client; its model embeds it.
type ServiceKey struct {
	ID    types.String `tfsdk:"id"`
	ExtID types.String `tfsdk:"ext_id"`
}

// KeyValues implements Keyed.
func (k *ServiceKey) KeyValues() []string { return []string{k.ExtID.ValueString()} }

// SetID implements Keyed.
func (k *ServiceKey) SetID(id types.String) { k.ID = id }

// OwnExtID implements ObjectModel.
func (k *ServiceKey) OwnExtID() *types.String { return &k.ExtID }

// Place implements ObjectModel.
func (k *ServiceKey) Place() idm.Place { return idm.Place{} }

// OwnerLock implements ObjectModel; the object has no owner, or none in its client.
func (k *ServiceKey) OwnerLock() write.LockKey { return nil }

// ClientKey is the key of an object of a client; its model embeds it.
type ClientKey struct {
	ServiceKey
	ClientExtID types.String `tfsdk:"client_ext_id"`
}

// KeyValues implements Keyed.
func (k *ClientKey) KeyValues() []string {
	return []string{k.ClientExtID.ValueString(), k.ExtID.ValueString()}
}

// Place implements ObjectModel.
func (k *ClientKey) Place() idm.Place { return idm.Place{Client: k.ClientExtID.ValueString()} }

// SetPlace sets the client of the object.
func (k *ClientKey) SetPlace(at idm.Place) { k.ClientExtID = types.StringValue(at.Client) }

// GrantKey is the key of a grant of a profile; its model embeds it.
type GrantKey struct {
	ClientKey
	ProfileExtID types.String `tfsdk:"profile_ext_id"`
}

// KeyValues implements Keyed.
func (k *GrantKey) KeyValues() []string {
	return []string{k.ClientExtID.ValueString(), k.ProfileExtID.ValueString(), k.ExtID.ValueString()}
}

// Place implements ObjectModel.
func (k *GrantKey) Place() idm.Place {
	return idm.Place{Client: k.ClientExtID.ValueString(), Owner: k.ProfileExtID.ValueString()}
}

// SetPlace sets the client and the profile of the grant.
func (k *GrantKey) SetPlace(at idm.Place) {
	k.ClientExtID, k.ProfileExtID = types.StringValue(at.Client), types.StringValue(at.Owner)
}

// OwnerLock implements ObjectModel: a grant may advance the version of its profile.
func (k *GrantKey) OwnerLock() write.LockKey {
	return append(write.LockKey{"profile"}, k.KeyValues()[:2]...)
}
