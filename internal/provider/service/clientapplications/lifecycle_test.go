package clientapplications_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_client_applications.test"

// config returns the applications of the client globex, which initially has none.
func config(applications ...string) string {
	for i, application := range applications {
		applications[i] = fmt.Sprintf("%q", application)
	}
	return fmt.Sprintf("resource \"idm_client_applications\" \"test\" {\n  client_ext_id       = \"globex\"\n  "+
		"application_ext_ids = [%s]\n"+
		"}\n", strings.Join(applications, ", "))
}

// path returns the path of an assignment.
func path(application string) string {
	return "/core/v1/clients/globex/applications/" + application + "/"
}

// assign assigns an application to the client manually.
func assign(t *testing.T, s *acctest.Service, application string) {
	t.Helper()
	if err := s.API.AssignApplication(context.Background(), "globex", application); err != nil {
		t.Error(err)
	}
}

// has checks which applications the client has.
func has(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := []string{}
		for application, err := range s.API.ClientApplications(context.Background(), "globex") {
			if err != nil {
				return err
			}
			got = append(got, application.ExtID)
		}
		slices.Sort(got)
		return acctest.Equal(append([]string{}, want...), got)
	}
}

func TestClientApplications(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "slash-strict")
	written := config("hr", "billing")
	steps := []resource.TestStep{
		s.Apply(written, resource.TestCheckResourceAttr(address, "id", "globex"), s.Sent("PUT "+path("hr"), "PUT "+path("billing"))),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Drift(func() { assign(t, s, "wiki") }, written, address, plancheck.ResourceActionUpdate),
		s.Apply(written, s.Sent("DELETE "+path("wiki")), has(s, "billing", "hr")),
		s.Apply("", s.Sent("DELETE "+path("hr"), "DELETE "+path("billing")), has(s)),
	)...)
}

func TestClientApplications_changes(t *testing.T) {
	t.Parallel()
	type set = []string
	c := acctest.Transitions{
		Type:  "idm_client_applications",
		Start: func(t *testing.T) *acctest.Service { return acctest.StartSimulator(t) },
		Config: func(_ *acctest.Service, declared any) acctest.Values {
			return acctest.Values{"client_ext_id": "globex", "application_ext_ids": declared}
		},
		Writes: (*acctest.Service).Writes,
	}
	c.Run(t, "none", nil, set{})
	c.Run(t, "created with two", nil, set{"hr", "billing"}, "PUT "+path("billing"), "PUT "+path("hr"))
	c.Run(t, "one more", set{"hr"}, set{"hr", "billing"}, "PUT "+path("billing"))
	c.Run(t, "in another order", set{"hr", "billing"}, set{"billing", "hr"})
	c.Run(t, "one for another", set{"billing", "hr"}, set{"billing", "crm"}, "DELETE "+path("hr"), "PUT "+path("crm"))
	c.Run(t, "all are removed", set{"billing", "crm"}, set{}, "DELETE "+path("billing"), "DELETE "+path("crm"))
	c.Run(t, "destroyed", set{"hr", "billing"}, nil, "DELETE "+path("billing"), "DELETE "+path("hr"))
}

func TestClientApplications_create(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	assign(t, s, "wiki")
	s.Test(t,
		s.Fails(config("hr"),
			`- wiki: not in the configuration Add them to the configuration, or import them, so that the next plan shows what it removes and changes: import { to = idm_client_applications.example # use the address shown after "with" id = "globex" }`),
		s.Fails(config("hr", "nothing", "wiki"), `Element: nothing`),
		// The resource adopts the first part of that create.
		s.Apply(config("hr", "wiki", "crm"), s.Sent("PUT "+path("crm"))),
		s.Fails(strings.Replace(config("hr"), "globex", "nobody", 1), "Unknown client"),
	)
}

// change changes the client's applications without a CLI, and returns the applications in the new
// state.
func change(t *testing.T, s *acctest.Service, wanted acctest.Values) (string, acctest.Diagnostics) {
	t.Helper()
	state, diags := s.Protocol(t).Change(t, "idm_client_applications", acctest.Values{"client_ext_id": "globex"}, wanted)
	applications, _ := state["application_ext_ids"].([]any)
	slices.SortFunc(applications, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return fmt.Sprint(applications), diags
}

func TestClientApplications_partOfAnUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	assign(t, s, "wiki")
	assign(t, s, "hr")
	state, diags := change(t, s, acctest.Values{"client_ext_id": "globex", "application_ext_ids": []string{"crm", "hr", "nothing"}})
	if !strings.Contains(diags.String(), "Element: nothing") || state != "[crm hr]" {
		t.Errorf("%s, %v", state, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "DELETE", Path: "*/applications/hr/"}); err != nil {
		t.Fatal(err)
	}
	none := acctest.Values{"client_ext_id": "globex", "application_ext_ids": []string{}}
	if state, diags = change(t, s, none); !strings.Contains(diags.String(), "Could not unassign") || state != "[hr]" {
		t.Errorf("%s, %v", state, diags)
	}
	if err := has(s, "hr")(nil); err != nil {
		t.Error(err)
	}
}

func TestClientApplications_manyPages(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	for _, application := range s.MakeApplications(t, 101) {
		assign(t, s, application)
	}
	object, identity, diags := s.Protocol(t).Import(t, "idm_client_applications", acctest.Values{"client_ext_id": "globex"})
	if applications, _ := object["application_ext_ids"].([]any); len(applications) != 101 || identity["client_ext_id"] != "globex" ||
		len(diags) > 0 {
		t.Errorf("%d applications, %v, %v", len(applications), identity, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/applications*", Skip: 1}); err != nil {
		t.Fatal(err)
	}
	if _, _, diags = s.Protocol(t).Import(t, "idm_client_applications",
		acctest.Values{"client_ext_id": "globex"}); !strings.Contains(diags.String(), "500") {
		t.Errorf("a short list passes for all: %v", diags)
	}
}

func TestClientApplications_alongsideSingleOnes(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	// The plan refuses an application that is already assigned.
	application := s.MakeApplications(t, 1)[0]
	if _, diags := p.Plan(t, "idm_client_application", acctest.Values{"application_ext_id": application}); len(diags) > 0 {
		t.Error(diags)
	}
	_, diags := p.Plan(t, "idm_client_applications", acctest.Values{"application_ext_ids": []string{application}})
	if !strings.Contains(diags.String(), "Both idm_client_applications and idm_client_application manage the client applications of acme") {
		t.Errorf("no warning: %v", diags)
	}
}

func TestClientApplications_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config(""), "An empty string is not a value here"),
		s.Refused(strings.Replace(config("hr"), `"hr"`, "null", 1), "null"),
	)
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("sent although the plan was refused: %q", requests)
	}
}
