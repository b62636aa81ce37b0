package idm

import (
	"context"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// LoginInfoUpdate reports a login that another system checked.
type LoginInfoUpdate struct {
	Success bool `json:"success"`
	// CredentialExtID identifies the credential of the login. If it is empty, only the login
	// information of the user is updated.
	CredentialExtID string `json:"credentialExtId,omitempty"`
}

// UpdateLoginInfo records a login: POST /core/v1/{client}/users/{user}/login-info, permission
// CredentialModify (later releases also UserModify, UserView, CredentialView). The status is
// LoginUnchecked without a credential. rest.ErrNoRecord when the user or credential does not exist
// in the client, rest.ErrInvalid when the credential belongs to another user or is not active.
func (a *API) UpdateLoginInfo(ctx context.Context, client, user string, update LoginInfoUpdate) (LoginStatus, error) {
	request := a.core(http.MethodPost, "{client}/users/{owner}/login-info", Under(client, user), "")
	return rest.Decode[LoginStatus](ctx, a.c, request.Body(update))
}
