package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	bot := acctest.Values{"credential_ext_id": "cred-bot", "password": "bot-secret-0123456789-abcdefghijklmnopqrstuv"}
	for name, config := range map[string]acctest.Values{
		"password":                 {"user_ext_id": "u-anna", "password": "anna-password"},
		"device password cred-bot": {"user_ext_id": "u-dev-bot", "device_password": bot},
		"password for the context portal": {"user_ext_id": "u-anna",
			"context_password": acctest.Values{"context": "portal", "password": "anna-portal-password"}},
		"recovery code": {"user_ext_id": "u-anna", "recovery_code": "11112222"},
	} {
		progress, diags := p.Invoke(t, "idm_login", config)
		if len(diags) > 0 {
			t.Errorf("%s: %s", name, diags)
		}
		want := []string{"Checking the " + name + " of user " + config["user_ext_id"].(string) + " in client acme.",
			"Login passed with status 5 (Login Ok)."}
		if err := acctest.Equal(want, progress); err != nil {
			t.Error(err)
		}
	}
}

// Five wrong passwords in a row lock the credential; each error describes the effect of another
// attempt.
func TestLogin_locks(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	for i, want := range []string{"counts again", "counts again", "counts again", "the next failure locks the credential",
		"this failure locked the credential. A repeat is refused", "errors.credentialNotActive"} {
		_, diags := p.Invoke(t, "idm_login", acctest.Values{"user_ext_id": "u-anna", "password": "a-wrong-one"})
		if !diags.HasError() || !strings.Contains(diags.String(), want) {
			t.Errorf("login %d: not %q, but: %s", i+1, want, diags)
		}
		if strings.Contains(diags.String(), "a-wrong-one") {
			t.Errorf("login %d shows the password: %s", i+1, diags)
		}
	}
}

func TestLogin_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for want, config := range map[string]acctest.Values{
		"[password,device_password,context_password,recovery_code]": {"user_ext_id": "u-anna"},
		"Exactly one of these attributes must be configured":        {"user_ext_id": "u-anna", "password": "x", "recovery_code": "y"},
		"Empty string":    {"user_ext_id": "u-anna", "password": ""},
		"errors.noRecord": {"user_ext_id": "u-nobody", "password": "x"},
		"each code works once, and every wrong one counts as a failed login": {"user_ext_id": "u-anna", "recovery_code": "0000"},
	} {
		_, diags := p.Invoke(t, "idm_login", config)
		if !diags.HasError() || !strings.Contains(diags.String(), want) {
			t.Errorf("not %q, but: %s", want, diags)
		}
	}
	if err := acctest.Equal([]string{
		`POST /auth/v1/acme/users/u-anna/recovery-codes/login/ {"code":"0000"}`,
		`POST /auth/v1/acme/users/u-nobody/password/login/ {"password":"x"}`,
	}, slices.Sorted(slices.Values(s.Requests()))); err != nil {
		t.Error(err)
	}
}

func TestUpdateLoginInfo(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for _, test := range []struct {
		config acctest.Values
		last   string
	}{
		{acctest.Values{"user_ext_id": "u-anna", "success": true}, "Recorded with status 8 (Unchecked)."},
		{acctest.Values{"user_ext_id": "u-anna", "success": true, "credential_ext_id": "cred-anna-password"},
			"Recorded with status 5 (Login Ok)."},
		{acctest.Values{"user_ext_id": "u-anna", "success": false, "credential_ext_id": "cred-anna-password"}, "Recorded with status 2"},
	} {
		progress, diags := p.Invoke(t, "idm_update_login_info", test.config)
		if len(diags) > 0 || len(progress) != 2 || !strings.HasPrefix(progress[1], test.last) {
			t.Errorf("not %q, but: %q %s", test.last, progress, diags)
		}
	}
	_, diags := p.Invoke(t,
		"idm_update_login_info", acctest.Values{"user_ext_id": "u-anna", "success": true, "credential_ext_id": "cred-ben-password"})
	if !strings.Contains(diags.String(), "errors.invalidParameter") {
		t.Errorf("another user's credential was taken: %s", diags)
	}
	user, err := idm.UserOps.Get(t.Context(), s.API, idm.In(s.Client), "u-anna")
	if err != nil {
		t.Fatal(err)
	}
	if user.LastSuccessfulLoginDate == "" || user.LastFailedLoginDate == "" {
		t.Errorf("the login information was not recorded: %+v", user)
	}
}
