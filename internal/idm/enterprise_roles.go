package idm

import (
	"context"
	"iter"
	"net/http"
)

// EnterpriseRole is a set of roles of a client, granted to a profile by an EnterpriseAuthorization.
type EnterpriseRole struct {
	ExtID       string    `json:"extId"`
	ClientExtID string    `json:"clientExtId"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	DisplayName Localized `json:"displayName"`
	Record
}

func (r EnterpriseRole) identity() string { return r.ExtID }

// EnterpriseRole reads an enterprise role: GET /core/v1/{client}/eroles/{extId} of later releases, permission EnterpriseRoleView.
func (a *API) EnterpriseRole(ctx context.Context, client, extID string) (EnterpriseRole, error) {
	return one[EnterpriseRole](ctx, a, extID, a.core(http.MethodGet, client, "eroles", extID))
}

// EnterpriseRoleRoles lists the roles that an enterprise role consists of: GET /core/v1/{client}/eroles/{extId}/roles of later
// releases, permission EnterpriseRoleView.
func (a *API) EnterpriseRoleRoles(ctx context.Context, client, extID string) iter.Seq2[Role, error] {
	return coreList[Role](ctx, a, client, "eroles", extID, "roles")
}
