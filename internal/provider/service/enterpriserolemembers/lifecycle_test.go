package enterpriserolemembers_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_enterprise_role_members.test"

// config returns the roles of a new enterprise role.
func config(roles ...string) string {
	for i, role := range roles {
		roles[i] = fmt.Sprintf("%q", role)
	}
	return fmt.Sprintf("resource \"idm_enterprise_role_members\" \"test\" {\n  enterprise_role_ext_id = \"er-new\"\n  "+
		"role_ext_ids = [%s]\n"+
		"}\n",
		strings.Join(roles, ", "))
}

func path(role string) string { return "/core/v1/acme/eroles/er-new/roles/" + role }

// start creates the enterprise role outside of Terraform.
func start(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator, acctest.ExtIDs)...)
	if _, err := s.API.CreateEnterpriseRole(context.Background(), "acme",
		idm.EnterpriseRoleInput{ExtID: idm.Set("er-new"), Name: idm.Set("New")}); err != nil {
		t.Fatal(err)
	}
	return s
}

// add adds a role to the enterprise role manually.
func add(t *testing.T, s *acctest.Service, role string) {
	t.Helper()
	if err := s.API.AddEnterpriseRoleMember(context.Background(), "acme", "er-new", role); err != nil {
		t.Error(err)
	}
}

// has checks which roles the enterprise role has.
func has(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := []string{}
		for role, err := range s.API.EnterpriseRoleMembers(context.Background(), "acme", "er-new") {
			if err != nil {
				return err
			}
			got = append(got, role.ExtID)
		}
		slices.Sort(got)
		return acctest.Equal(append([]string{}, want...), got)
	}
}

func TestEnterpriseRoleMembers(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.Quirks("slash-strict", "assign-bumps-version"))
	written := config("crm-reader", "hr-viewer")
	steps := []resource.TestStep{
		s.Apply(written, resource.TestCheckResourceAttr(address, "id", "acme/er-new"),
			s.Sent("PUT "+path("crm-reader"), "PUT "+path("hr-viewer"))),
	}
	steps = append(steps, acctest.Import(address)...)
	s.Test(t, append(steps,
		s.Drift(func() { add(t, s, "wiki-editor") }, written, address, plancheck.ResourceActionUpdate),
		s.Apply(written, s.Sent("DELETE "+path("wiki-editor")), has(s, "crm-reader", "hr-viewer")),
		s.Apply("", s.Sent("DELETE "+path("crm-reader"), "DELETE "+path("hr-viewer")), has(s)),
	)...)
}

func TestEnterpriseRoleMembers_changes(t *testing.T) {
	t.Parallel()
	type set = []string
	c := acctest.Transitions{
		Type:  "idm_enterprise_role_members",
		Start: func(t *testing.T) *acctest.Service { return start(t) },
		Config: func(_ *acctest.Service, declared any) acctest.Values {
			return acctest.Values{"enterprise_role_ext_id": "er-new", "role_ext_ids": declared}
		},
		Writes: (*acctest.Service).Writes,
	}
	c.Run(t, "none", nil, set{})
	c.Run(t, "created with two", nil, set{"hr-viewer", "crm-reader"}, "PUT "+path("crm-reader"), "PUT "+path("hr-viewer"))
	c.Run(t, "one more", set{"hr-viewer"}, set{"crm-reader", "hr-viewer"}, "PUT "+path("crm-reader"))
	c.Run(t, "in another order", set{"crm-reader", "hr-viewer"}, set{"hr-viewer", "crm-reader"})
	c.Run(t, "one for another", set{"crm-reader", "hr-viewer"}, set{"crm-reader", "billing-clerk"},
		"DELETE "+path("hr-viewer"), "PUT "+path("billing-clerk"))
	c.Run(t, "all are removed", set{"crm-reader", "hr-viewer"}, set{}, "DELETE "+path("crm-reader"), "DELETE "+path("hr-viewer"))
	c.Run(t, "destroyed", set{"hr-viewer"}, nil, "DELETE "+path("hr-viewer"))
}

