package rehearsal_test

import (
	"fmt"
	"strings"
	"testing"
)

const provisioner = "resource \"idm_unit\" \"b\" {\n  profileless = false\n  provisioner \"local-exec\" {\n    command = \"true\"\n  }\n" +
	"}\n"

// A rehearsal refuses plans with real effects, and plans that it cannot apply faithfully. One line
// names the remedy, before the CLI plans anything.
func TestRun_refuses(t *testing.T) {
	lock := func(source string) string { return fmt.Sprintf("provider %q {\n  version = \"1.0.0\"\n}\n", source) }
	foreign := func(name, content, words string) func(*stage) string {
		return func(s *stage) string { s.module(name, content); return words }
	}
	for name, prepare := range map[string]func(*stage) string{
		"a resource":         foreign("b.tf", `resource "random_id" "a" {}`, "resource random_id.a is of another provider"),
		"a data source":      foreign("b.tf", `data "http" "a" { url = "https://x.example" }`, "data http.a is of another provider"),
		"a program":          foreign("b.tf", `data "external" "a" { program = ["x"] }`, "data external.a is of another provider"),
		"an ephemeral":       foreign("b.tf", `ephemeral "vault_kv" "a" {}`, "ephemeral vault_kv.a is of another provider"),
		"a check":            foreign("b.tf", "check \"c\" {\n  data \"http\" \"a\" {}\n}\n", "data http.a is of another provider"),
		"an action":          foreign("b.tf", `action "aws_run" "a" {}`, "action aws_run.a is of another provider"),
		"a file of OpenTofu": foreign("b.tofu", `resource "null_resource" "a" {}`, "resource null_resource.a"),
		"JSON":               foreign("b.tf.json", `{"resource":{"null_resource":{"a":{}}}}`, "resource null_resource.a"),
		"JSON, twice": foreign("b.tf.json", `{"resource":{"null_resource":{"a":{}}},"resource":{"idm_unit":{"z":{}}}}`,
			"null_resource.a"),
		"JSON, a list": foreign("b.tf.json", `{"resource":[{"idm_unit":{"z":{}}},{"null_resource":{"a":{}}}]}`,
			"resource null_resource.a"),
		"JSON, a check": foreign("b.tf.json", `{"check":{"c":{"data":{"http":{"a":{}}}}}}`, "data http.a"),
		"a provisioner": foreign("b.tf", provisioner, "resource idm_unit.b has a provisioner"),
		"JSON, a provisioner": foreign("b.tf.json", `{"resource":{"idm_unit":{"z":{"provisi\u006fner":{"local-exec":{}}}}}}`,
			"idm_unit.z has a provisioner"),
		"a removed block": foreign("b.tf", "removed {\n  from = idm_unit.x\n  provisioner \"local-exec\" {}\n}\n",
			"removed has a provisioner"),
		"a file with an error": foreign("b.tf", "resource {", "cannot be read, so that it may do anything"),
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
		"an older plan": func(s *stage) string {
			s.file("terraform.tfstate", strings.Replace(state, `"serial":3`, `"serial":4`, 1))
			return "plan again"
		},
		"a plan of another state": func(s *stage) string {
			s.file("terraform.tfstate", strings.Replace(state, "one", "two", 1))
			return "plan again"
		},
		"an older plan of a workspace": func(s *stage) string {
			s.module("b.tf", "terraform {\n  backend \"local\" {\n    path = \"x\"\n  }\n}\n")
			s.file(".terraform/terraform.tfstate", `{"backend":{"type":"local","config":{"path":"x","workspace_dir":"states"}}}`)
			s.file("states/prod/terraform.tfstate", strings.Replace(state, `"serial":3`, `"serial":4`, 1))
			s.entries["tfplan"] = field(13, field(3, "prod"))
			return "plan again"
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
