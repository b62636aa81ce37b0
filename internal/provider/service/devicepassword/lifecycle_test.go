package devicepassword_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const at = "/core/v1/acme/users/u-dev-bot/device-password"

var devicePassword = acctest.Password{
	Type: "idm_device_password", Path: at,
	Login:     "/auth/v1/acme/users/u-dev-bot/device-password/login/",
	LoginBody: `{"password":%q,"credentialExtId":"` + acctest.OwnExtID + `"}`,
	Rotation:  rotation,
}

func rotation(password string) []string {
	return []string{fmt.Sprintf("POST %s/%s/change {\"newPassword\":%q}", at, acctest.OwnExtID, password)}
}

func TestDevicePassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id, path := s.ID("dp"), "/core/v1/"+s.Client+"/users/u-dev-bot/device-password"
		return acctest.Resource{
			Type: "idm_device_password", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "password_wo": acctest.FirstPassword},
			Create:   fmt.Sprintf(`POST %s {"extId":%q,"password":%q}`, path, id, acctest.FirstPassword),
			Path:     path + "/" + id,
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

func TestDevicePassword_rotates(t *testing.T) {
	t.Parallel()
	devicePassword.Rotates(t)
}

func TestDevicePassword_rotatesAndIsDisabled(t *testing.T) {
	t.Parallel()
	devicePassword.RotatesDisabled(t)
}

func TestDevicePassword_rotationLost(t *testing.T) {
	t.Parallel()
	devicePassword.RotationLost(t)
}

// An older device password is not accepted as the created one: its password differs.
func TestDevicePassword_takenAndLost(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	fault := acctest.Lost[0].Fault
	fault.Count = 1
	s.Lose(t, at, fault)
	s.Test(t, s.Fails(devicePassword.Config(acctest.FirstPassword, acctest.Values{"ext_id": "cred-bot"}), `id = "acme/u-dev-bot/cred-bot"`))
}

// Two device passwords of a user lose their responses where the service assigns the external IDs:
// each resource records its own, and neither the one that existed before.
func TestDevicePassword_twoLost(t *testing.T) {
	for _, kind := range []string{"drop-before", "drop-after", "truncated-body"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "server-ext-ids")
			passwords := map[string]string{"first": acctest.FirstPassword, "second": acctest.RotatedPassword}
			var config string
			for name, password := range passwords {
				config += acctest.HCL("idm_device_password", name, acctest.Values{"user_ext_id": "u-dev-bot", "password_wo": password})
			}
			logIn := func(state *terraform.State) error {
				for name, password := range passwords {
					extID := state.RootModule().Resources["idm_device_password."+name].Primary.Attributes["ext_id"]
					_, response := s.Send(t, http.MethodPost, devicePassword.Login, fmt.Sprintf(`{"password":%q,"credentialExtId":%q}`, password, extID))
					if !strings.Contains(response, `"statusCode":5`) {
						return fmt.Errorf("%s logs in as %s: %s", name, extID, response)
					}
				}
				listed, _ := s.Protocol(t).List(t, "idm_device_password", acctest.Values{"user_ext_id": "u-dev-bot"}, true, 0)
				return acctest.Equal(3, len(listed))
			}
			s.Test(t, s.Step(config, acctest.Before(func() { s.Lose(t, at, sim.Fault{Kind: kind, Count: 2}) }), acctest.Check(logIn)))
		})
	}
}

func TestDevicePassword_taken(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t, s.Fails(devicePassword.Config(acctest.FirstPassword, acctest.Values{"ext_id": "cred-bot"}),
		"already exists; an earlier run may have created it"))
}

func TestDevicePassword_omitted(t *testing.T) {
	t.Parallel()
	devicePassword.Omitted(t, "acme/u-dev-bot/cred-bot", acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "cred-bot"})
}

func TestDevicePassword_quirks(t *testing.T) {
	t.Parallel()
	devicePassword.Quirks(t)
}

func TestDevicePassword_refused(t *testing.T) {
	t.Parallel()
	devicePassword.Refused(t)
}
