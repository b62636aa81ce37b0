package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Role is a role of an application. An Authorization grants it to a profile.
type Role struct {
	ExtID            string `json:"extId"`
	ApplicationExtID string `json:"applicationExtId"`
	ApplicationName  string `json:"applicationName"`
	Name             string `json:"name"`
	Description      string `json:"description"`
	Record
}

func (r Role) object() Object {
	return Object{ExtID: r.ExtID, Name: r.Name, Record: r.Record}
}

// RoleOps lists the roles of an application, and EnterpriseRoleMemberOps the roles of an enterprise
// role.
var (
	RoleOps = Ops[Role]{
		of: objecttype.Role, get: inService((*API).Role),
		list: func(a *API, ctx context.Context, at Place) iter.Seq2[Role, error] {
			return a.ApplicationRoles(ctx, at.Owner)
		},
	}
	EnterpriseRoleMemberOps = Ops[Role]{of: objecttype.EnterpriseRoleMember, list: ofOwner((*API).EnterpriseRoleMembers)}
)

// RoleInput contains the values of a role to send: all values of a new one, the changes of an
// existing one. A new one needs Name. With a Version, the service refuses the change of an object
// that has a different one.
type RoleInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	Versioned
}

// RoleWrites creates the roles of an application, the owner of their place.
var RoleWrites = Writes[Role, RoleInput]{
	Post: func(a *API, ctx context.Context, at Place, role RoleInput) (string, error) {
		return a.CreateRole(ctx, at.Owner, role)
	},
	Patch: func(a *API, ctx context.Context, _ Place, extID string, role RoleInput) (Role, error) {
		return a.UpdateRole(ctx, extID, role)
	},
	Delete: func(a *API, ctx context.Context, _ Place, extID string) error { return a.DeleteRole(ctx, extID) },
}

// ApplicationRoles lists the roles of an application:
// GET /core/v1/applications/{application}/roles, permissions ApplicationView, RoleView.
func (a *API) ApplicationRoles(ctx context.Context, application string) iter.Seq2[Role, error] {
	return coreList[Role](ctx, a, "applications", application, "roles")
}

// Role reads a role with the application that it belongs to: GET /core/v1/roles/{extID},
// permission RoleView.
func (a *API) Role(ctx context.Context, extID string) (Role, error) {
	return one[Role](ctx, a, extID, a.core(http.MethodGet, "roles", extID))
}

// CreateRole creates a role of an application and returns its external ID: POST
// /core/v1/applications/{application}/roles, permissions ApplicationView, RoleCreate.
// rest.ErrNoRecord when the application does not exist, rest.ErrDuplicate when the external ID, or
// the name in this application, is taken.
func (a *API) CreateRole(ctx context.Context, application string, role RoleInput) (string, error) {
	// The path of a role does not contain its application, so the Location may lack it as well.
	request := a.core(http.MethodPost, "applications", application, "roles").CreatedIn("core", "v1", "roles")
	return rest.Create(ctx, a.c, request.Body(role))
}

// UpdateRole changes a role and returns it: PATCH /core/v1/roles/{extID}, permissions RoleView,
// RoleModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateRole(ctx context.Context, extID string, patch RoleInput) (Role, error) {
	return one[Role](ctx, a, extID, a.core(http.MethodPatch, "roles", extID).Body(patch))
}

// DeleteRole deletes a role and so removes it from every profile and enterprise role: DELETE
// /core/v1/roles/{extID}, permission RoleDelete.
func (a *API) DeleteRole(ctx context.Context, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "roles", extID))
}
