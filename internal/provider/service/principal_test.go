package service_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestToken(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.FirstReleases)
	p := s.ProtocolAs(t, "demo-anna-token")
	opened, diags := p.Open(t, "idm_token", acctest.Values{"username": "anna", "password": "anna-password"})
	if diags.HasError() {
		t.Fatal(diags)
	}
	if token, _ := opened["access_token"].(string); strings.Count(token, ".") != 2 {
		t.Errorf("the token is %q, not a signed one", token)
	}
	if err := acctest.Equal[any]("bearer", opened["token_type"]); err != nil {
		t.Error(err)
	}
	if seconds, _ := opened["expires_in"].(float64); seconds <= 0 {
		t.Errorf("expires_in is %v", opened["expires_in"])
	}
	if _, diags = p.Open(t, "idm_token", acctest.Values{"username": "anna", "password": "a-wrong-one"}); !strings.Contains(diags.String(),
		"401 Unauthorized") {
		t.Errorf("a wrong password is not 401, but: %s", diags)
	}
	if strings.Contains(diags.String(), "a-wrong-one") {
		t.Errorf("the message shows the password: %s", diags)
	}
}

// Later releases do not return the expiry of the token.
func TestToken_laterReleases(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t, "later-releases").ProtocolAs(t, "demo-anna-token")
	opened, diags := p.Open(t, "idm_token", acctest.Values{"username": "anna", "password": "anna-password"})
	if diags.HasError() || opened["access_token"] == nil || opened["expires_in"] != nil {
		t.Errorf("not a token without expires_in, but: %v %s", opened["expires_in"], diags)
	}
}
