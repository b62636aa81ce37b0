package e2e

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// attackUnit declares a unit with further arguments.
func attackUnit(more string) string {
	return "resource \"idm_unit\" \"a\" {\n  ext_id = \"attacked\"\n  name = \"A\"\n  profileless = true\n" + more + "\n}\n"
}

// attackGrant declares a grant of Anna.
func attackGrant(name, role string) string {
	return fmt.Sprintf("resource \"idm_authorization\" %q {\n  profile_ext_id = \"p-anna-hq\"\n  role_ext_id = %q\n}\n", name, role)
}

const (
	attackMove   = "moved {\n  from = idm_authorization.a\n  to = idm_authorization.b\n}\n"
	attackForget = "removed {\n  from = idm_authorization.a\n  lifecycle { destroy = false }\n}\n"
	attackImport = `
locals {
  held = { x = join("/", ["acme", "p-anna-hq", "a-anna-crm"]) }
}
import {
  for_each = local.held
  to       = idm_authorization.a[each.key]
  id       = each.value
}
resource "idm_authorization" "a" {
  for_each       = local.held
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-reader"
  unit_global    = true
  app_global     = true
}
`
	attackState = `
data "terraform_remote_state" "other" {
  backend = "local"
  config  = { path = "other.tfstate" }
}
resource "idm_authorization" "a" {
  profile_ext_id = data.terraform_remote_state.other.outputs.who
  role_ext_id    = "crm-admin"
}
`
	otherState = `{"version":4,"terraform_version":"1.8.0","serial":1,"lineage":"a",
"outputs":{"who":{"value":"p-anna-hq","type":"string"}},"resources":[]}`
	attackLogin = `
provider "idm" {
  alias = "other"
  technical_user {
    user_ext_id       = "u-dev-bot"
    credential_ext_id = "c"
    secret            = "s"
  }
}
`
)

// Terraform features other than resources are reported under a rule, for the saved plan and for its
// JSON.
func TestReview_attacks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string
		plan          []string
		environment   []string
		// rule and address are the expected finding.
		rule, address string
		// savedOnly reports that the JSON lacks the finding, which breaks the rule unlisted.
		savedOnly bool
	}{
		"a moved block": {before: attackGrant("a", "crm-admin"), after: attackMove + attackGrant("b", "crm-admin"),
			rule: "cosmetic.address", address: "idm_authorization.b"},
		"a moved block with another role": {before: attackGrant("a", "wiki-editor"), after: attackMove + attackGrant("b", "crm-admin"),
			rule: "gain.role", address: "idm_authorization.b"},
		"a removed block": {before: attackGrant("a", "crm-admin"), after: attackForget, rule: "forget", address: "idm_authorization.a"},
		"a removed block and another grant": {before: attackGrant("a", "crm-admin"),
			after: attackForget + attackGrant("b", "billing-admin"),
			rule:  "gain.dormant", address: "idm_authorization.b"},
		"a provisioner that may fail": {before: attackUnit(""), plan: []string{"-replace=idm_unit.a"}, after: attackUnit(
			"provisioner \"local-exec\" {\n  when = destroy\n  on_failure = continue\n  command = \"echo\"\n}"),
			rule: "outside.provisioner", address: "idm_unit.a"},
		"a trigger of terraform_data": {after: attackUnit("") + "resource \"terraform_data\" \"x\" {\n" +
			"  triggers_replace = [idm_unit.a.name]\n  provisioner \"local-exec\" {\n    command = \"echo\"\n  }\n}\n",
			rule: "outside.provisioner", address: "terraform_data.x"},
		"an ephemeral resource": {after: attackUnit("") + "ephemeral \"idm_user_credentials\" \"x\" {\n  user_ext_id = \"u-anna\"\n}\n",
			rule: "outside.read", address: "ephemeral.idm_user_credentials.x", savedOnly: !openTofu()},
		"another workspace": {after: attackUnit(""), environment: []string{"TF_WORKSPACE=other"}, rule: "outside.backend",
			address: "local workspace=other", savedOnly: true},
		"a profile from another state": {after: attackState, rule: "gain.role", address: "idm_authorization.a"},
		"imports with computed IDs":    {after: attackImport, rule: "gain.global", address: `idm_authorization.a["x"]`},
		"another login":                {after: attackLogin + attackUnit(""), rule: "service.login", address: "idm.other"},
		"other headers": {after: "provider \"idm\" {\n  headers = { X-Act-As = \"root\" }\n}\n" + attackUnit(""), rule: "service.login",
			address: "idm"},
		"a target": {after: attackUnit("") + attackGrant("b", "crm-admin"), plan: []string{"-target=idm_authorization.b"},
			rule:      "incomplete.partial",
			savedOnly: openTofu()},
		"a replacement": {before: attackGrant("a", "crm-admin"), after: attackGrant("a", "crm-admin"),
			plan: []string{"-replace=idm_authorization.a"}, rule: "replace", address: "idm_authorization.a"},
		"a time of the plan": {after: strings.Replace(attackGrant("a", "crm-admin"), "\n}",
			"\n  validity = { to = timeadd(plantimestamp(), \"1h\") }\n}", 1), rule: "gain.role", address: "idm_authorization.a"},
		"a time of the apply": {after: strings.Replace(attackGrant("a", "crm-admin"), "\n}",
			"\n  validity = { to = timeadd(timestamp(), \"1h\") }\n}", 1), rule: "gain.role", address: "idm_authorization.a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			h.environment = append(h.environment, test.environment...)
			h.write("other.tfstate", otherState)
			if test.before != "" {
				h.apply(test.before)
			}
			h.plan(test.after, test.plan...)
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			for _, file := range []string{"hidden.tfplan", "hidden.json"} {
				rule, address := test.rule, test.address
				if test.savedOnly && file == "hidden.json" {
					rule, address = "incomplete.unlisted", ""
				}
				if found := h.findings(file); !slices.ContainsFunc(found,
					func(f finding) bool { return slices.Contains(f.Rules, rule) && (address == "" || about(f, address)) }) {
					t.Errorf("%s: nothing at %q falls under %s: %+v", file, address, rule, found)
				}
				h.review(2, file, "--fail-on", rule, "--out", "review.md")
			}
		})
	}
}

