package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const certificatePath = "certificates"

// CertificateCreate is a new certificate. CertificatePEM is mandatory.
type CertificateCreate struct {
	ExtID string `json:"extId,omitempty"`
	// CertificatePEM is the certificate in PEM format.
	CertificatePEM string `json:"certificate,omitempty"`
	PolicyExtID    string `json:"policyExtId,omitempty"`
	StateName      string `json:"stateName,omitempty"`
}

// CertificateOps lists the certificates of a user.
var CertificateOps = Ops[Credential]{of: objecttype.Certificate, get: inOwner((*API).Certificate), list: ofOwner((*API).Certificates)}

// Certificates lists the certificates of a user:
// GET /core/v1/{client}/users/{user}/certificates, permission CredentialView or self-admin.
func (a *API) Certificates(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return a.credentials(ctx, client, user, certificatePath)
}

// Certificate reads a certificate:
// GET /core/v1/{client}/users/{user}/certificates/{extID}, permission CredentialView or self-admin.
func (a *API) Certificate(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, certificatePath, extID))
}

// CreateCertificate adds a certificate to a user and returns its external ID: POST
// /core/v1/{client}/users/{user}/certificates, permission CredentialCreate, CredentialChangeState
// when a state is sent, or self-admin. rest.ErrDuplicate when the user already has the certificate,
// rest.ErrInvalid when its policy rejects it.
func (a *API) CreateCertificate(ctx context.Context, client, user string, credential CertificateCreate) (string, error) {
	return rest.Create(ctx, a.c, a.credential(http.MethodPost, client, user, certificatePath).Body(credential))
}

// UpdateCertificate changes the state of a certificate and returns it: PATCH
// /core/v1/{client}/users/{user}/certificates/{extID}, permissions CredentialView,
// CredentialModify, or self-admin. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateCertificate(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, certificatePath, extID).Body(patch))
}

// DeleteCertificate deletes a certificate: DELETE
// /core/v1/{client}/users/{user}/certificates/{extID}, permission CredentialDelete or self-admin.
func (a *API) DeleteCertificate(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, certificatePath, extID))
}
