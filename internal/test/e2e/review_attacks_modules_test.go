package e2e

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
)

// inModule returns a call of a module with a text and further arguments.
func inModule(more string) string {
	return "module \"m\" {\n  source = \"./m\"\n" + more + "\n}\n"
}

const attackEphemeral = "ephemeral \"idm_user_credentials\" \"x\" {\n  user_ext_id = \"u-anna\"\n"

// Changes that are hidden in a module, an initialization or a policy are reported under a rule, for
// the saved plan and for its JSON.
func TestReview_attacksInModules(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after, module string
		// initialize contains the arguments of another init before the plan.
		initialize []string
		plan       []string
		options    []string
		rule       string
		address    string
		savedOnly  bool
	}{
		"an ephemeral resource": {after: inModule(""), module: attackEphemeral + "}\n", rule: "outside.read",
			address: "module.m.ephemeral.idm_user_credentials.x", savedOnly: !openTofu()},
		"ephemeral resources with count": {after: inModule("count = 2"), module: attackEphemeral + "  count = 1\n}\n",
			rule:      "outside.read",
			savedOnly: !openTofu()},
		"ephemeral resources with for_each": {after: inModule("for_each = toset([\"a\"])"),
			module: attackEphemeral + "  for_each = toset([\"b\"])\n}\n", rule: "outside.read", savedOnly: !openTofu()},
		"a check that reads": {after: inModule(""), module: `
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
check "c" {
  data "idm_user" "anna" {
    ext_id = idm_unit.a.ext_id == "" ? "u-anna" : "u-ben"
  }
  assert {
    condition     = data.idm_user.anna.ext_id != ""
    error_message = "no"
  }
}
`, rule: "outside.read", savedOnly: !openTofu()},
		"a provisioner of a new instance": {before: inModule("n = 1"), after: inModule("n = 2"), module: `
variable "n" { type = number }
resource "terraform_data" "x" {
  count = var.n
  provisioner "local-exec" {
    command = "echo"
  }
}
`, rule: "outside.provisioner", address: "module.m.terraform_data.x[1]"},
		"a provisioner of a connection": {after: inModule(""), module: `
resource "idm_unit" "a" {
  ext_id      = "attacked"
  name        = "A"
  profileless = true
  connection {
    type = "ssh"
    host = "evil.example"
  }
  provisioner "remote-exec" {
    inline = ["echo"]
  }
}
`, rule: "outside.provisioner", address: "module.m.idm_unit.a"},
		"another path of the state": {after: "terraform {\n  backend \"local\" {\n    path = \"other.tfstate\"\n  }\n}\n" + attackUnit(""),
			initialize: []string{"-reconfigure"}, rule: "outside.backend", savedOnly: true},
		"another path by an argument": {after: "terraform {\n  backend \"local\" {}\n}\n" + attackUnit(""),
			initialize: []string{"-reconfigure", "-backend-config=path=other.tfstate"}, rule: "outside.backend", savedOnly: true},
		"a workspace folder": {after: "terraform {\n  backend \"local\" {\n    workspace_dir = \"elsewhere\"\n  }\n}\n" + attackUnit(""),
			initialize: []string{"-reconfigure"}, rule: "outside.backend", savedOnly: true},
		"another provider block in a module": {after: secondProvider + inModule("providers = { idm = idm.second }"),
			module: attackGrant("a", "crm-admin"), rule: "service.address"},
		// The object keeps all of its access, so no rule about access is broken.
		"a unit of a module is forgotten": {before: inModule(""), module: attackUnit(""),
			after: "removed {\n  from = module.m\n  lifecycle { destroy = false }\n}\n", rule: "forget", address: "module.m.idm_unit.a"},
		"a protected unit moves into a module and is replaced": {before: attackUnit(""), module: attackUnit(""),
			after: inModule("") + "moved {\n  from = idm_unit.a\n  to = module.m.idm_unit.a\n}\n",
			plan:  []string{"-replace=module.m.idm_unit.a"}, options: []string{"--policy", "protected.hcl"}, rule: "protected"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			h.mirrored(cmp.Or(os.Getenv("TF_ACC_PROVIDER_HOST"), "registry.terraform.io"))
			h.write("protected.hcl", "rule \"protected\" {\n  units = [\"attacked\"]\n}\n")
			if test.module != "" {
				h.write("m/main.tf", moduleProvider+test.module)
			}
			if test.before != "" {
				h.write("tenant.tf", test.before)
				h.must(0, "init", "-no-color")
				h.apply(test.before)
			}
			h.write("tenant.tf", test.after)
			h.must(0, append([]string{"init", "-no-color"}, test.initialize...)...)
			h.plan(test.after, test.plan...)
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			for _, file := range []string{"hidden.tfplan", "hidden.json"} {
				rule, address := test.rule, test.address
				if test.savedOnly && file == "hidden.json" {
					rule, address = "incomplete.unlisted", ""
				}
				options := append([]string{file}, test.options...)
				if rule == "protected" {
					h.review(2, append(options, "--out", "review.md")...)
					continue
				}
				found := h.findings(options...)
				if !slices.ContainsFunc(found,
					func(f finding) bool { return slices.Contains(f.Rules, rule) && (address == "" || about(f, address)) }) {
					t.Errorf("%s: nothing at %q falls under %s: %+v", file, address, rule, found)
				}
				preset := map[bool]string{true: rule, false: "access"}[rule == "forget"]
				h.review(2, append(options, "--fail-on", preset, "--out", "review.md")...)
			}
		})
	}
}

