package idm

import (
	"context"
	"net/http"
)

// Role is a role of an application, granted to a profile by an Authorization.
type Role struct {
	ExtID            string `json:"extId"`
	ApplicationExtID string `json:"applicationExtId"`
	ApplicationName  string `json:"applicationName"`
	Name             string `json:"name"`
	Description      string `json:"description"`
	Record
}

func (r Role) identity() string { return r.ExtID }

// Role reads a role with the application that it belongs to: GET /core/v1/roles/{extId} of later releases, permission RoleView.
func (a *API) Role(ctx context.Context, extID string) (Role, error) {
	return one[Role](ctx, a, extID, a.core(http.MethodGet, "roles", extID))
}
