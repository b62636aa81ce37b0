package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const kerberosPath = "kerberos"

// KerberosCredentialCreate is a new Kerberos credential. KerberosID is mandatory. No policy applies
// to it.
type KerberosCredentialCreate struct {
	ExtID      string `json:"extId,omitempty"`
	KerberosID string `json:"kerberosId,omitempty"`
	StateName  string `json:"stateName,omitempty"`
}

// KerberosCredentialOps lists the Kerberos credentials of a user.
var KerberosCredentialOps = Ops[Credential]{of: objecttype.KerberosCredential, get: inOwner((*API).KerberosCredential),
	list: ofOwner((*API).KerberosCredentials)}

// KerberosCredentials lists the Kerberos credentials of a user:
// GET /core/v1/{client}/users/{user}/kerberos, permission CredentialView.
func (a *API) KerberosCredentials(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return a.credentials(ctx, client, user, kerberosPath)
}

// KerberosCredential reads a Kerberos credential:
// GET /core/v1/{client}/users/{user}/kerberos/{extID}, permission CredentialView.
func (a *API) KerberosCredential(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, kerberosPath, extID))
}

// CreateKerberosCredential adds a Kerberos credential to a user and returns its external ID: POST
// /core/v1/{client}/users/{user}/kerberos, permission CredentialCreate. rest.ErrDuplicate when the
// Kerberos ID is taken.
func (a *API) CreateKerberosCredential(ctx context.Context, client, user string, credential KerberosCredentialCreate) (string, error) {
	return rest.Create(ctx, a.c, a.credential(http.MethodPost, client, user, kerberosPath).Body(credential))
}

// UpdateKerberosCredential changes the state of a Kerberos credential and returns it: PATCH
// /core/v1/{client}/users/{user}/kerberos/{extID}, permissions CredentialView, CredentialModify.
// rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateKerberosCredential(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, kerberosPath, extID).Body(patch))
}

// DeleteKerberosCredential deletes a Kerberos credential:
// DELETE /core/v1/{client}/users/{user}/kerberos/{extID}, permission CredentialDelete.
func (a *API) DeleteKerberosCredential(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, kerberosPath, extID))
}
