package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const samlPath = "saml-credentials"

// SAMLCredentialCreate is a new SAML federation credential. The names and their formats are
// mandatory. Its initial state is active.
type SAMLCredentialCreate struct {
	ExtID               string `json:"extId,omitempty"`
	SubjectNameID       string `json:"subjectNameId,omitempty"`
	SubjectNameIDFormat string `json:"subjectNameIdFormat,omitempty"`
	IssuerNameID        string `json:"issuerNameId,omitempty"`
	IssuerNameIDFormat  string `json:"issuerNameIdFormat,omitempty"`
	PolicyExtID         string `json:"policyExtId,omitempty"`
}

// SAMLCredentialOps lists the SAML credentials of a user.
var SAMLCredentialOps = Ops[Credential]{of: objecttype.SAMLCredential, get: inOwner((*API).SAMLCredential),
	list: ofOwner((*API).SAMLCredentials)}

// SAMLCredentials lists the SAML federation credentials of a user:
// GET /core/v1/{client}/users/{user}/saml-credentials, permission CredentialView.
func (a *API) SAMLCredentials(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return a.credentials(ctx, client, user, samlPath)
}

// SAMLCredential reads a SAML federation credential:
// GET /core/v1/{client}/users/{user}/saml-credentials/{extID}, permission CredentialView.
func (a *API) SAMLCredential(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, samlPath, extID))
}

// CreateSAMLCredential adds a SAML federation credential to a user and returns its external ID:
// POST /core/v1/{client}/users/{user}/saml-credentials, permissions CredentialCreate,
// CredentialChangeState, CredentialView. rest.ErrDuplicate when the external ID is taken.
func (a *API) CreateSAMLCredential(ctx context.Context, client, user string, credential SAMLCredentialCreate) (string, error) {
	return rest.Create(ctx, a.c, a.credential(http.MethodPost, client, user, samlPath).Body(credential))
}

// UpdateSAMLCredential changes the state of a SAML federation credential and returns it: PATCH
// /core/v1/{client}/users/{user}/saml-credentials/{extID}, permissions CredentialView,
// CredentialModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateSAMLCredential(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, samlPath, extID).Body(patch))
}

// DeleteSAMLCredential deletes a SAML federation credential:
// DELETE /core/v1/{client}/users/{user}/saml-credentials/{extID}, permission CredentialDelete.
func (a *API) DeleteSAMLCredential(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, samlPath, extID))
}
