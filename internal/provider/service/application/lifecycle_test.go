package application_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_application.test"

func config(name string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_application\" \"test\" {\n  name      = %q\n  displayed = true\n  %s\n}\n", name,
		strings.Join(arguments, "\n  "))
}

func TestApplication_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("app/1")
		return acctest.Resource{
			Type: "idm_application", ID: strings.ReplaceAll(id, "/", "%2F"), Identity: acctest.Values{"ext_id": id},
			Minimal: acctest.Values{"ext_id": id, "name": s.ID("A"), "displayed": false},
			Create:  fmt.Sprintf(`POST /core/v1/applications {"displayed":false,"extId":%q,"name":%q}`, id, s.ID("A")),
			Path:    "/core/v1/applications/" + strings.ReplaceAll(id, "/", "%2F"),
			Theirs:  `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{Name: "url", From: "https://a.example", To: "https://b.example", Filled: `"url":"https://a.example"`,
					Sent: `"url":"https://b.example"`, Cleared: `"url":""`},
				{Name: "name", From: s.ID("A"), To: s.ID("B"), Sent: fmt.Sprintf(`"name":%q`, s.ID("B"))},
				{Name: "displayed", From: false, To: true, Sent: `"displayed":true`},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
			},
		}
	}, acctest.ExtIDs)
}

// If the configuration omits the external ID, the provider or the service chooses it.
func TestApplication_generatedExtID(t *testing.T) {
	for _, quirk := range []string{"server-ext-ids", "slash-strict", "later-releases", "ignore-unknown-fields"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			held := func(state *terraform.State) error {
				extID := state.RootModule().Resources[address].Primary.Attributes["ext_id"]
				application, err := idm.ApplicationOps.Get(context.Background(), s.API, idm.Place{}, extID)
				if err != nil {
					return err
				}
				return acctest.Equal("After", application.Name)
			}
			s.Test(t, s.Apply(config("Before")), s.Apply(config("After"), held))
		})
	}
}

// Destroying an application also deletes its roles.
func TestApplication_destroyDeletesRoles(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.Clearing)
	imported := "import {\n  to = idm_application.test\n  id = \"crm\"\n}\n" + config("CRM", `ext_id = "crm"`)
	s.Test(t,
		s.Apply(imported),
		s.Apply("", s.Sent("DELETE /core/v1/applications/crm"), func(*terraform.State) error {
			_, err := idm.RoleOps.Get(context.Background(), s.API, idm.Place{}, "crm-reader")
			if err == nil {
				return fmt.Errorf("a role is left")
			}
			return nil
		}),
	)
}

func TestApplication_refused(t *testing.T) {
	for _, quirk := range []string{"duplicate-409", "slash-strict"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			s.Test(t,
				s.Fails(config("Other", `ext_id = "crm"`), "The external ID is taken"),
				s.Fails(config("Other",
					`ext_id = "crm"`), `import { to = idm_application.example # use the address shown after "with" id = "crm" }`),
				s.Fails(config("CRM"), "The application crm already has this name"),
				s.Apply(config("New")),
				s.Fails(config("CRM"), "errors.duplicateName"),
			)
		})
	}
}

func TestApplication_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t)
	s.Test(t,
		s.Refused(config(""), "Empty string"),
		s.Refused(config("A", `ext_id = ""`), "Empty string"),
		s.Refused(config("A", `display_name = { es = "A" }`), `"es" is not a key of localized text`),
		s.Refused(config("A", `client_ext_id = "acme"`), `An argument named "client_ext_id" is not expected here`),
		s.Refused("resource \"idm_application\" \"test\" {\n  name = \"A\"\n}\n", `The argument "displayed" is required`),
	)
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("sent although the plan was refused: %q", requests)
	}
}

func TestApplication_noDefaultClient(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	planned, diags := s.Protocol(t).Plan(t, "idm_application", acctest.Values{"name": "A", "displayed": true})
	if _, has := planned["client_ext_id"]; has || len(diags) > 0 {
		t.Errorf("%v, %v", planned, diags)
	}
}