// A configuration with another address than the environment is reported, whatever the source of the
// facts.
func TestReview_foreignProxy(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan("provider \"idm\" {\n  alias = \"other\"\n  proxy_url = \"http://proxy.example.net:8080\"\n}\n" + attackUnit(""))
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	h.snapshot("held.json")
	for _, file := range []string{"hidden.tfplan", "hidden.json"} {
		for _, source := range [][]string{nil, {"--snapshot", "held.json"}} {
			if found := h.findings(append([]string{file}, source...)...); !slices.ContainsFunc(found, func(f finding) bool {
				return slices.Contains(f.Rules, "service.address") && strings.Contains(f.Text, "address http://proxy.example.net:8080")
			}) {
				t.Errorf("%s %q: no finding about the proxy: %+v", file, source, found)
			}
		}
	}
}

// A rule of a policy also covers a role whose name in the service only looks like the name in the
// rule.
func TestReview_attackedNames(t *testing.T) {
	t.Parallel()
	for name, written := range map[string]string{
		"decomposed": "Geha\u0308lter 1", "full width": "\uff27eh\u00e4lter 1", "zero width": "Geh\u200b\u00e4lter 1",
		"soft hyphen": "Ge\u00adh\u00e4lter 1", "joiner": "Geh\u00e4l\u034fter 1", "filler": "\u3164Geh\u00e4lter 1",
		"spaces": "Geh\u00e4lter \u00a01", "another alphabet": "G\u0435h\u00e4lter 1", "a letter of IPA": "Geh\u00e4lt\u0259r 1",
		"a capital I": "Geh\u00e4Iter l", "mathematical": "\U0001d406eh\u00e4lter 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			role := fmt.Sprintf(`{"extId":"r-pay","name":%q}`, written)
			(&drifting{h.workspace}).call(http.MethodPost, "/applications/crm/roles", role)
			h.write("policy.hcl", "rule \"pay\" {\n  roles = [\"geh\u00e4lter 1\"]\n}\n")
			h.plan(attackGrant("a", "r-pay"))
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			h.snapshot("held.json")
			for _, file := range []string{"hidden.tfplan", "hidden.json"} {
				for _, source := range [][]string{nil, {"--snapshot", "held.json"}, {"--offline"}} {
					h.review(2, append([]string{file, "--policy", "policy.hcl", "--out", "review.md"}, source...)...)
				}
			}
		})
	}
}

