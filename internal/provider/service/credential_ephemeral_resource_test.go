package service_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUserCredentials_ephemeral(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	secrets := map[string]acctest.Values{}
	for _, user := range []string{"u-anna", "u-ben", "u-dev-bot"} {
		opened, diags := p.Open(t, "idm_user_credentials", acctest.Values{"user_ext_id": user})
		if diags.HasError() {
			t.Fatal(diags)
		}
		for _, element := range opened["credentials"].([]any) {
			credential := element.(acctest.Values)
			secrets[credential["ext_id"].(string)], _ = credential["secrets"].(acctest.Values)
		}
	}
	if secrets["cred-anna-password"] != nil {
		t.Errorf("a password has no hashed secret, but: %v", secrets["cred-anna-password"])
	}
	for extID, name := range map[string]string{"cred-anna-ticket": "ticket", "cred-ben-tmp": "temp_strong_password", "cred-ben-puk": "puk",
		"cred-bot": "device_password"} {
		if hashed, _ := secrets[extID][name].(string); !strings.HasPrefix(hashed, "{") {
			t.Errorf("%s of %s is %q, not a hash with its digest", name, extID, hashed)
		}
	}
	if err := acctest.Equal[any]("10|10|0|4711", secrets["cred-anna-otp"]["otp"]); err != nil {
		t.Error(err)
	}
	if err := acctest.Equal[any]("2jmj7l5rSw0yVb/vlWAYkK/YBwk=", secrets["cred-anna-fido2"]["hashed_credential_id"]); err != nil {
		t.Error(err)
	}
	if err := acctest.Equal[any]([]any{acctest.Values{"auth_mode": "RO", "data": "dG9rZW4="}},
		secrets["cred-ben-vasco"]["vasco_tokens"]); err != nil {
		t.Error(err)
	}
}

func TestUserCredentials_ephemeralMissing(t *testing.T) {
	t.Parallel()
	_, diags := acctest.StartSimulator(t).Protocol(t).Open(t, "idm_user_credentials", acctest.Values{"user_ext_id": "u-nobody"})
	if !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("not errors.noRecord, but: %s", diags)
	}
}
