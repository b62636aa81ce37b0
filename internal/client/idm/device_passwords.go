package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const devicePasswordPath = "device-password"

// DevicePasswordCreate is a new device password. ExtID is mandatory. The service generates the
// password if Password is empty.
type DevicePasswordCreate struct {
	ExtID       string `json:"extId,omitempty"`
	Password    string `json:"password,omitempty"`
	PolicyExtID string `json:"policyExtId,omitempty"`
	StateName   string `json:"stateName,omitempty"`
}

// DevicePasswordOps reads the device passwords of a user.
var DevicePasswordOps = Ops[Credential]{of: objecttype.DevicePassword, get: inOwner((*API).DevicePassword)}

// DevicePassword reads a device password: GET
// /core/v1/{client}/users/{user}/device-password/{extID}, permission CredentialView. Only
// UserCredentials lists device passwords.
func (a *API) DevicePassword(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, devicePasswordPath, extID))
}

// DevicePasswords selects the device passwords from UserCredentials, because the service has no
// separate list of them.
func (a *API) DevicePasswords(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	all := a.UserCredentials(ctx, client, user)
	own := func(yield func(Credential, error) bool) {
		for credential, err := range all {
			if err == nil && credential.Type != "DevicePassword" {
				continue
			}
			if !yield(credential, err) {
				return
			}
		}
	}
	return a.wellFormedOnly(own, func() *rest.Request { return a.core(http.MethodGet, client, "users", user, "credentials") })
}

// CreateDevicePassword adds a device password to a user. It returns the external ID and, if the
// service generated it, the password: POST /core/v1/{client}/users/{user}/device-password,
// permission CredentialCreate. rest.ErrDuplicate when the external ID is taken, rest.ErrInvalid
// with all violations of its policy.
func (a *API) CreateDevicePassword(ctx context.Context, client, user string, password DevicePasswordCreate) (string, Secret, error) {
	a.c.Hide(password.Password)
	return a.createCredential(ctx, a.credential(http.MethodPost, client, user, devicePasswordPath).Body(password))
}

// UpdateDevicePassword changes the state of a device password and returns it: PATCH
// /core/v1/{client}/users/{user}/device-password/{extID}, permissions CredentialView,
// CredentialModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateDevicePassword(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, devicePasswordPath, extID).Body(patch))
}

// ChangeDevicePassword replaces the password itself, and returns it if the service generated it:
// POST /core/v1/{client}/users/{user}/device-password/{extID}/change, permission CredentialModify.
func (a *API) ChangeDevicePassword(ctx context.Context, client, user, extID string, change PasswordChange) (Secret, error) {
	a.c.Hide(change.NewPassword, change.OldPassword)
	return a.generatedPassword(ctx, a.credential(http.MethodPost, client, user, devicePasswordPath, extID, "change").Body(change))
}

// DeleteDevicePassword deletes a device password:
// DELETE /core/v1/{client}/users/{user}/device-password/{extID}, permission CredentialDelete.
func (a *API) DeleteDevicePassword(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, devicePasswordPath, extID))
}
