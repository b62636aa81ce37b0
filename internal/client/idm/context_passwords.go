package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const contextPasswordPath = "context-passwords"

// ContextPasswordCreate is a new password for one context. Context is mandatory. Password is
// mandatory unless the policy makes the service generate it, in which case it must be empty.
type ContextPasswordCreate struct {
	ExtID       string `json:"extId,omitempty"`
	Context     string `json:"context,omitempty"`
	Password    string `json:"password,omitempty"`
	PolicyExtID string `json:"policyExtId,omitempty"`
	StateName   string `json:"stateName,omitempty"`
}

// ContextPasswordOps lists the context passwords of a user.
var ContextPasswordOps = Ops[Credential]{of: objecttype.ContextPassword, get: inOwner((*API).ContextPassword),
	list: ofOwner((*API).ContextPasswords)}

// ContextPasswords lists the context passwords of a user:
// GET /core/v1/{client}/users/{user}/context-passwords, permission CredentialView or self-admin.
func (a *API) ContextPasswords(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return a.credentials(ctx, client, user, contextPasswordPath)
}

// ContextPassword reads a context password:
// GET /core/v1/{client}/users/{user}/context-passwords/{extID}, permission CredentialView or
// self-admin.
func (a *API) ContextPassword(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, contextPasswordPath, extID))
}

// CreateContextPassword adds a password for a context to a user. It returns the external ID and, if
// the service generated it, the password: POST /core/v1/{client}/users/{user}/context-passwords,
// permission CredentialCreate or self-admin. rest.ErrDuplicate when the user already has one for
// the context, rest.ErrInvalid with all violations of its policy.
func (a *API) CreateContextPassword(ctx context.Context, client, user string, password ContextPasswordCreate) (string, Secret, error) {
	a.c.Hide(password.Password)
	return a.createCredential(ctx, a.credential(http.MethodPost, client, user, contextPasswordPath).Body(password))
}

// UpdateContextPassword changes the state of a context password and returns it: PATCH
// /core/v1/{client}/users/{user}/context-passwords/{extID}, permissions CredentialView,
// CredentialModify, or self-admin. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateContextPassword(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, contextPasswordPath, extID).Body(patch))
}

// ChangeContextPassword replaces the password itself: POST
// /core/v1/{client}/users/{user}/context-passwords/{extID}/change, permission CredentialModify or
// self-admin. rest.ErrInvalid while the policy makes the service generate it.
func (a *API) ChangeContextPassword(ctx context.Context, client, user, extID string, change PasswordChange) error {
	a.c.Hide(change.NewPassword, change.OldPassword)
	return rest.Discard(ctx, a.c, a.credential(http.MethodPost, client, user, contextPasswordPath, extID, "change").Body(change))
}

// DeleteContextPassword deletes a context password:
// DELETE /core/v1/{client}/users/{user}/context-passwords/{extID}, permission CredentialDelete or
// self-admin.
func (a *API) DeleteContextPassword(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, contextPasswordPath, extID))
}
