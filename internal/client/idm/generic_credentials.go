package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const genericPath = "generic-credentials"

// GenericCredentialCreate is a new generic credential. Identification is mandatory.
type GenericCredentialCreate struct {
	ExtID          string            `json:"extId,omitempty"`
	Identification string            `json:"identification,omitempty"`
	Properties     map[string]string `json:"properties,omitempty"`
	// The service rejects a Validity from self-admin callers.
	Validity    *ValidityPatch `json:"validity,omitempty"`
	PolicyExtID string         `json:"policyExtId,omitempty"`
	StateName   string         `json:"stateName,omitempty"`
}

// GenericCredentialOps lists the generic credentials of a user.
var GenericCredentialOps = Ops[Credential]{of: objecttype.GenericCredential, get: inOwner((*API).GenericCredential),
	list: ofOwner((*API).GenericCredentials)}

// GenericCredentialWithPropertiesOps reads a generic credential and its properties, which the
// service returns from a separate operation.
var GenericCredentialWithPropertiesOps = Ops[Credential]{
	of: objecttype.GenericCredential,
	get: func(a *API, ctx context.Context, at Place, extID string) (Credential, error) {
		credential, err := a.GenericCredential(ctx, at.Client, at.Owner, extID)
		if err != nil {
			return credential, err
		}
		properties, err := a.GenericCredentialProperties(ctx, at.Client, at.Owner, extID)
		credential.Properties = properties.Values
		return credential, err
	},
}

// GenericCredentials lists the generic credentials of a user:
// GET /core/v1/{client}/users/{user}/generic-credentials, permission CredentialView or self-admin.
func (a *API) GenericCredentials(ctx context.Context, client, user string) iter.Seq2[Credential, error] {
	return a.credentials(ctx, client, user, genericPath)
}

// GenericCredential reads a generic credential: GET
// /core/v1/{client}/users/{user}/generic-credentials/{extID}, permission CredentialView or
// self-admin.
func (a *API) GenericCredential(ctx context.Context, client, user, extID string) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodGet, client, user, genericPath, extID))
}

// CreateGenericCredential adds a generic credential to a user and returns its external ID: POST
// /core/v1/{client}/users/{user}/generic-credentials, permission CredentialCreate or self-admin.
// rest.ErrDuplicate when the external ID is taken, rest.ErrInvalid for a property without a
// definition. Logs and errors do not contain the values of properties, because the service may
// store them encrypted.
func (a *API) CreateGenericCredential(ctx context.Context, client, user string, credential GenericCredentialCreate) (string, error) {
	request := a.credential(http.MethodPost, client, user, genericPath).Body(credential)
	if len(credential.Properties) > 0 {
		request = request.Sensitive()
	}
	return rest.Create(ctx, a.c, request)
}

// UpdateGenericCredential changes the state of a generic credential and returns it: PATCH
// /core/v1/{client}/users/{user}/generic-credentials/{extID}, permissions CredentialView,
// CredentialModify, or self-admin. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateGenericCredential(ctx context.Context, client, user, extID string, patch CredentialPatch) (Credential, error) {
	return a.oneCredential(ctx, extID, a.credential(http.MethodPatch, client, user, genericPath, extID).Body(patch))
}

// DeleteGenericCredential deletes a generic credential: DELETE
// /core/v1/{client}/users/{user}/generic-credentials/{extID}, permission CredentialDelete or
// self-admin.
func (a *API) DeleteGenericCredential(ctx context.Context, client, user, extID string) error {
	return rest.Discard(ctx, a.c, a.credential(http.MethodDelete, client, user, genericPath, extID))
}

// GenericCredentialProperties reads the properties of a generic credential:
// GET /core/v1/{client}/users/{user}/generic-credentials/{extID}/properties, permissions
// CredentialView, PropertyView, PropertyValueView, PropertyAllowedValueView, or self-admin.
func (a *API) GenericCredentialProperties(ctx context.Context, client, user, extID string) (Properties, error) {
	return a.getProperties(ctx, a.credential(http.MethodGet, client, user, genericPath, extID, "properties"))
}

// UpdateGenericCredentialProperties changes properties as UpdateUnitProperties does: PATCH
// /core/v1/{client}/users/{user}/generic-credentials/{extID}/properties, permissions of
// GenericCredentialProperties and CredentialModify, PropertyValueCreate, PropertyValueDelete,
// PropertyValueModify, or self-admin.
func (a *API) UpdateGenericCredentialProperties(
	ctx context.Context, client, user, extID string, values map[string]string,
) (Properties, error) {
	return a.patchProperties(ctx, a.credential(http.MethodPatch, client, user, genericPath, extID, "properties"), values)
}
