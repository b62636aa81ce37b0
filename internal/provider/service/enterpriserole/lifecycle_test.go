package enterpriserole_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func config(name string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_enterprise_role\" \"test\" {\n  name = %q\n  %s\n}\n", name, strings.Join(arguments, "\n  "))
}

func TestEnterpriseRole_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("er")
		return acctest.Resource{
			Type: "idm_enterprise_role", ID: s.Client + "/" + id, Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "name": s.ID("A")},
			Create:  fmt.Sprintf(`POST /core/v1/%s/eroles {"extId":%q,"name":%q}`, s.Client, id, s.ID("A")),
			Path:    fmt.Sprintf("/core/v1/%s/eroles/%s", s.Client, id),
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
			},
		}
	}, acctest.ExtIDs)
}

func TestEnterpriseRole_destroyDeletesGrants(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Clearing)
	s.Test(t,
		s.Apply("import {\n  to = idm_enterprise_role.test\n  id = \"acme/er-sales\"\n}\n"+config("Sales", `ext_id = "er-sales"`)),
		s.Apply("", s.Sent("DELETE /core/v1/acme/eroles/er-sales"), func(*terraform.State) error {
			for grant, err := range idm.EnterpriseAuthorizationOps.List(context.Background(), s.API, idm.Under("acme", "p-anna-hq")) {
				return fmt.Errorf("%s is left, %w", grant.ExtID, err)
			}
			return nil
		}),
	)
}

func TestEnterpriseRole_refused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t,
		s.Fails(config("New",
			`ext_id = "er-sales"`),
			`import { to = idm_enterprise_role.example # use the address shown after "with" id = "acme/er-sales" }`),
		s.Fails(config("Sales"), "The enterprise role acme/er-sales already has this name"),
		s.Fails(config("New", `client_ext_id = "none"`), "errors.noRecord"),
		s.Refused(config(""), "Empty string"),
	)
}
