package idm

import (
	"context"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// LoginStatus is the result of a login. A wrong password is a status, not an error: check Passed.
type LoginStatus struct {
	// StatusCode is one of the Login constants.
	StatusCode  int    `json:"statusCode"`
	Description string `json:"description"`

	// Later releases set the following fields in the response to UpdateLoginInfo.
	UserExtID                  string `json:"userExtId"`
	ClientExtID                string `json:"clientExtId"`
	CredentialExtID            string `json:"credentialExtId"`
	CredentialType             string `json:"credentialType"`
	UserLastLogin              string `json:"userLastLogin"`
	UserLastLoginFailure       string `json:"userLastLoginFailure"`
	CredentialLastLogin        string `json:"credentialLastLogin"`
	CredentialLastLoginFailure string `json:"credentialLastLoginFailure"`
}

// The known values of LoginStatus.StatusCode.
const (
	LoginFailed = 2
	// LoginFailedNextLocks means that the next failure locks the credential.
	LoginFailedNextLocks = 3
	// LoginLocked means that this failure locked the credential.
	LoginLocked = 4
	LoginOK     = 5
	// LoginUnchecked means that no credential was checked.
	LoginUnchecked = 8
	// LoginTemporarilyLocked means that this failure locked the credential temporarily.
	LoginTemporarilyLocked = 9
)

// Passed reports whether the login succeeded.
func (s LoginStatus) Passed() bool { return s.StatusCode == LoginOK }

// PasswordLogin checks a user's password: POST /auth/v1/{client}/users/{user}/password/login/,
// permissions CredentialView, CredentialModify, CredentialChangeState. rest.ErrNoRecord when the
// client, user or credential does not exist; rest.ErrInvalid with the code
// errors.credentialNotActive. The other logins have the same permission and response.
func (a *API) PasswordLogin(ctx context.Context, client, user, password string) (LoginStatus, error) {
	return a.login(ctx, client, user, "password", map[string]string{"password": password})
}

// DevicePasswordLogin checks a device password: POST
// /auth/v1/{client}/users/{user}/device-password/login/.
func (a *API) DevicePasswordLogin(ctx context.Context, client, user, credential, password string) (LoginStatus, error) {
	return a.login(ctx, client, user, "device-password", map[string]string{"password": password, "credentialExtId": credential})
}

// ContextPasswordLogin checks the password of one context: POST
// /auth/v1/{client}/users/{user}/context-password/login/.
func (a *API) ContextPasswordLogin(ctx context.Context, client, user, credentialContext, password string) (LoginStatus, error) {
	return a.login(ctx, client, user, "context-password", map[string]string{"password": password, "context": credentialContext})
}

// RecoveryCodeLogin uses up a recovery code: POST
// /auth/v1/{client}/users/{user}/recovery-codes/login/, which returns 204 without a status, so that
// the status here is always LoginOK. A wrong or used code is an error with a 4xx status.
func (a *API) RecoveryCodeLogin(ctx context.Context, client, user, code string) (LoginStatus, error) {
	request := a.loginRequest(client, user, "recovery-codes", map[string]string{"code": code})
	if err := rest.Discard(ctx, a.c, request); err != nil {
		return LoginStatus{}, err
	}
	return LoginStatus{StatusCode: LoginOK, Description: "Login Ok"}, nil
}

func (a *API) login(ctx context.Context, client, user, kind string, secret map[string]string) (LoginStatus, error) {
	return rest.Decode[LoginStatus](ctx, a.c, a.loginRequest(client, user, kind, secret))
}

func (a *API) loginRequest(client, user, kind string, secret map[string]string) *rest.Request {
	request := a.request(http.MethodPost, "auth/v1/{client}/users/{owner}/"+kind+"/login/", Under(client, user), "")
	return request.Body(secret).Secrets(secret["password"], secret["code"])
}
