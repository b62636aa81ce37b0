package idm

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Client is a tenant, read-only here.
type Client struct {
	ExtID       string    `json:"extId"`
	Name        string    `json:"name"`
	DisplayName Localized `json:"displayName"`
	Record
}

// ClientQuery narrows a list of clients.
type ClientQuery struct {
	// Filters maps an attribute, nested ones joined with a dot, to the value that it must have.
	Filters map[string]string
	// Limit is the page size; 0 leaves it to the service.
	Limit int
	// Info, when not nil, is filled from the first page.
	Info *rest.ListInfo
}

// Client reads a client: GET /core/v1/clients/{extID}, permission ClientView.
func (a *API) Client(ctx context.Context, extID string) (Client, error) {
	return rest.Decode[Client](ctx, a.c, a.core(http.MethodGet, "clients", extID))
}

// Clients lists the clients that the caller may see: GET /core/v1/clients, permission ClientView.
func (a *API) Clients(ctx context.Context, query ClientQuery) iter.Seq2[Client, error] {
	return list[Client](ctx, a, query.Limit, query.Info, func() *rest.Request {
		r := a.core(http.MethodGet, "clients")
		for _, name := range slices.Sorted(maps.Keys(query.Filters)) {
			r.Query(name, query.Filters[name])
		}
		return r
	})
}

// ClientApplications lists the applications of a client: GET /core/v1/clients/{client}/applications, permissions
// ClientView, ApplicationView.
func (a *API) ClientApplications(ctx context.Context, client string) iter.Seq2[Application, error] {
	return coreList[Application](ctx, a, "clients", client, "applications")
}

// AssignApplication assigns an application to a client: PUT /core/v1/clients/{client}/applications/{application}/,
// permission ClientApplAssign. Any 2xx is success, also for a repeat.
func (a *API) AssignApplication(ctx context.Context, client, application string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, "clients", client, "applications", application).TrailingSlash())
}

// UnassignApplication takes an application away from a client: DELETE on the path of AssignApplication, which the
// reference does not print. rest.ErrNoRecord when it is not assigned.
func (a *API) UnassignApplication(ctx context.Context, client, application string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "clients", client, "applications", application).TrailingSlash())
}
