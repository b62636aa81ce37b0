package credentials

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// Model is the common part of all models; its schema is attrs.WithCredential.
type Model struct {
	ID          types.String `tfsdk:"id"`
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UserExtID   types.String `tfsdk:"user_ext_id"`
	ExtID       types.String `tfsdk:"ext_id"`
	StateName   types.String `tfsdk:"state_name"`
}

// Pointer is a pointer to a model that embeds Model.
type Pointer[M any] interface {
	resourcebase.ObjectModel[M, idm.Credential, idm.CredentialInput]
	// SetPlace sets the client and the user of the credential.
	SetPlace(at idm.Place)
}

// SetPlace sets the client and the user of the credential.
func (m *Model) SetPlace(at idm.Place) {
	m.ClientExtID, m.UserExtID = types.StringValue(at.Client), types.StringValue(at.Owner)
}

// KeyValues returns the key of a kind of which a user can have several credentials.
func (m *Model) KeyValues() []string {
	return []string{m.ClientExtID.ValueString(), m.UserExtID.ValueString(), m.ExtID.ValueString()}
}

// SetID sets the computed ID.
func (m *Model) SetID(id types.String) { m.ID = id }

// OwnExtID returns the external ID in the model.
func (m *Model) OwnExtID() *types.String { return &m.ExtID }

// Place returns the user's place in the service.
func (m *Model) Place() idm.Place {
	return idm.Place{Client: m.ClientExtID.ValueString(), Owner: m.UserExtID.ValueString()}
}

// OwnerLock is nil: a credential does not change its user.
func (m *Model) OwnerLock() write.LockKey { return nil }

// ReadCommon stores the values of a remote credential and returns its version.
func (m *Model) ReadCommon(remote idm.Credential) (version int64) {
	m.ExtID = types.StringValue(remote.ExtID)
	m.StateName = attrs.Text(remote.StateName)
	return remote.Version
}

// Input adds the external ID of a new credential, and the planned state if it differs, to the values
// of a kind, which an existing credential keeps.
func (m *Model) Input(state *Model, of idm.CredentialInput) idm.CredentialInput {
	of.ExtID = attrs.Patch(m.ExtID, state.ExtID)
	if !state.ExtID.IsNull() {
		of = idm.CredentialInput{}
	}
	of.StateName = attrs.Patch(m.StateName, state.StateName)
	return of
}

// PasswordModel is the model of a kind with a password, or a part of it.
type PasswordModel struct {
	Model
	Password        types.String `tfsdk:"password_wo"`
	PasswordVersion types.Int64  `tfsdk:"password_wo_version"`
	PolicyExtID     types.String `tfsdk:"policy_ext_id"`
}

// Secret returns the part itself.
func (m *PasswordModel) Secret() *PasswordModel { return m }

// Read updates the model from the service.
func (m *PasswordModel) Read(c idm.Credential) int64 {
	m.PolicyExtID = attrs.Text(c.PolicyExtID)
	return m.ReadCommon(c)
}

// PatchFrom returns the values of a new credential, or the state of one if it differs.
func (m *PasswordModel) PatchFrom(state, _ *PasswordModel) idm.CredentialInput {
	return m.Input(&state.Model, idm.CredentialInput{PolicyExtID: attrs.Patch(m.PolicyExtID, state.PolicyExtID)})
}

// rotates reports whether the plan sets a new password.
func (m *PasswordModel) rotates(state *PasswordModel) bool {
	return !m.PasswordVersion.IsNull() && !m.PasswordVersion.Equal(state.PasswordVersion)
}
