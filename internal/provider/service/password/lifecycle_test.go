package password_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const at = "/core/v1/acme/users/u-dev-bot/password"

var password = acctest.Password{
	Type: "idm_password", Path: at,
	Login: "/auth/v1/acme/users/u-dev-bot/password/login/", LoginBody: `{"password":%q}`,
	Rotation: replacement,
}

func replacement(password string) []string {
	return []string{fmt.Sprintf("POST %s {\"extId\":%q,\"password\":%q}", at, acctest.OwnExtID, password), "DELETE " + at}
}

func TestPassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id, path := s.ID("pw"), "/core/v1/"+s.Client+"/users/u-dev-bot/password"
		return acctest.Resource{
			Type: "idm_password", ID: s.Client + "/u-dev-bot",
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot"},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "password_wo": acctest.FirstPassword},
			Create:   fmt.Sprintf(`POST %s {"extId":%q,"password":%q}`, path, id, acctest.FirstPassword),
			Path:     path,
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// The service has no operation that changes a password, so the resource is replaced.
func TestPassword_rotates(t *testing.T) {
	t.Parallel()
	password.Rotates(t)
}

// A user's existing password is not accepted as the created one, even after a lost response.
func TestPassword_takenAndLost(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	fault := acctest.Lost[0].Fault
	fault.Count = 1
	if status, response := s.Send(t, http.MethodPost, at, `{"extId":"pw","password":"another-password-0123"}`); status != http.StatusCreated {
		t.Fatal(status, response)
	}
	s.Lose(t, at, fault)
	s.Test(t, s.Fails(password.Config(acctest.FirstPassword, acctest.Values{"ext_id": "pw"}), "errors.passwordExists"))
}

func TestPassword_generatingPolicy(t *testing.T) {
	t.Parallel()
	password.GeneratingPolicy(t)
}

func TestPassword_omitted(t *testing.T) {
	t.Parallel()
	password.Omitted(t, "acme/u-anna", acctest.Values{"user_ext_id": "u-anna"})
}

func TestPassword_generated(t *testing.T) {
	t.Parallel()
	password.Generated(t)
}

func TestPassword_quirks(t *testing.T) {
	t.Parallel()
	password.Quirks(t)
}

func TestPassword_refused(t *testing.T) {
	t.Parallel()
	password.Refused(t)
}
