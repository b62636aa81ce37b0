package rehearsal_test

import (
	"fmt"
	"strings"
	"testing"
)

// A rehearsal refuses plans with real effects, and plans that it cannot apply faithfully. One line
// names the remedy, before the CLI plans anything.
func TestRun_refuses(t *testing.T) {
	lock := func(source string) string { return fmt.Sprintf("provider %q {\n  version = \"1.0.0\"\n}\n", source) }
	for name, c := range cases[[3]string](t, "foreign") {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.module(c[0], c[1])
			s.refused(c[2])
		})
	}
	for name, prepare := range map[string]func(*stage) string{
		"a module": func(s *stage) string {
			s.entries["tfconfig/modules.json"] = `[{"Key":"","Dir":"."},{"Key":"m","Source":"registry.example/a/b/c","Version":"1.0.0","Dir":"m"}]`
			s.entries["tfconfig/m-m/main.tf"] = `resource "null_resource" "a" {}`
			s.file("m/main.tf", `resource "null_resource" "a" {}`)
			return "resource null_resource.a"
		},
		"a locked provider": func(s *stage) string {
			s.entries[".terraform.lock.hcl"] = lock(source) + lock("registry.terraform.io/hashicorp/vault")
			return "the provider registry.terraform.io/hashicorp/vault takes part"
		},
		"a refresh": func(s *stage) string { s.entries["tfplan"] = number(17, 2); return "-refresh-only" },
		"an invoked action": func(s *stage) string {
			s.script.Show = strings.TrimSuffix(s.script.Show, "}") +
				`,"action_invocations":[{"address":"action.idm_x.a","provider_name":"` +
				source +
				`","invoke_action_trigger":{}}]}`
			return "-invoke"
		},
		"a deferred change": func(s *stage) string {
			s.script.Show = strings.TrimSuffix(s.script.Show, "}") + `,"deferred_changes":[{"reason":"later","resource_change":` +
				creation("idm_unit.later", "idm_unit", `{"ext_id":"later"}`) + `}]}`
			return "-allow-deferral"
		},
		"several services": func(s *stage) string {
			s.script.Show = strings.TrimSuffix(shown(creation("idm_unit.a", "idm_unit", `{"ext_id":"a"}`),
				creation("idm_unit.b", "idm_unit", `{"ext_id":"b"}`)), "}") +
				`,"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"` + source +
				`","expressions":{"base_url":{"constant_value":"https://one.example"}}},` +
				`"idm.two":{"name":"idm","alias":"two","full_name":"` + source +
				`","expressions":{"base_url":{"constant_value":"https://two.example"}}}},` +
				`"root_module":{}}}`
			s.entries["tfplan"] = field(3, field(13, "idm_unit.a")+field(8, `provider["`+source+`"]`)) +
				field(3, field(13, "idm_unit.b")+field(8, `provider["`+source+`"].two`))
			return "several services (https://one.example, https://two.example)"
		},
		"another configuration": func(s *stage) string {
			s.file("main.tf", "# changed\n")
			return "differs from the configuration of the plan"
		},
		"no seed": func(s *stage) string { s.seed = `{"units":[{}]}`; return "the copy of the service cannot start" },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.refused(prepare(s))
		})
	}
}

// A plan in one of these formats contains neither the configuration nor the state.
func TestRun_noSavedPlan(t *testing.T) {
	for name, content := range map[string]string{"JSON": `{"format_version":"1.2"}`, "nothing": "",
		"a damaged plan": "PK\x03\x04 and no more"} {
		s := newStage(t)
		o := s.options()
		o.Content = []byte(content)
		if _, err := run(t, o); err == nil || !strings.Contains(err.Error(), "saved plan") {
			t.Errorf("%s: %v", name, err)
		}
		s.clean()
	}
	s := newStage(t)
	o := s.options()
	s.module("other.tf", "")
	o.Content = s.plan()
	if _, err := run(t, o); err == nil || !strings.Contains(err.Error(), "changed while it was read") {
		t.Errorf("another plan: %v", err)
	}
}
