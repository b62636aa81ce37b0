package kerberoscredential_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestKerberosCredential_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("krb")
		return acctest.Resource{
			Type: "idm_kerberos_credential", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal:  acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": id, "kerberos_id": "bot@ACME"},
			Create:   fmt.Sprintf(`POST /core/v1/%s/users/u-dev-bot/kerberos {"extId":%q,"kerberosId":"bot@ACME"}`, s.Client, id),
			Path:     fmt.Sprintf("/core/v1/%s/users/u-dev-bot/kerberos/%s", s.Client, id),
			Theirs:   `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// A user can have several Kerberos credentials; another principal replaces one.
func TestKerberosCredential_replaced(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

// A principal is unique: the error offers to import the user's own credential, but not another
// user's.
func TestKerberosCredential_taken(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

func TestKerberosCredential_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}