// The finding for a change of properties names the person and the role, for the saved plan and for
// its JSON.
func TestReview_propertiesOfPeople(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(`
resource "idm_authorization_properties" "anna" {
  profile_ext_id       = "p-anna-hq"
  authorization_ext_id = "a-anna-crm"
  properties           = { region = "APAC" }
}
resource "idm_profile_properties" "anna" {
  profile_ext_id = "p-anna-hq"
  properties     = { badge = "17" }
}
`)
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	for _, file := range []string{"hidden.tfplan", "hidden.json"} {
		found := h.findings(file)
		for address, words := range map[string][]string{
			"idm_authorization_properties.anna": {"Anna Arnold (u-anna)", "role reader"},
			"idm_profile_properties.anna":       {"Anna Arnold (u-anna)"},
		} {
			for _, word := range words {
				if !slices.ContainsFunc(found, func(f finding) bool {
					return f.Address == address && slices.Contains(f.Rules, "property") && strings.Contains(f.Text, word)
				}) {
					t.Errorf("%s: no finding about %s names %s: %+v", file, address, word, found)
				}
			}
		}
		h.review(2, file, "--fail-on", "access", "--out", "review.md")
	}
}

// Granting a role without the properties that limit a person's existing grant is reported.
func TestReview_limits(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(`
resource "idm_profile" "second" {
  user_ext_id = "u-anna"
  unit_ext_id = "acme-hq"
  name        = "Second"
}
resource "idm_authorization" "second" {
  profile_ext_id = idm_profile.second.ext_id
  role_ext_id    = "crm-reader"
}
`)
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	reports := func(copied, words string, wanted bool) {
		t.Helper()
		h.snapshot(copied)
		for _, source := range [][]string{nil, {"--snapshot", copied}} {
			found := h.findings(append([]string{"hidden.tfplan"}, source...)...)
			if slices.ContainsFunc(found, func(f finding) bool {
				return f.Address == "idm_authorization.second" && slices.Contains(f.Rules, "gain.extended") &&
					strings.Contains(f.Text, words)
			}) != wanted {
				t.Errorf("%q: a limit is lifted, %q: want %t in %+v", source, words, wanted, found)
			}
		}
	}
	api := &drifting{h.workspace}
	properties := "profiles/p-anna-hq/authorizations/a-anna-crm/properties"
	api.call(http.MethodDelete, "profiles/p-anna-hq/eauthorizations/ea-anna-sales", "")
	reports("limited.json", "Anna Arnold", true)
	api.call(http.MethodPatch, properties, `{"region":""}`)
	reports("unlimited.json", "Anna Arnold", false)
}

// about reports whether a finding is about an address. Findings about access name the person
// instead.
func about(f finding, address string) bool { return f.Address == address || f.Address == "" }

