package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Authorization grants a role to a profile. Each of its four data rooms is either global or a list
// of elements, which this API does not return.
type Authorization struct {
	ExtID                string   `json:"extId"`
	RoleExtID            string   `json:"roleExtId"`
	ClientGlobal         *bool    `json:"clientGlobal"`
	UnitGlobal           *bool    `json:"unitGlobal"`
	AppGlobal            *bool    `json:"appGlobal"`
	EnterpriseRoleGlobal *bool    `json:"enterpriseRoleGlobal"`
	Validity             Validity `json:"validity"`
	Record
}

// Rooms returns the four data rooms in the order of grants.Rooms.
func (o Authorization) Rooms() []*bool {
	return []*bool{o.ClientGlobal, o.UnitGlobal, o.AppGlobal, o.EnterpriseRoleGlobal}
}

func (o Authorization) object() Object {
	return Object{ExtID: o.ExtID, Name: o.RoleExtID, Record: o.Record}
}

// AuthorizationOps lists the authorizations of a profile.
var AuthorizationOps = Ops[Authorization]{
	of: objecttype.Authorization, get: inOwner((*API).Authorization), list: ofOwner((*API).Authorizations),
}

// AuthorizationInput contains the values of an authorization to send: all values of a new one, the
// changes of an existing one. A new one needs RoleExtID, which a change must omit; some releases
// refuse an ExtID. With a Version, the service refuses the change of an object that has a different
// one.
type AuthorizationInput struct {
	ExtID                Field[string]  `json:"extId,omitzero"`
	RoleExtID            Field[string]  `json:"roleExtId,omitzero"`
	ClientGlobal         Field[bool]    `json:"clientGlobal,omitzero"`
	UnitGlobal           Field[bool]    `json:"unitGlobal,omitzero"`
	AppGlobal            Field[bool]    `json:"appGlobal,omitzero"`
	EnterpriseRoleGlobal Field[bool]    `json:"enterpriseRoleGlobal,omitzero"`
	Validity             *ValidityPatch `json:"validity,omitempty"`
	Versioned
}

// Authorization reads an authorization: GET
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}, permission AuthorizationView or
// self-admin.
func (a *API) Authorization(ctx context.Context, client, profile, extID string) (Authorization, error) {
	return one[Authorization](ctx, a, extID, a.core(http.MethodGet, client, "profiles", profile, "authorizations", extID))
}

// Authorizations lists the authorizations of a profile: GET
// /core/v1/{client}/profiles/{profile}/authorizations/, permission AuthorizationView or self-admin.
// A self-admin caller gets the authorizations of its current profile.
func (a *API) Authorizations(ctx context.Context, client, profile string) iter.Seq2[Authorization, error] {
	return list[Authorization](ctx, a, 0, nil, func() *rest.Request {
		return a.core(http.MethodGet, client, "profiles", profile, "authorizations").TrailingSlash()
	})
}

// CreateAuthorization grants a role and returns the external ID of the grant: POST
// /core/v1/{client}/profiles/{profile}/authorizations/, permission AuthorizationCreate.
// rest.ErrNoRecord when the profile or role does not exist, rest.ErrDuplicate when the external ID
// is taken or the profile already has the role.
func (a *API) CreateAuthorization(ctx context.Context, client, profile string, authorization AuthorizationInput) (string, error) {
	return rest.Create(ctx, a.c,
		a.core(http.MethodPost, client, "profiles", profile, "authorizations").TrailingSlash().Body(authorization))
}

// UpdateAuthorization changes an authorization and returns it: PATCH
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}, permissions AuthorizationView,
// AuthorizationModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateAuthorization(ctx context.Context, client, profile, extID string, patch AuthorizationInput) (Authorization, error) {
	return one[Authorization](ctx, a, extID,
		a.core(http.MethodPatch, client, "profiles", profile, "authorizations", extID).Body(patch))
}

// DeleteAuthorization revokes the role: DELETE
// /core/v1/{client}/profiles/{profile}/authorizations/{extID}, permission AuthorizationDelete.
func (a *API) DeleteAuthorization(ctx context.Context, client, profile, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "profiles", profile, "authorizations", extID))
}
