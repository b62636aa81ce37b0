package kerberoscredential_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const credited = "idm_kerberos_credential.test"

func config(principal string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_kerberos_credential\" \"test\" {\n  user_ext_id = \"u-dev-bot\"\n  kerberos_id = %q\n  %s\n}\n",
		principal, strings.Join(arguments, "\n  "))
}

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
	t.Parallel()
	s := acctest.StartSimulator(t)
	second := strings.Replace(config("two@ACME"), `"test"`, `"second"`, 1)
	s.Test(t,
		s.Apply(config("one@ACME", `state_name = "disabled"`)+second, resource.TestCheckResourceAttr(credited, "state_name", "disabled")),
		s.Step(config("three@ACME")+second, acctest.WantAction(credited, plancheck.ResourceActionReplace)),
		s.Apply(config("three@ACME")+second, resource.TestCheckResourceAttr(credited, "kerberos_id", "three@ACME")),
	)
}

// A principal is unique: the error offers to import the user's own credential, but not another
// user's.
func TestKerberosCredential_taken(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	second := strings.Replace(config("one@ACME"), `"test"`, `"second"`, 1)
	s.Test(t,
		s.Apply(config("one@ACME", `ext_id = "krb"`)),
		s.Fails(config("one@ACME", `ext_id = "krb"`)+second, `id = "acme/u-dev-bot/krb"`),
		s.Fails(strings.Replace(config("one@ACME", `ext_id = "krb"`), "one@", "carla@", 1)+
			strings.Replace(second, "one@ACME", "carla@ACME.EXAMPLE.COM", 1), "errors.kerberosExists"),
	)
}

func TestKerberosCredential_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config(""), "Empty string"),
		s.Refused(config("one@ACME", `state_name = "ACTIVE"`), "tmp-locked"),
		s.Fails(strings.Replace(config("one@ACME"), "u-dev-bot", "nobody", 1), "errors.noRecord"),
	)
}
