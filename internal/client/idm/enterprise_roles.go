package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// EnterpriseRole is a set of roles of a client. An EnterpriseAuthorization grants it to a profile.
type EnterpriseRole struct {
	ExtID       string    `json:"extId"`
	ClientExtID string    `json:"clientExtId"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	DisplayName Localized `json:"displayName"`
	Record
}

func (r EnterpriseRole) object() Object {
	return Object{ExtID: r.ExtID, Name: r.Name, Record: r.Record}
}

// EnterpriseRoleOps lists the enterprise roles of a client.
var EnterpriseRoleOps = Ops[EnterpriseRole]{
	of: objecttype.EnterpriseRole, get: inClient((*API).EnterpriseRole), list: ofClient((*API).EnterpriseRoles),
}

// EnterpriseRoleInput contains the values of an enterprise role to send: all values of a new one,
// the changes of an existing one. A new one needs Name, and has no members. With a Version, the
// service refuses the change of an object that has a different one.
type EnterpriseRoleInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	DisplayName Localized     `json:"displayName,omitempty"`
	Versioned
}

// EnterpriseRoles lists the enterprise roles of a client: GET /core/v1/clients/{client}/eroles,
// permissions ClientView, EnterpriseRoleView.
func (a *API) EnterpriseRoles(ctx context.Context, client string) iter.Seq2[EnterpriseRole, error] {
	return coreList[EnterpriseRole](ctx, a, "clients", client, "eroles")
}

// EnterpriseRole reads an enterprise role: GET /core/v1/{client}/eroles/{extID}, permission
// EnterpriseRoleView.
func (a *API) EnterpriseRole(ctx context.Context, client, extID string) (EnterpriseRole, error) {
	return one[EnterpriseRole](ctx, a, extID, a.core(http.MethodGet, client, "eroles", extID))
}

// CreateEnterpriseRole creates an enterprise role and returns its external ID: POST
// /core/v1/{client}/eroles, permission EnterpriseRoleCreate. rest.ErrDuplicate when the external
// ID, or the name in this client, is taken.
func (a *API) CreateEnterpriseRole(ctx context.Context, client string, role EnterpriseRoleInput) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, client, "eroles").Body(role))
}

// UpdateEnterpriseRole changes an enterprise role and returns it: PATCH
// /core/v1/{client}/eroles/{extID}, permissions EnterpriseRoleView, EnterpriseRoleModify.
// rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateEnterpriseRole(ctx context.Context, client, extID string, patch EnterpriseRoleInput) (EnterpriseRole, error) {
	return one[EnterpriseRole](ctx, a, extID, a.core(http.MethodPatch, client, "eroles", extID).Body(patch))
}

// DeleteEnterpriseRole deletes an enterprise role. The profiles with this enterprise role lose its
// roles: DELETE /core/v1/{client}/eroles/{extID}, permission EnterpriseRoleDelete.
func (a *API) DeleteEnterpriseRole(ctx context.Context, client, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "eroles", extID))
}

// EnterpriseRoleMembers lists the member roles of an enterprise role: GET
// /core/v1/{client}/eroles/{extID}/roles, permission EnterpriseRoleView.
func (a *API) EnterpriseRoleMembers(ctx context.Context, client, extID string) iter.Seq2[Role, error] {
	return coreList[Role](ctx, a, client, "eroles", extID, "roles")
}

// AddEnterpriseRoleMember adds a role to an enterprise role and so grants it to all of its holders.
// The call is idempotent: PUT /core/v1/{client}/eroles/{extID}/roles/{role}, permission
// EnterpriseRoleMemberCreate. rest.ErrNoRecord when one of the two roles does not exist. The
// service rejects its own internal roles.
func (a *API) AddEnterpriseRoleMember(ctx context.Context, client, extID, role string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, client, "eroles", extID, "roles", role))
}

// RemoveEnterpriseRoleMember removes a role from an enterprise role and so revokes it from all of
// its holders, without deleting the role: DELETE /core/v1/{client}/eroles/{extID}/roles/{role},
// permission EnterpriseRoleMemberDelete. rest.ErrNoRecord when the role is not a member.
func (a *API) RemoveEnterpriseRoleMember(ctx context.Context, client, extID, role string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, client, "eroles", extID, "roles", role))
}

// EnterpriseRoleProperties reads the properties of an enterprise role:
// GET /core/v1/{client}/eroles/{extID}/properties, permissions EnterpriseRoleView, PropertyView,
// PropertyValueView, PropertyAllowedValueView.
func (a *API) EnterpriseRoleProperties(ctx context.Context, client, extID string) (Properties, error) {
	return a.getProperties(ctx, a.core(http.MethodGet, client, "eroles", extID, "properties"))
}

// UpdateEnterpriseRoleProperties changes properties as UpdateUnitProperties does: PATCH
// /core/v1/{client}/eroles/{extID}/properties, permissions of EnterpriseRoleProperties and
// EnterpriseRoleModify, PropertyValueCreate, PropertyValueDelete, PropertyValueModify.
func (a *API) UpdateEnterpriseRoleProperties(ctx context.Context, client, extID string, values map[string]string) (Properties, error) {
	return a.patchProperties(ctx, a.core(http.MethodPatch, client, "eroles", extID, "properties"), values)
}
