package plan_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// The configured value of an ignored attribute is computed from planned objects if the plan shows
// their values and types.
func TestRead_configuredValues(t *testing.T) {
	shown := `{"format_version":"1.2","resource_changes":[` +
		change(t, "idm_unit.o", `["create"]`, `,"after":{"name":"O","state":"active","title":null,"tags":["x"]},"after_unknown":{"ext_id":true}`) +
		"," + change(t, "idm_unit.p", `["update"]`, `,"before":{"name":"old"},"after":{"name":"old"},"after_unknown":{}`) +
		`],"configuration":{"root_module":{"resources":[{"address":"idm_unit.p","mode":"managed","type":"idm_unit","name":"p",` +
		`"expressions":{"name":{"references":["idm_unit.o"]}}}]}}}`
	unknown := plan.Unknown{}
	for expression, want := range map[string]any{
		"idm_unit.o.name": "O",
		`idm_unit.o.state == "active" ? "on" : "off"`:     "on",
		`"${idm_unit.o.name}/${idm_unit.o.state}"`:        "O/active",
		"idm_unit.o.ext_id":                               unknown,
		`idm_unit.o.ext_id == "x" ? "on" : "off"`:         unknown,
		`idm_unit.o.tags == ["x"] ? "on" : "off"`:         unknown,
		"idm_unit.o.tags[0]":                              unknown,
		`[for k, v in idm_unit.o : k if v == "x"][0]`:     unknown,
		"idm_unit.other.name":                             unknown,
		`try(idm_unit.o.ext_id, "fallback")`:              unknown,
		`idm_unit.o.title == null ? "none" : "some"`:      "none",
		`idm_unit.o.no_such == null ? "none" : "present"`: unknown,
	} {
		p, err := saved(t, shown, map[string]string{
			"tfconfig/m-/main.tf": `resource "idm_unit" "o" {}` + "\n" + `resource "idm_unit" "p" {` + "\nname = " + expression +
				"\nlifecycle {\nignore_changes = [name]\n}\n}\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Changes {
			if got := c.Configured["name"]; c.Address == "idm_unit.p" && got != want {
				t.Errorf("%s is %v, want %v (ignored %s)", expression, got, want, strings.Join(c.Ignored, ", "))
			}
		}
	}
}
