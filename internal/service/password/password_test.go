package password_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

const (
	secret   = "password-secret-0123456789-abcdefghijklmn"
	rotated  = "rotated-secret-0123456789-abcdefghijklm"
	at       = "/core/v1/acme/users/u-dev-bot/password"
	loginAt  = "/auth/v1/acme/users/u-dev-bot/password/login/"
	credited = "idm_password.test"
)

func config(password string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_password\" \"test\" {\n  user_ext_id = \"u-dev-bot\"\n  password_wo = %q\n  %s\n}\n",
		password, strings.Join(arguments, "\n  "))
}

// logsIn checks what the service makes of a password.
func logsIn(t *testing.T, s *acctest.Service, password string, want bool) resource.TestCheckFunc {
	return func(*terraform.State) error {
		status, answer := s.Send(t, http.MethodPost, loginAt, fmt.Sprintf(`{"password":%q}`, password))
		if passed := status == http.StatusOK && strings.Contains(answer, `"statusCode":5`); passed != want {
			return fmt.Errorf("the login with %q: %d %s", password, status, answer)
		}
		return nil
	}
}

func TestPassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("dp")
		return acctest.Resource{
			Type: "idm_password", ID: s.Client + "/u-dev-bot",
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot"},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "password_wo": secret},
			Create:   fmt.Sprintf(`POST /core/v1/%s/users/u-dev-bot/password {"extId":%q,"password":%q}`, s.Client, id, secret),
			Path:     fmt.Sprintf("/core/v1/%s/users/u-dev-bot/password", s.Client),
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// The password logs in, another version replaces it, and another password alone does nothing.
func TestPassword_rotates(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Apply(config(secret, `ext_id = "pw"`, "password_wo_version = 1"), logsIn(t, s, secret, true),
			resource.TestCheckNoResourceAttr(credited, "password_wo"), resource.TestCheckResourceAttr(credited, "state_name", "active")),
		s.Apply(config(rotated, `ext_id = "pw"`, "password_wo_version = 1"), s.Sent(), logsIn(t, s, secret, true)),
		s.Apply(config(rotated, `ext_id = "pw"`, "password_wo_version = 2"),
			s.Sent("DELETE "+at, fmt.Sprintf("POST %s {\"extId\":\"pw\",\"password\":%q}", at, rotated)),
			logsIn(t, s, rotated, true), logsIn(t, s, secret, false)),
	)
}

// The password that a user has is not accepted as the created one, also when the answer is lost.
func TestPassword_takenAndLost(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	fault := acctest.Lost[0].Fault
	fault.Count = 1
	if status, answer := s.Send(t, http.MethodPost, at, `{"extId":"pw","password":"another-password-0123"}`); status != http.StatusCreated {
		t.Fatal(status, answer)
	}
	s.Lose(t, at, fault)
	s.Test(t, s.Fails(config(secret, `ext_id = "pw"`), "errors.passwordExists"))
}

// A policy that generates passwords itself is named, whether the configuration names it or it is
// the client's default.
func TestPassword_generatingPolicy(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	if status, answer := s.Send(t, http.MethodPost, "/core/v1/acme/policies",
		`{"extId":"p-reset","policyType":"PwdPolicy","name":"Reset codes","parameters":{"resetCodeEnabled":"true"}}`); status != http.StatusCreated {
		t.Fatal(status, answer)
	}
	s.Test(t, s.Fails(config(secret, `policy_ext_id = "p-reset"`),
		`The policy "p-reset" (PwdPolicy Reset codes) has the service generate the password itself`))
	if status, answer := s.Send(t, http.MethodPatch, "/core/v1/acme/policies/policy-password",
		`{"parameters":{"resetCodeEnabled":"true"}}`); status != http.StatusOK {
		t.Fatal(status, answer)
	}
	s.Test(t, s.Fails(config(secret), `The policy "policy-password" (PwdPolicy Passwords) has the service generate the password itself`))
}

func TestPassword_quirks(t *testing.T) {
	for _, quirk := range []string{"server-ext-ids", "duplicate-409", "slash-strict", "later-releases"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			s.Test(t, s.Apply(config(secret, "password_wo_version = 1")),
				s.Apply(config(rotated, "password_wo_version = 2", `state_name = "disabled"`)),
				s.Apply(config(rotated, "password_wo_version = 2", `state_name = "active"`)))
		})
	}
}

func TestPassword_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Fails(config("brief"), "shorter than its policy allows"),
		s.Fails(config(secret, `policy_ext_id = "none"`), "errors.noRecord"),
		s.Refused(config(""), "Empty string"),
		s.Refused(config(secret, `state_name = "ACTIVE"`), "tmp-locked"),
	)
}

func TestPassword_releaseWithout(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "without=password")
	s.Test(t, s.Fails(config(secret), "idm_password needs its release 2.71.0 or later. Until then, set passwords where they are set today"))
}

func TestPasswordList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	for user, count := range map[string]int{"u-anna": 1, "u-dev-bot": 0} {
		listed, diags := s.Protocol(t).List(t, "idm_password", acctest.Values{"user_ext_id": user}, true, 0)
		if len(listed) != count || len(diags) > 0 {
			t.Fatal(listed, diags)
		}
		if count == 1 && (listed[0].Resource["id"] != "acme/u-anna" || listed[0].Resource["ext_id"] != "cred-anna-password") {
			t.Errorf("%v", listed[0])
		}
	}
}
