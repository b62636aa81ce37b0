package role_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_role.test"

func config(application, name string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_role\" \"test\" {\n  application_ext_id = %q\n  name = %q\n  %s\n}\n",
		application, name, strings.Join(arguments, "\n  "))
}

func TestRole_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("role")
		return acctest.Resource{
			Type: "idm_role", ID: id, Identity: acctest.Values{"ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "application_ext_id": "crm", "name": s.ID("A")},
			Create:  fmt.Sprintf(`POST /core/v1/applications/crm/roles {"extId":%q,"name":%q}`, id, s.ID("A")),
			Path:    "/core/v1/roles/" + id,
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
			},
		}
	}, acctest.Simulator, acctest.ExtIDs)
}

// An application and its roles are created and destroyed together, whether the provider or the
// service chooses the IDs.
func TestRole_withItsApplication(t *testing.T) {
	const both = `
resource "idm_application" "test" {
  name      = "New"
  displayed = false
}
resource "idm_role" "test" {
  count              = 3
  application_ext_id = idm_application.test.ext_id
  name               = "role ${count.index}"
}
`
	for _, quirk := range []string{"server-ext-ids", "slash-strict", "later-releases"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			s.Test(t,
				s.Apply(both),
				s.Apply(strings.Replace(both, `"role $`, `"renamed $`, 1)),
				s.Apply("", func(*terraform.State) error {
					for application, err := range idm.ApplicationOps.List(context.Background(), s.API, idm.Place{}) {
						if err != nil || application.Name == "New" {
							return fmt.Errorf("%v is left, %w", application.ExtID, err)
						}
					}
					return nil
				}),
			)
		})
	}
}

// A role cannot move to another application: all its users lose it.
func TestRole_anotherApplication(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t,
		s.Apply(config("crm", "A", `ext_id = "r"`)),
		s.Step(config("hr", "A", `ext_id = "r"`), acctest.WantAction(address, plancheck.ResourceActionReplace)),
		s.Apply(config("hr", "A", `ext_id = "r"`),
			s.Sent("DELETE /core/v1/roles/r", `POST /core/v1/applications/hr/roles {"extId":"r","name":"A"}`),
			resource.TestCheckResourceAttr(address, "application_ext_id", "hr"),
		),
	)
}

// Destroying a role also removes its grants and memberships.
func TestRole_destroyDeletesGrants(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Clearing)
	s.Test(t,
		s.Apply("import {\n  to = idm_role.test\n  id = \"crm-reader\"\n}\n"+config("crm", "reader", `ext_id = "crm-reader"`)),
		s.Apply("", func(*terraform.State) error {
			for role, err := range idm.EnterpriseRoleMemberOps.List(context.Background(), s.API, idm.Under("acme", "er-sales")) {
				if err != nil || role.ExtID == "crm-reader" {
					return errors.Join(err, fmt.Errorf("%s is left", role.ExtID))
				}
			}
			return nil
		}),
	)
}

func TestRole_refused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t,
		s.Refused(config("", "A"), "Empty string"),
		s.Refused(config("hr", ""), "Empty string"),
		s.Fails(config("none", "A"), "errors.noRecord"),
		s.Fails(config("hr", "A", `ext_id = "crm-reader"`),
			`import { to = idm_role.example # use the address shown after "with" id = "crm-reader" }`),
		s.Apply(config("hr", "A")),
		s.Fails(config("hr", "viewer"), "Another object in the same place already has this name"),
	)
}
