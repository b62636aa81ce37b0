package contextpassword_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const at = "/core/v1/acme/users/u-dev-bot/context-passwords"

var contextPassword = acctest.Password{
	Type: "idm_context_password", Arguments: acctest.Values{"context": "portal"}, Path: at,
	Login: "/auth/v1/acme/users/u-dev-bot/context-password/login/", LoginBody: `{"password":%q,"context":"portal"}`,
	Rotation: rotation,
}

func rotation(password string) []string {
	return []string{fmt.Sprintf("POST %s/%s/change {\"newPassword\":%q}", at, acctest.OwnExtID, password)}
}

func TestContextPassword_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id, path := s.ID("cp"), "/core/v1/"+s.Client+"/users/u-dev-bot/context-passwords"
		return acctest.Resource{
			Type: "idm_context_password", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal: acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "context": "portal",
				"password_wo": acctest.FirstPassword},
			Create: fmt.Sprintf(`POST %s {"context":"portal","extId":%q,"password":%q}`, path, id, acctest.FirstPassword),
			Path:   path + "/" + id,
			Theirs: `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

func TestContextPassword_rotates(t *testing.T) {
	t.Parallel()
	contextPassword.Rotates(t)
}

func TestContextPassword_rotatesAndIsDisabled(t *testing.T) {
	t.Parallel()
	contextPassword.RotatesDisabled(t)
}

func TestContextPassword_rotationLost(t *testing.T) {
	t.Parallel()
	contextPassword.RotationLost(t)
}

func TestContextPassword_generatingPolicy(t *testing.T) {
	t.Parallel()
	contextPassword.GeneratingPolicy(t)
}

func TestContextPassword_omitted(t *testing.T) {
	t.Parallel()
	contextPassword.Omitted(t, "acme/u-anna/cred-anna-context",
		acctest.Values{"user_ext_id": "u-anna", "ext_id": "cred-anna-context", "context": "portal"})
}

func TestContextPassword_generated(t *testing.T) {
	t.Parallel()
	contextPassword.Generated(t)
}

func TestContextPassword_quirks(t *testing.T) {
	t.Parallel()
	contextPassword.Quirks(t)
}

func TestContextPassword_refused(t *testing.T) {
	t.Parallel()
	contextPassword.Refused(t)
}