const moduleProvider = "terraform {\n  required_providers {\n    idm = { source = \"identity-iac/idm\" }\n  }\n}\n"

// Patterns of a policy match names literally: only * and ? are special, and all Unicode forms of a
// letter are equal.
func TestReview_attackedPatterns(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	d := &drifting{h.workspace}
	for id, name := range map[string]string{"r-emea": "Finance [EMEA]", "r-backslash": `Back\\slash`, "r-caf": "Cafe\u0301 1",
		"r-star": "All*"} {
		d.call(http.MethodPost, "/applications/crm/roles", fmt.Sprintf(`{"extId":%q,"name":"%s"}`, id, name))
	}
	for role, patterns := range map[string]map[string]int{
		"r-emea": {"Finance [EMEA]": 2, "finance [emea]": 2, "Finance ?EMEA]": 2, "Finance [A-Z]*": 0, "Finance E": 0, "Finance *": 2,
			"{Finance,x}*":        0,
			"FINANCE\u00a0[EMEA]": 2},
		"r-backslash": {`Back\slash`: 2, `Back\\slash`: 0, `Back?slash`: 2},
		"r-caf":       {"Caf\u00e9 1": 2, "cafe\u0301 1": 2, "CAF\u00c9 ?": 2, "Caf? 1": 2, "Cafe 1": 0},
		"r-star":      {"All*": 2, `All\*`: 0, "All?": 2},
	} {
		h.plan(attackGrant("a", role))
		h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
		for pattern, code := range patterns {
			h.write("policy.hcl", fmt.Sprintf("rule \"pattern\" {\n  roles = [%s]\n}\n", strconv.Quote(pattern)))
			for _, file := range []string{"hidden.tfplan", "hidden.json"} {
				t.Logf("%s %q %s", role, pattern, file)
				h.review(code, file, "--policy", "policy.hcl", "--out", "review.md")
			}
		}
	}
	for name, policy := range map[string]string{
		"an empty pattern": `rule "x" { roles = [""] }`, "an empty list": `rule "x" { roles = [] }`,
		"a blank pattern":      `rule "x" { users = ["  "] }`,
		"an invisible pattern": "rule \"x\" { users = [\"\u200b\u2060\"] }", "an empty rule": `rule "x" { change = [] }`,
	} {
		h.write("policy.hcl", policy+"\n")
		t.Log(name)
		h.review(1, "hidden.tfplan", "--policy", "policy.hcl", "--out", "review.md")
	}
	for _, option := range []string{"--fail-on", "--service", "--policy", "--allow-provider", "--allow-backend", "--snapshot",
		"--expect-digest"} {
		t.Log(option)
		h.review(1, "hidden.tfplan", option, "", "--out", "review.md")
	}
}
