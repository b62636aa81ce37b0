package clientapplication_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_client_application.test"

func config(application string) string {
	return fmt.Sprintf("resource \"idm_client_application\" \"test\" {\n  application_ext_id = %q\n}\n", application)
}

func path(client, application string) string {
	return fmt.Sprintf("/core/v1/clients/%s/applications/%s/", client, application)
}

// assigned lists the applications of the client in the service.
func assigned(s *acctest.Service) ([]string, error) {
	var found []string
	for application, err := range idm.ClientApplicationOps.List(context.Background(), s.API, idm.In(s.Client)) {
		if err != nil {
			return nil, err
		}
		found = append(found, application.ExtID)
	}
	return found, nil
}

// has checks whether an application is assigned.
func has(s *acctest.Service, application string, want bool) resource.TestCheckFunc {
	return acctest.Remote(func() ([]string, error) { return assigned(s) },
		func(found []string) error { return acctest.Equal(want, slices.Contains(found, application)) })
}

func TestClientApplication(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Quirks("slash-strict"))
	unassign := func() {
		if err := idm.ClientApplicationOps.Delete(context.Background(), s.API, idm.In(s.Client), s.Application); err != nil {
			t.Fatal(err)
		}
	}
	written := config(s.Application)
	put, del := "PUT "+path(s.Client, s.Application), "DELETE "+path(s.Client, s.Application)
	steps := []resource.TestStep{
		s.Apply(written,
			resource.TestCheckResourceAttr(address, "id", s.Client+"/"+s.Application),
			resource.TestCheckResourceAttr(address, "client_ext_id", s.Client),
			s.Sent(put), has(s, s.Application, true)),
	}
	steps = append(steps, acctest.Import(address)...)
	steps = append(steps,
		s.Drift(unassign, written, address, plancheck.ResourceActionCreate),
		s.Apply(written, s.Sent(put), has(s, s.Application, true)),
		s.Apply("", s.Sent(del), has(s, s.Application, false)))
	s.Test(t, steps...)
}

func TestClientApplication_replace(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Apply(config("billing")),
		s.Apply(config("hr"), s.Sent("DELETE "+path("acme", "billing"), "PUT "+path("acme", "hr"))),
		s.Apply("resource \"idm_client_application\" \"test\" {\n  client_ext_id = \"globex\"\n  application_ext_id = \"hr\"\n}\n",
			resource.TestCheckResourceAttr(address, "id", "globex/hr"),
			s.Sent("DELETE "+path("acme", "hr"), "PUT "+path("globex", "hr"))),
	)
}

func TestClientApplication_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config(""), "An empty string is not a value here"),
		s.Fails(config("nothing"), "errors.noRecord"),
		s.Fails("resource \"idm_client_application\" \"test\" {\n  client_ext_id = \"nobody\"\n  application_ext_id = \"hr\"\n}\n",
			"errors.noRecord"),
		s.Apply(config("billing")),
		// Destroying an absent object succeeds.
		s.Step("", acctest.ChangedConcurrently(func() {
			if err := idm.ClientApplicationOps.Delete(context.Background(), s.API, idm.In("acme"), "billing"); err != nil {
				t.Error(err)
			}
		}), acctest.Check(has(s, "billing", false))),
	)
}

// A response that is not a list of applications never means that the assignment is absent.
func TestClientApplication_unreadable(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	faults := func(faults ...sim.Fault) acctest.Option {
		return acctest.Before(func() {
			if err := s.Sim.SetFaults(faults...); err != nil {
				t.Fatal(err)
			}
		})
	}
	s.Test(t,
		s.Apply(config("billing")),
		s.Fails(config("billing"), "500 Internal Server Error",
			faults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/applications*"})),
		s.Step(config("billing"), faults(), acctest.Check(s.Sent())),
	)
}
