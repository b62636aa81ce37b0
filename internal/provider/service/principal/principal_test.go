package principal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const whoAmI = "data \"idm_me\" \"me\" {}\ndata \"idm_permissions\" \"mine\" {}\n"

// as returns a step in which the provider signs in with another token.
func as(s *acctest.Service, token string, checks ...resource.TestCheckFunc) resource.TestStep {
	return resource.TestStep{
		Config: fmt.Sprintf("provider \"idm\" {\n  base_url = %q\n  token    = %q\n}\n%s", s.URL, token, whoAmI),
		Check:  resource.ComposeAggregateTestCheckFunc(checks...),
	}
}

func TestMe(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.FirstReleases)
	const me, mine = "data.idm_me.me", "data.idm_permissions.mine"
	s.Test(t,
		as(s, "demo-anna-token",
			resource.TestCheckResourceAttr(me, "user_ext_id", "u-anna"),
			resource.TestCheckResourceAttr(me, "login_id", "anna"),
			resource.TestCheckResourceAttr(me, "full_name", "Anna Arnold"),
			resource.TestCheckResourceAttr(me, "email", "anna@acme.example.com"),
			resource.TestCheckResourceAttr(me, "display_language_code", "EN"),
			resource.TestCheckResourceAttr(me, "client_ext_id", "acme"),
			resource.TestCheckResourceAttrSet(me, "client_name"),
			resource.TestCheckResourceAttr(me, "profile_ext_id", "p-anna-hq"),
			resource.TestCheckResourceAttr(me, "unit_ext_id", "acme-hq"),
			resource.TestCheckResourceAttr(mine, "permissions.#", "1"),
			resource.TestCheckResourceAttr(mine, "permissions.0", "AccessControl.SelfAdmin"),
		),
		as(s, "demo-reader-token",
			resource.TestCheckResourceAttr(me, "user_ext_id", "u-ben"),
			resource.TestCheckNoResourceAttr(me, "profile_ext_id"),
			resource.TestCheckTypeSetElemAttr(mine, "permissions.*", "AccessControl.UnitView"),
		),
	)
}

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
