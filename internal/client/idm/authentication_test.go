package idm_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestLogins(t *testing.T) {
	passed := idm.LoginStatus{StatusCode: idm.LoginOK, Description: "Login Ok"}
	runAll(t, map[string]exchange{
		"password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.PasswordLogin(ctx, "acme", "u-anna", "pw")
			},
			request: "POST /auth/v1/acme/users/u-anna/password/login/", body: `{"password":"pw"}`,
			response: `{"statusCode":5,"description":"Login Ok"}`, want: passed,
		},
		"device password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.DevicePasswordLogin(ctx, "acme", "u-bot", "cred-bot", "pw")
			},
			request: "POST /auth/v1/acme/users/u-bot/device-password/login/", body: `{"password":"pw","credentialExtId":"cred-bot"}`,
			response: `{"statusCode":2,"description":"Login failed"}`,
			want:     idm.LoginStatus{StatusCode: idm.LoginFailed, Description: "Login failed"},
		},
		"context password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.ContextPasswordLogin(ctx, "acme", "u-anna", "wifi", "pw")
			},
			request: "POST /auth/v1/acme/users/u-anna/context-password/login/", body: `{"password":"pw","context":"wifi"}`,
			response: `{"statusCode":5,"description":"Login Ok"}`, want: passed,
		},
		"recovery code": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.RecoveryCodeLogin(ctx, "acme", "u-anna", "abcd-1234")
			},
			request: "POST /auth/v1/acme/users/u-anna/recovery-codes/login/", body: `{"code":"abcd-1234"}`,
			status: 204, want: passed,
		},
		"login information": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateLoginInfo(ctx, "acme", "u-anna", idm.LoginInfoUpdate{Success: false, CredentialExtID: "c-1"})
			},
			request: "POST /core/v1/acme/users/u-anna/login-info", body: `{"success":false,"credentialExtId":"c-1"}`,
			response: `{"statusCode":5,"description":"Login Ok","userExtId":"u-anna","credentialType":"PASSWORD",` +
				`"userLastLoginFailure":"2024-01-01T00:00:00Z"}`,
			want: idm.LoginStatus{
				StatusCode: idm.LoginOK, Description: "Login Ok", UserExtID: "u-anna", CredentialType: "PASSWORD",
				UserLastLoginFailure: "2024-01-01T00:00:00Z",
			},
		},
		"login information of the user": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateLoginInfo(ctx, "acme", "u-anna", idm.LoginInfoUpdate{Success: true})
			},
			request: "POST /core/v1/acme/users/u-anna/login-info", body: `{"success":true}`,
			response: `{"statusCode":8,"description":"Unchecked"}`, want: idm.LoginStatus{StatusCode: idm.LoginUnchecked,
				Description: "Unchecked"},
		},
	})
}

func TestLoginStatus_Passed(t *testing.T) {
	for code := range 12 {
		if got := (idm.LoginStatus{StatusCode: code}).Passed(); got != (code == 5) {
			t.Errorf("status %d passed: %t", code, got)
		}
	}
}

func TestRecoveryCodeLogin_refused(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 422, `{"errors":[{"code":"errors.invalidParameter","message":"no code abcd-1234"}]}`)
	})
	status, err := api.RecoveryCodeLogin(t.Context(), "acme", "u-anna", "abcd-1234")
	if !errors.Is(err, rest.ErrInvalid) || status.Passed() || strings.Contains(err.Error(), "abcd-1234") {
		t.Errorf("RecoveryCodeLogin() = %v, %v", status, err)
	}
}
