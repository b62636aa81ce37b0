package devicepassword_test

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
	secret   = "device-secret-0123456789-abcdefghijklmn"
	rotated  = "rotated-secret-0123456789-abcdefghijklm"
	at       = "/core/v1/acme/users/u-dev-bot/device-password"
	loginAt  = "/auth/v1/acme/users/u-dev-bot/device-password/login/"
	credited = "idm_device_password.test"
)

func config(password string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_device_password\" \"test\" {\n  user_ext_id = \"u-dev-bot\"\n  password_wo = %q\n  %s\n}\n",
		password, strings.Join(arguments, "\n  "))
}

// logsIn checks what the service makes of a password.
func logsIn(t *testing.T, s *acctest.Service, extID, password string, want bool) resource.TestCheckFunc {
	return func(*terraform.State) error {
		status, answer := s.Send(t, http.MethodPost, loginAt, fmt.Sprintf(`{"password":%q,"credentialExtId":%q}`, password, extID))
		if passed := status == http.StatusOK && strings.Contains(answer, `"statusCode":5`); passed != want {
			return fmt.Errorf("the login with %q: %d %s", password, status, answer)
		}
		return nil
	}
}

func TestDevicePassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("dp")
		return acctest.Resource{
			Type: "idm_device_password", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "password_wo": secret},
			Create:   fmt.Sprintf(`POST /core/v1/%s/users/u-dev-bot/device-password {"extId":%q,"password":%q}`, s.Client, id, secret),
			Path:     fmt.Sprintf("/core/v1/%s/users/u-dev-bot/device-password/%s", s.Client, id),
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// The password logs in, another version sets another one, and another password alone does nothing.
func TestDevicePassword_rotates(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Apply(config(secret, `ext_id = "dp"`, "password_wo_version = 1"), logsIn(t, s, "dp", secret, true),
			resource.TestCheckNoResourceAttr(credited, "password_wo"), resource.TestCheckResourceAttr(credited, "state_name", "active")),
		s.Apply(config(rotated, `ext_id = "dp"`, "password_wo_version = 1"), s.Sent(), logsIn(t, s, "dp", secret, true)),
		s.Apply(config(rotated, `ext_id = "dp"`, "password_wo_version = 2"),
			s.Sent(fmt.Sprintf("POST %s/dp/change {\"newPassword\":%q}", at, rotated)),
			logsIn(t, s, "dp", rotated, true), logsIn(t, s, "dp", secret, false)),
		s.Apply(config(rotated, `ext_id = "dp"`), s.Sent()),
		s.Apply(config(secret, `ext_id = "dp"`, "password_wo_version = 2", `state_name = "disabled"`),
			s.Sent(fmt.Sprintf("POST %s/dp/change {\"newPassword\":%q}", at, secret), "PATCH "+at+`/dp {"stateName":"disabled","version":3}`)),
	)
}

// A rotation whose answer is lost is sent again: it leads to the same.
func TestDevicePassword_rotationLost(t *testing.T) {
	t.Parallel()
	for _, way := range acctest.Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			p := s.Protocol(t)
			i := acctest.Instance{Type: "idm_device_password"}
			apply := func(password string, version int) {
				t.Helper()
				planned, diags := i.Plan(t,
					p, acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "dp", "password_wo": password, "password_wo_version": version})
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
			if err := logsIn(t, s, "dp", rotated, true)(nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// One that was there before is not accepted as the created one: its password is another one.
func TestDevicePassword_takenAndLost(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	fault := acctest.Lost[0].Fault
	fault.Count = 1
	s.Lose(t, at, fault)
	s.Test(t, s.Fails(config(secret, `ext_id = "cred-bot"`), `id = "acme/u-dev-bot/cred-bot"`))
}

func TestDevicePassword_quirks(t *testing.T) {
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

func TestDevicePassword_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Fails(config(secret, `ext_id = "cred-bot"`), "is there already, under the external id that was sent"),
		s.Fails(config("brief"), "shorter than its policy allows"),
		s.Fails(config(secret, `policy_ext_id = "none"`), "errors.noRecord"),
		s.Refused(config(""), "Empty string"),
		s.Refused(config(secret, `state_name = "ACTIVE"`), "tmp-locked"),
	)
}

func TestDevicePassword_releaseWithout(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "without=device-password")
	s.Test(t,
		s.Fails(config(secret),
			"idm_device_password needs its release 8.2511.0 or later. Until then, make device passwords where they are made today"))
}

func TestDevicePasswordList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	listed, diags := s.Protocol(t).List(t, "idm_device_password", acctest.Values{"user_ext_id": "u-dev-bot"}, true, 0)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	if listed[0].Resource["id"] != "acme/u-dev-bot/cred-bot" || listed[0].Resource["state_name"] != "active" ||
		listed[0].Identity["ext_id"] != "cred-bot" {
		t.Errorf("%v", listed[0])
	}
	if listed, diags := s.Protocol(t).List(t, "idm_device_password", acctest.Values{"user_ext_id": "none"}, true, 0); len(listed) > 0 &&
		!diags.HasError() {
		t.Error(listed, diags)
	}
}