func TestEnterpriseRoleMembers_create(t *testing.T) {
	t.Parallel()
	s := start(t)
	add(t, s, "wiki-editor")
	s.Test(t,
		s.Refused(config(""), "An empty string is not a value here"),
		s.Fails(config("hr-viewer"),
			`- wiki-editor: not in the configuration Add them to the configuration, or import them, so that the next plan shows what it removes and changes: import { to = idm_enterprise_role_members.example # use the address shown after "with" id = "acme/er-new" }`),
		s.Fails(config("crm-reader", "none", "wiki-editor"), "Element: none"),
		// The resource adopts the first part of that create.
		s.Apply(config("crm-reader", "wiki-editor", "hr-viewer"), s.Sent("PUT "+path("hr-viewer"))),
		s.Refused(strings.Replace(config("hr-viewer"), "er-new", "nobody", 1), "No such enterprise role"),
	)
	without := acctest.StartSimulator(t, "without=enterprise-roles")
	without.Test(t, without.Fails(config("hr-viewer"), "idm_enterprise_role_members requires release 2.75.2 or later"))
}

// After a failed write, the state holds the completed changes.
func TestEnterpriseRoleMembers_partOfAnUpdate(t *testing.T) {
	t.Parallel()
	s := start(t)
	add(t, s, "wiki-editor")
	add(t, s, "hr-viewer")
	change := func(wanted acctest.Values) (string, acctest.Diagnostics) {
		state, diags := s.Protocol(t).Change(t, "idm_enterprise_role_members",
			acctest.Values{"client_ext_id": "acme", "enterprise_role_ext_id": "er-new"}, wanted)
		roles, _ := state["role_ext_ids"].([]any)
		slices.SortFunc(roles, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return fmt.Sprint(roles), diags
	}
	state, diags := change(acctest.Values{"enterprise_role_ext_id": "er-new", "role_ext_ids": []string{"crm-reader", "hr-viewer", "none"}})
	if !strings.Contains(diags.String(), "Element: none") || state != "[crm-reader hr-viewer]" {
		t.Errorf("%s, %v", state, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "DELETE", Path: "*/roles/hr-viewer"}); err != nil {
		t.Fatal(err)
	}
	none := acctest.Values{"enterprise_role_ext_id": "er-new", "role_ext_ids": []string{}}
	if state, diags = change(none); !strings.Contains(diags.String(), "Could not remove one of the enterprise role members") ||
		state != "[hr-viewer]" {
		t.Errorf("%s, %v", state, diags)
	}
}

func TestEnterpriseRoleMembers_gone(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Test(t, s.Apply(config("hr-viewer")), s.Drift(func() {
		if err := s.API.DeleteEnterpriseRole(context.Background(), "acme", "er-new"); err != nil {
			t.Error(err)
		}
	}, config("hr-viewer"), address, plancheck.ResourceActionCreate))
}

func TestEnterpriseRoleMembers_alongsideSingleOnes(t *testing.T) {
	t.Parallel()
	p := start(t).Protocol(t)
	if _, diags := p.Plan(t, "idm_enterprise_role_member",
		acctest.Values{"enterprise_role_ext_id": "er-new", "role_ext_id": "crm-reader"}); len(diags) > 0 {
		t.Error(diags)
	}
	_, diags := p.Plan(t, "idm_enterprise_role_members",
		acctest.Values{"enterprise_role_ext_id": "er-new", "role_ext_ids": []string{"crm-reader"}})
	if !strings.Contains(diags.String(),
		"Both idm_enterprise_role_members and idm_enterprise_role_member manage the enterprise role members of acme/er-new") {
		t.Errorf("no warning: %v", diags)
	}
}

func TestEnterpriseRoleMembersList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	s.ClearRequests()
	listed, diags := p.List(t, "idm_enterprise_role_members", acctest.Values{}, false, 0)
	if len(listed) != 3 || listed[0].DisplayName != "Sales" || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	if err := acctest.Equal([]string{"GET /core/v1/clients/acme/eroles"}, s.Reads()); err != nil {
		t.Error(err)
	}
	listed, diags = p.List(t, "idm_enterprise_role_members", acctest.Values{}, true, 1)
	roles, _ := listed[0].Resource["role_ext_ids"].([]any)
	if len(listed) != 1 || listed[0].Resource["id"] != "acme/er-sales" || len(roles) != 2 || len(diags) > 0 {
		t.Errorf("%v, %v", listed, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/eroles/er-finance/roles"}); err != nil {
		t.Fatal(err)
	}
	if listed, diags = p.List(t, "idm_enterprise_role_members", acctest.Values{}, true, 0); len(listed) > 2 || !diags.HasError() {
		t.Errorf("a list that was cut short looks whole: %v, %v", listed, diags)
	}
}
