package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An object that is deleted and created again after the plan is another one, although it has the
// same external ID. A saved plan neither updates nor deletes it.
func TestRecreated_afterThePlan(t *testing.T) {
	t.Parallel()
	for _, row := range acctest.Table(t, "testdata/recreated.hcl") {
		config := row.Config("config")
		for _, plan := range []string{"update", "second update", "destroy"} {
			if row.Config("change") == nil && plan != "destroy" || plan == "update" && !objecttype.ByTypeName(row.Type).Bound() {
				continue
			}
			t.Run(strings.Join([]string{row.Type, row.Name, plan}, " "), func(t *testing.T) {
				t.Parallel()
				s := acctest.StartSimulator(t)
				s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
				i := acctest.Instance{Type: row.Type}
				i.Create(t, s.Protocol(t), config)
				to := row.Changed("change")
				switch plan {
				case "second update":
					diags := i.ApplyConcurrently(t, s.Protocol(t), to, func() {})
					if diags.HasError() {
						t.Fatal(diags)
					}
					to = config
				case "destroy":
					to = nil
				}
				p := s.Protocol(t)
				i.Refresh(t, p)
				planned, diags := i.Plan(t, p, to)
				if diags.HasError() {
					t.Fatal(diags)
				}

				p = s.Protocol(t)
				hand := acctest.Instance{Type: row.Type}
				hand.Import(t, p, i.Values["id"].(string))
				hand.Refresh(t, p)
				gone, diags := hand.Plan(t, p, nil)
				if diags = append(diags, hand.Apply(t, p, gone)...); diags.HasError() {
					t.Fatal(diags)
				}
				hand.Create(t, s.Protocol(t), row.Changed("other"))
				held, sent := hand.Values, len(s.Writes())

				diags = i.Apply(t, s.Protocol(t), planned)
				if !strings.Contains(diags.String(), "deleted the object, and created one with the same external ID:\n\n- ") {
					t.Error(diags)
				}
				if plan != "second update" && len(s.Writes()) != sent {
					t.Error(s.Writes()[sent:])
				}
				hand.Refresh(t, s.Protocol(t))
				if different := acctest.Equal(held, hand.Values); different != nil {
					t.Error(different)
				}
				p = s.Protocol(t)
				i.Refresh(t, p)
				destroyed, diags := i.Plan(t, p, nil)
				if diags = append(diags, i.Apply(t, p, destroyed)...); diags.HasError() {
					t.Error("a destroy that was planned after that: ", diags)
				}
			})
		}
	}
}

// Terraform plans the removal of a resource with the recorded values, and refreshes it afterwards:
// the apply does not delete another object.
func TestRecreated_beforeThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i := acctest.Instance{Type: "idm_profile"}
	i.Create(t, s.Protocol(t), acctest.Values{"ext_id": "p", "user_ext_id": "u-ben"})
	for _, call := range [][3]string{{"DELETE", "/acme/profiles/p"}, {"POST", "/acme/users/u-anna/profiles", `{"extId":"p"}`}} {
		s.Must(t, call[0], "/core/v1"+call[1], call[2])
	}
	recorded, p := i, s.Protocol(t)
	planned, _ := recorded.Plan(t, p, nil)
	sent := len(s.Writes())
	i.Refresh(t, p)
	refused := recorded.Apply(t, s.Protocol(t), planned).String()
	if !strings.Contains(refused, "ERROR") || !strings.Contains(refused, `- user_ext_id changed from "u-ben" to "u-anna"`) {
		t.Error(refused)
	}
	if len(s.Writes()) != sent {
		t.Error(s.Writes()[sent:])
	}
	p = s.Protocol(t)
	diags := i.Refresh(t, p)
	planned, more := i.Plan(t, p, nil)
	if diags = append(append(diags, more...), i.Apply(t, s.Protocol(t), planned)...); len(diags) > 0 {
		t.Error("the destroy with the current values: ", diags)
	}
}
