package provider_test

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// holding is an instance in a state, by its type and its ID, with the attributes that the
// configuration changes.
type holding struct {
	resource, id string
	changes      acctest.Values
	destroyed    bool
}

func (h holding) plan(t *testing.T, p *acctest.Protocol) acctest.Diagnostics {
	t.Helper()
	i := recorded(t, p, h.resource, h.id)
	var config acctest.Values
	if !h.destroyed {
		config = p.Configuration(h.resource, i.Values)
		maps.Copy(config, h.changes)
	}
	_, diags := i.Plan(t, p, config)
	return diags
}

// A plan must not remove an object from one resource while another resource keeps it unchanged, for
// example after an import, in any order of planning.
func TestHandover_refused(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "off")
	for _, row := range acctest.Table(t, "testdata/handover.hcl") {
		two := [2]holding{{resource: row.Type, id: row.Text("id")},
			{resource: cmp.Or(row.Text("other"), row.Type), id: row.Text("of"), changes: row.Config("change"),
				destroyed: row.Config("change") == nil}}
		t.Run(row.Name, func(t *testing.T) {
			s := acctest.StartSimulator(t)
			s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
			s.Send(t, "POST", "/core/v1/acme/profiles/p/authorizations/", `{"extId":"a","roleExtId":"crm-admin"}`)
			s.Send(t, "POST", "/core/v1/acme/profiles/p/eauthorizations/", `{"extId":"e","enterpriseRoleExtId":"er-sales"}`)
			s.Send(t, "PATCH", "/core/v1/acme/units/acme-it/properties/", `{"costCenter":"1"}`)
			for _, order := range [][2]int{{0, 1}, {1, 0}} {
				p := s.Protocol(t)
				if diags := two[order[0]].plan(t, p); diags.HasError() {
					t.Errorf("the first plan is refused: %s", diags)
				}
				diags := two[order[1]].plan(t, p)
				if !diags.HasError() || !strings.Contains(diags.String(), "destroy = false") {
					t.Errorf("the second plan is not refused: %s", diags)
				}
			}
			// Destroying both is not a handover.
			p := s.Protocol(t)
			for _, h := range two {
				h.destroyed = true
				if diags := h.plan(t, p); diags.HasError() {
					t.Errorf("a destroy of both is refused: %s", diags)
				}
			}
		})
	}
}
