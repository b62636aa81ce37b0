package idm

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Client is a tenant.
type Client struct {
	ExtID       string    `json:"extId"`
	Name        string    `json:"name"`
	DisplayName Localized `json:"displayName"`
	// Remarks is empty in releases without this field.
	Remarks string `json:"remarks"`
	Record
}

func (c Client) object() Object {
	return Object{ExtID: c.ExtID, Name: c.Name, Record: c.Record}
}

// ClientOps lists the clients that are visible to the caller.
var ClientOps = Ops[Client]{
	of: objecttype.Client, get: inService((*API).Client),
	list: ofService(func(a *API, ctx context.Context) iter.Seq2[Client, error] { return a.Clients(ctx, ClientQuery{}) }),
}

// ClientInput contains the values of a client to send: all values of a new one, the changes of an
// existing one. A new one needs Name. A change has no version check.
type ClientInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	DisplayName Localized     `json:"displayName,omitempty"`
	Remarks     Field[string] `json:"remarks,omitzero"`
}

// ClientQuery narrows a list of clients.
type ClientQuery struct {
	// Filters maps an attribute to its required value. Nested attributes are joined with a dot.
	Filters map[string]string
	// Limit is the page size; 0 leaves it to the service.
	Limit int
	// Info, when not nil, is filled from the first page.
	Info *rest.ListInfo
}

// Client reads a client: GET /core/v1/clients/{extID}, permission ClientView.
func (a *API) Client(ctx context.Context, extID string) (Client, error) {
	return one[Client](ctx, a, extID, a.core(http.MethodGet, "clients", extID))
}

// Clients lists the clients that are visible to the caller: GET /core/v1/clients, permission
// ClientView.
func (a *API) Clients(ctx context.Context, query ClientQuery) iter.Seq2[Client, error] {
	return list[Client](ctx, a, query.Limit, query.Info, func() *rest.Request {
		r := a.core(http.MethodGet, "clients")
		for _, name := range slices.Sorted(maps.Keys(query.Filters)) {
			r.Query(name, query.Filters[name])
		}
		return r
	})
}

// CreateClient creates a client with a default unit, a profile policy and templates, and returns
// its external ID: POST /core/v1/clients of later releases in multi-client mode, permission
// ClientCreate. rest.ErrDuplicate when any client already has the external ID or the name.
func (a *API) CreateClient(ctx context.Context, client ClientInput) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, "clients").Body(client))
}

// UpdateClient changes a client and returns it: PATCH /core/v1/clients/{extID} of later releases,
// permission ClientModify.
func (a *API) UpdateClient(ctx context.Context, extID string, patch ClientInput) (Client, error) {
	return one[Client](ctx, a, extID, a.core(http.MethodPatch, "clients", extID).Body(patch))
}

// DeleteClient deletes a client with everything in it: DELETE /core/v1/clients/{extID} of later
// releases in multi-client mode, permission ClientDelete.
func (a *API) DeleteClient(ctx context.Context, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "clients", extID))
}

// ClientApplications lists the applications of a client: GET
// /core/v1/clients/{client}/applications, permissions ClientView, ApplicationView.
func (a *API) ClientApplications(ctx context.Context, client string) iter.Seq2[Application, error] {
	return coreList[Application](ctx, a, "clients", client, "applications")
}

// AssignApplication assigns an application to a client: PUT
// /core/v1/clients/{client}/applications/{application}/, permission ClientApplAssign. The call is
// idempotent: every 2xx status is a success.
func (a *API) AssignApplication(ctx context.Context, client, application string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, "clients", client, "applications", application).TrailingSlash())
}

// UnassignApplication removes an application from a client: DELETE on the path of
// AssignApplication, which the reference does not document. rest.ErrNoRecord when it is not
// assigned.
func (a *API) UnassignApplication(ctx context.Context, client, application string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "clients", client, "applications", application).TrailingSlash())
}
