package idm

import (
	"context"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const passwordPath = "password"

// PasswordCreate is the new password of a user. Password is mandatory unless the policy makes the
// service generate it, in which case it must be empty.
type PasswordCreate struct {
	ExtID       string `json:"extId,omitempty"`
	Password    string `json:"password,omitempty"`
	PolicyExtID string `json:"policyExtId,omitempty"`
	StateName   string `json:"stateName,omitempty"`
}

// PasswordOps reads the password of a user. Each user has at most one.
var PasswordOps = Ops[Credential]{
	of: objecttype.Password,
	get: func(a *API, ctx context.Context, at Place, _ string) (Credential, error) {
		return a.Password(ctx, at.Client, at.Owner)
	},
}

// Password reads the password credential of a user: GET /core/v1/{client}/users/{user}/password,
// permission CredentialView.
func (a *API) Password(ctx context.Context, client, user string) (Credential, error) {
	return a.onlyCredential(ctx, a.credential(http.MethodGet, client, user, passwordPath))
}

// CreatePassword adds a password to a user, and returns it if the service generated it: POST
// /core/v1/{client}/users/{user}/password, permissions CredentialCreate, CredentialChangeState.
// rest.ErrDuplicate when the user already has one, rest.ErrInvalid with all violations of its
// policy.
func (a *API) CreatePassword(ctx context.Context, client, user string, password PasswordCreate) (Secret, error) {
	a.c.Hide(password.Password)
	return a.generatedPassword(ctx, a.credential(http.MethodPost, client, user, passwordPath).Body(password))
}

// UpdatePassword changes the state of a password credential and returns the credential; no
// operation changes the password itself: PATCH /core/v1/{client}/users/{user}/password, permissions
// CredentialView, CredentialModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdatePassword(ctx context.Context, client, user string, patch CredentialPatch) (Credential, error) {
	return a.onlyCredential(ctx, a.credential(http.MethodPatch, client, user, passwordPath).Body(patch))
}

// DeletePassword deletes the password of a user: DELETE /core/v1/{client}/users/{user}/password,
// permission CredentialDelete.
func (a *API) DeletePassword(ctx context.Context, client, user string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, passwordPath))
}
