package provider_test

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Each run creates or confirms an object at one address, and then destroys or shrinks another
// address that held the same object. The service must keep what the configuration declares, and the
// next plan of the first address must be empty.
func TestDeclared_isKept(t *testing.T) {
	t.Parallel()
	for _, row := range acctest.Table(t, "testdata/kept.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			s.Must(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
			then := acctest.Instance{Type: cmp.Or(row.Text("other"), row.Type)}
			then.Create(t, s.Protocol(t), row.Config("before"))
			first, run := acctest.Instance{Type: row.Type}, s.Protocol(t)
			planned, diags := first.Plan(t, run, row.Config("config"))
			shrunk, more := then.Plan(t, s.Protocol(t), row.Config("after"))
			if diags = append(diags, more...); diags.HasError() {
				t.Fatal(diags)
			}
			run = s.Protocol(t)
			if diags := first.Apply(t, run, planned); diags.HasError() {
				t.Fatal(diags)
			}
			diags = then.Apply(t, run, shrunk)
			warned := slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return strings.HasPrefix(d.Summary, "Kept ") })
			if diags.HasError() || !warned {
				t.Errorf("want a warning: %s", diags)
			}
			text := row.Text("text")
			if _, response := s.Send(t, http.MethodGet, row.Text("path"), ""); !strings.Contains(response, text) {
				t.Errorf("%q is gone from %s", text, response)
			}
			next := s.Protocol(t)
			diags = first.Refresh(t, next)
			again, more := first.Plan(t, next, row.Config("config"))
			if diags = append(diags, more...); diags.HasError() || !again.Empty {
				t.Errorf("the next plan is not empty: %s", diags)
			}
		})
	}
}

// A property is removed with its definition in the same run.
func TestProperties_withoutTheirDefinition(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]acctest.Values{
		"destroyed": nil,
		"changed":   {"unit_ext_id": "acme-it", "properties": acctest.Values{"costCenter": "2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			definition, properties := acctest.Instance{Type: "idm_property_definition"}, acctest.Instance{Type: "idm_unit_properties"}
			run := s.Protocol(t)
			definition.Create(t, run, acctest.Values{"scope": "UNIT_GLOBAL", "name": "shade", "type": "STRING"})
			properties.Create(t, run, acctest.Values{"unit_ext_id": "acme-it",
				"properties": acctest.Values{"costCenter": "1", "shade": "dark"}})
			run = s.Protocol(t)
			destroy, diags := definition.Plan(t, run, nil)
			change, more := properties.Plan(t, run, after)
			if diags = append(diags, more...); diags.HasError() {
				t.Fatal(diags)
			}
			run = s.Protocol(t)
			if diags = slices.Concat(definition.Apply(t, run, destroy), properties.Apply(t, run, change)); diags.HasError() {
				t.Error(diags)
			}
		})
	}
}
