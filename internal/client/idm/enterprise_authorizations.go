package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// EnterpriseAuthorization grants an enterprise role to a profile.
type EnterpriseAuthorization struct {
	ExtID               string   `json:"extId"`
	EnterpriseRoleExtID string   `json:"enterpriseRoleExtId"`
	Validity            Validity `json:"validity"`
	Record
}

func (o EnterpriseAuthorization) object() Object {
	return Object{ExtID: o.ExtID, Name: o.EnterpriseRoleExtID, Record: o.Record}
}

// EnterpriseAuthorizationOps lists the enterprise authorizations of a profile.
var EnterpriseAuthorizationOps = Ops[EnterpriseAuthorization]{
	of: objecttype.EnterpriseAuthorization, get: inOwner((*API).EnterpriseAuthorization), list: ofOwner((*API).EnterpriseAuthorizations),
}

// EnterpriseAuthorizationInput contains the values of an enterprise authorization to send: all
// values of a new one, the changes of an existing one. A new one needs EnterpriseRoleExtID, which a
// change must omit. With a Version, the service refuses the change of an object that has a
// different one.
type EnterpriseAuthorizationInput struct {
	ExtID               Field[string]  `json:"extId,omitzero"`
	EnterpriseRoleExtID Field[string]  `json:"enterpriseRoleExtId,omitzero"`
	Validity            *ValidityPatch `json:"validity,omitempty"`
	Versioned
}

// EnterpriseAuthorization reads an enterprise authorization: GET
// /core/v1/{client}/profiles/{profile}/eauthorizations/{extID}, permission
// EnterpriseAuthorizationView (later releases: ProfileView) or self-admin.
func (a *API) EnterpriseAuthorization(ctx context.Context, client, profile, extID string) (EnterpriseAuthorization, error) {
	return one[EnterpriseAuthorization](ctx, a, extID,
		a.core(http.MethodGet, client, "profiles", profile, "eauthorizations", extID))
}

// EnterpriseAuthorizations lists the enterprise authorizations of a profile: GET
// /core/v1/{client}/profiles/{profile}/eauthorizations/, permissions of EnterpriseAuthorization.
func (a *API) EnterpriseAuthorizations(ctx context.Context, client, profile string) iter.Seq2[EnterpriseAuthorization, error] {
	return list[EnterpriseAuthorization](ctx, a, 0, nil, func() *rest.Request {
		return a.core(http.MethodGet, client, "profiles", profile, "eauthorizations").TrailingSlash()
	})
}

// CreateEnterpriseAuthorization grants an enterprise role and returns the external ID of the grant:
// POST /core/v1/{client}/profiles/{profile}/eauthorizations/, permission
// EnterpriseAuthorizationCreate (later releases: ProfileModify). rest.ErrNoRecord when the profile
// or enterprise role does not exist, rest.ErrDuplicate when the external ID is taken or the profile
// already has the role.
func (a *API) CreateEnterpriseAuthorization(
	ctx context.Context, client, profile string, authorization EnterpriseAuthorizationInput,
) (string, error) {
	return rest.Create(ctx, a.c,
		a.core(http.MethodPost, client, "profiles", profile, "eauthorizations").TrailingSlash().Body(authorization))
}

// UpdateEnterpriseAuthorization changes an enterprise authorization and returns it: PATCH
// /core/v1/{client}/profiles/{profile}/eauthorizations/{extID}, permissions
// EnterpriseAuthorizationView, EnterpriseAuthorizationModify. rest.ErrConflict when patch.Version
// is outdated.
func (a *API) UpdateEnterpriseAuthorization(
	ctx context.Context, client, profile, extID string, patch EnterpriseAuthorizationInput,
) (EnterpriseAuthorization, error) {
	return one[EnterpriseAuthorization](ctx, a, extID,
		a.core(http.MethodPatch, client, "profiles", profile, "eauthorizations", extID).Body(patch))
}

// DeleteEnterpriseAuthorization revokes the enterprise role: DELETE
// /core/v1/{client}/profiles/{profile}/eauthorizations/{extID}, permission
// EnterpriseAuthorizationDelete.
func (a *API) DeleteEnterpriseAuthorization(ctx context.Context, client, profile, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "profiles", profile, "eauthorizations", extID))
}
