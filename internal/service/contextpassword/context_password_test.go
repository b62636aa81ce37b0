package contextpassword_test

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
	secret   = "context-secret-0123456789-abcdefghijklmn"
	rotated  = "rotated-secret-0123456789-abcdefghijklm"
	at       = "/core/v1/acme/users/u-dev-bot/context-passwords"
	loginAt  = "/auth/v1/acme/users/u-dev-bot/context-password/login/"
	credited = "idm_context_password.test"
)

func config(password string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_context_password\" \"test\" {\n  user_ext_id = \"u-dev-bot\"\n  context = \"portal\"\n"+
		"  password_wo = %q\n  %s\n}\n",
		password, strings.Join(arguments, "\n  "))
}

// logsIn checks what the service makes of a password.
func logsIn(t *testing.T, s *acctest.Service, password string, want bool) resource.TestCheckFunc {
	return func(*terraform.State) error {
		status, answer := s.Send(t, http.MethodPost, loginAt, fmt.Sprintf(`{"password":%q,"context":"portal"}`, password))
		if passed := status == http.StatusOK && strings.Contains(answer, `"statusCode":5`); passed != want {
			return fmt.Errorf("the login with %q: %d %s", password, status, answer)
		}
		return nil
	}
}

func TestContextPassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("dp")
		return acctest.Resource{
			Type: "idm_context_password", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "context": "portal", "password_wo": secret},
			Create: fmt.Sprintf(`POST /core/v1/%s/users/u-dev-bot/context-passwords {"context":"portal","extId":%q,"password":%q}`, s.Client, id,
				secret),
			Path:   fmt.Sprintf("/core/v1/%s/users/u-dev-bot/context-passwords/%s", s.Client, id),
			Theirs: `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// The password logs in, another version sets another one, and another password alone does nothing.
func TestContextPassword_rotates(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Apply(config(secret, `ext_id = "dp"`, "password_wo_version = 1"), logsIn(t, s, secret, true),
			resource.TestCheckNoResourceAttr(credited, "password_wo"), resource.TestCheckResourceAttr(credited, "state_name", "active")),
		s.Apply(config(rotated, `ext_id = "dp"`, "password_wo_version = 1"), s.Sent(), logsIn(t, s, secret, true)),
		s.Apply(config(rotated, `ext_id = "dp"`, "password_wo_version = 2"),
			s.Sent(fmt.Sprintf("POST %s/dp/change {\"newPassword\":%q}", at, rotated)),
			logsIn(t, s, rotated, true), logsIn(t, s, secret, false)),
		s.Apply(config(rotated, `ext_id = "dp"`), s.Sent()),
		s.Apply(config(secret, `ext_id = "dp"`, "password_wo_version = 2", `state_name = "disabled"`),
			s.Sent(fmt.Sprintf("POST %s/dp/change {\"newPassword\":%q}", at, secret), "PATCH "+at+`/dp {"stateName":"disabled","version":3}`)),
	)
}

// A rotation whose answer is lost is sent again: it leads to the same.
func TestContextPassword_rotationLost(t *testing.T) {
	t.Parallel()
	for _, way := range acctest.Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			p := s.Protocol(t)
			i := acctest.Instance{Type: "idm_context_password"}
			apply := func(password string, version int) {
				t.Helper()
				planned, diags := i.Plan(t,
					p,
					acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "dp", "context": "portal", "password_wo": password,
						"password_wo_version": version})
				if diags.HasError() {
					t.Fatal(diags)
				}
				if diags := i.Apply(t, p, planned); diags.HasError() {
					t.Fatal(diags)
				}
			}
			apply(secret, 1)
			fault := way.Fault
			fault.Count = 1
			s.Lose(t, at+"/dp/change", fault)
			apply(rotated, 2)
			if err := logsIn(t, s, rotated, true)(nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// A policy that generates passwords itself is named, whether the configuration names it or it is
// the client's default.
func TestContextPassword_generatingPolicy(t *testing.T) {
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

func TestContextPassword_quirks(t *testing.T) {
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

func TestContextPassword_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Fails(config("brief"), "shorter than its policy allows"),
		s.Fails(config(secret, `policy_ext_id = "none"`), "errors.noRecord"),
		s.Refused(config(""), "Empty string"),
		s.Refused(config(secret, `state_name = "ACTIVE"`), "tmp-locked"),
	)
}

func TestContextPassword_releaseWithout(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "without=context-passwords")
	s.Test(t,
		s.Fails(config(secret),
			"idm_context_password needs its release 2.73.0 or later. Until then, make context passwords where they are made today"))
}

func TestContextPasswordList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	listed, diags := s.Protocol(t).List(t, "idm_context_password", acctest.Values{"user_ext_id": "u-anna"}, true, 0)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	if listed[0].Resource["id"] != "acme/u-anna/cred-anna-context" || listed[0].Resource["context"] != "portal" {
		t.Errorf("%v", listed[0])
	}
}
