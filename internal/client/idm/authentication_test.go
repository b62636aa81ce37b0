package idm_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestRecoveryCodeLogin_refused(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 422, `{"errors":[{"code":"errors.invalidParameter","message":"no code abcd-1234"}]}`)
	})
	status, err := api.RecoveryCodeLogin(t.Context(), "acme", "u-anna", "abcd-1234")
	if !errors.Is(err, rest.ErrInvalid) || status.Passed() || strings.Contains(err.Error(), "abcd-1234") {
		t.Errorf("RecoveryCodeLogin() = %v, %v", status, err)
	}
}
