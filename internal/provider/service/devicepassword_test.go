package service_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const heldAt = "/core/v1/acme/users/u-dev-bot/device-password"

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
					_, response := s.Send(t, http.MethodPost, "/auth/v1/acme/users/u-dev-bot/device-password/login/",
						fmt.Sprintf(`{"password":%q,"credentialExtId":%q}`, password, extID))
					if !strings.Contains(response, `"statusCode":5`) {
						return fmt.Errorf("%s logs in as %s: %s", name, extID, response)
					}
				}
				listed, _ := s.Protocol(t).List(t, "idm_device_password", acctest.Values{"user_ext_id": "u-dev-bot"}, true, 0)
				return acctest.Equal(3, len(listed))
			}
			s.Test(t, s.Step(config, acctest.Before(func() { s.Lose(t, heldAt, sim.Fault{Kind: kind, Count: 2}) }), acctest.Check(logIn)))
		})
	}
}