// Edited JSON is rejected, or breaks the rule access.
func TestReview_editedJSON(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(attackGrant("a", "crm-admin"))
	shown := h.must(0, "show", "-json", "hidden.tfplan")
	change := func(edit func(change, values map[string]any)) string {
		var decoded map[string]any
		if err := json.Unmarshal([]byte(shown), &decoded); err != nil {
			t.Fatal(err)
		}
		for _, each := range decoded["resource_changes"].([]any) {
			edit(each.(map[string]any), each.(map[string]any)["change"].(map[string]any))
		}
		encoded, err := json.Marshal(decoded)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	for name, test := range map[string]struct {
		code int
		text string
	}{
		"a repeated name":         {1, strings.Replace(shown, `"actions":["create"]`, `"actions":["create"],"actions":["no-op"]`, 1)},
		"a name in other letters": {1, strings.Replace(shown, `"actions":["create"]`, `"actions":["create"],"Actions":["no-op"]`, 1)},
		"a repeated attribute": {1, strings.ReplaceAll(shown, `"role_ext_id":"crm-admin"`,
			`"role_ext_id":"crm-admin","role_ext_id":"x"`)},
		"no changes":            {1, strings.Replace(shown, `"resource_changes"`, `"resource_changes":[],"old_changes"`, 1)},
		"a version as a number": {1, strings.Replace(shown, `"format_version":"1.`, `"format_version":1,"f":"1.`, 1)},
		"an unknown version":    {1, strings.Replace(shown, `"format_version":"1.`, `"format_version":"3.`, 1)},
		"two documents":         {1, shown + shown},
		"half a document":       {1, shown[:len(shown)/2]},
		"a deep value":          {1, strings.Replace(shown, `"crm-admin"`, strings.Repeat("[", 20000)+strings.Repeat("]", 20000), 1)},
		"another provider that does nothing": {2, change(func(c, v map[string]any) {
			c["provider_name"], v["actions"] = "evil.example/x/y", []string{"no-op"}
		})},
		"a data source that does nothing": {2, change(func(c, v map[string]any) { c["mode"], v["actions"] = "data", []string{"no-op"} })},
		"no provider":                     {2, change(func(c, _ map[string]any) { delete(c, "provider_name") })},
		"no type":                         {2, change(func(c, _ map[string]any) { delete(c, "type") })},
		"no values":                       {2, change(func(_, v map[string]any) { delete(v, "after") })},
		"values of another kind":          {2, change(func(_, v map[string]any) { v["after"] = []string{"x"} })},
		"a role that is a number":         {2, change(func(_, v map[string]any) { v["after"].(map[string]any)["role_ext_id"] = 7 })},
		"an unknown part of a change":     {2, change(func(_, v map[string]any) { v["later_actions"] = []string{"create"} })},
	} {
		t.Run(name, func(t *testing.T) {
			h := &reviewing{workspace: h.workspace, idmctl: h.idmctl}
			h.t = t
			h.write("edited.json", test.text)
			h.review(test.code, "edited.json", "--fail-on", "access", "--out", "review.md")
		})
	}
}

// JSON from which a change and all references to it were removed looks complete. It breaks the rule
// access like all JSON, and has another digest.
func TestReview_droppedChange(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(attackUnit("") + attackGrant("a", "crm-admin"))
	h.write("policy.hcl", "rule \"own\" {\n  roles = [\"wiki-*\"]\n}\n")
	h.write("whole.json", h.must(0, "show", "-json", "hidden.tfplan"))
	var decoded any
	if err := json.Unmarshal([]byte(h.read("whole.json")), &decoded); err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(withoutAddress(decoded, "idm_authorization.a"))
	if err != nil {
		t.Fatal(err)
	}
	h.write("dropped.json", string(encoded))
	if strings.Contains(h.read("dropped.json"), "crm-admin") {
		t.Fatal("the change is not dropped")
	}
	for _, rule := range []string{"access", "outside.provider", "outside.provisioner"} {
		h.review(2, "dropped.json", "--fail-on", rule, "--out", "review.md")
	}
	digest := fmt.Sprintf("%x", sha256.Sum256([]byte(h.read("whole.json"))))
	h.review(1, "dropped.json", "--fail-on", "gain.role", "--expect-digest", digest, "--out", "review.md")
	h.review(2, "whole.json", "--fail-on", "gain.role", "--expect-digest", digest, "--out", "review.md")
	h.review(0, "whole.json", "--fail-on", "unit.delete", "--policy", "policy.hcl", "--out", "review.md")
}

// withoutAddress returns decoded JSON without the objects with an address.
func withoutAddress(value any, address string) any {
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			value[name] = withoutAddress(value[name], address)
		}
	case []any:
		value = slices.DeleteFunc(value, func(each any) bool { o, ok := each.(map[string]any); return ok && o["address"] == address })
		for i := range value {
			value[i] = withoutAddress(value[i], address)
		}
		return value
	}
	return value
}

// A provider with a look-alike host is another provider, even if its binary is the same.
func TestReview_lookAlikeHost(t *testing.T) {
	t.Parallel()
	for name, host := range map[string]string{
		"a domain below another":       "registry.terraform.io.evil.example",
		"a letter of another alphabet": "registry.terr\u0430form.io",
		"another port":                 "registry.terraform.io:8443",
		"no dot":                       "localhost",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			h.mirrored(host)
			h.write("main.tf", "terraform {\n  required_providers {\n    idm = { source = \""+host+"/identity-iac/idm\" }\n  }\n}\n")
			h.write("tenant.tf", attackUnit(""))
			h.must(0, "init", "-no-color")
			found := h.plan(attackUnit(""))
			h.expect(found, host+"/identity-iac/idm", "outside.provider", "access")
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			h.review(2, "hidden.json", "--fail-on", "outside.provider", "--out", "review.md")
		})
	}
}

// mirrored makes init find the provider under another host.
func (h *hiding) mirrored(host string) {
	h.t.Helper()
	folder, err := binary()
	if err != nil {
		h.t.Fatal(err)
	}
	program := filepath.Join(h.folder, "mirror", host, "identity-iac", "idm", "0.1.0", runtime.GOOS+"_"+runtime.GOARCH,
		"terraform-provider-idm_v0.1.0")
	if err := os.MkdirAll(filepath.Dir(program), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(folder, "terraform-provider-idm"), program); err != nil {
		h.t.Fatal(err)
	}
	h.write("cli.tfrc", fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n",
		filepath.Join(h.folder, "mirror")))
}
