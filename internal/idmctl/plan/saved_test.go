package plan_test

import (
	"archive/zip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// writeArchive writes a saved plan with these entries.
func writeArchive(t *testing.T, file string, entries map[string]string) {
	t.Helper()
	opened, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	archive := zip.NewWriter(opened)
	entries["tfplan.empty"] = ""
	for name, content := range entries {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
}

// saved reads a saved plan with a fake program that prints the JSON.
func saved(t *testing.T, shown string, entries map[string]string) (*plan.Plan, error) {
	t.Helper()
	folder := t.TempDir()
	file, program := filepath.Join(folder, "saved.tfplan"), filepath.Join(folder, "terraform")
	writeArchive(t, file, entries)
	if err := os.WriteFile(filepath.Join(folder, "shown.json"), []byte(shown), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\ncat shown.json\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return plan.Read(t.Context(), file, plan.CLI{Path: program})
}

// providers returns the entry of a saved plan that contains the provider configuration of each
// object.
func providers(of map[string]string) string {
	var message []byte
	for address, provider := range of {
		var change []byte
		change = protowire.AppendString(protowire.AppendTag(change, 13, protowire.BytesType), address)
		change = protowire.AppendString(protowire.AppendTag(change, 8, protowire.BytesType), provider)
		message = protowire.AppendBytes(protowire.AppendTag(message, 3, protowire.BytesType), change)
	}
	return string(message)
}

const otherObjects = `
resource "idm_unit" "a" { name = "A" }
resource "idm_unit" "b" { name = "B" }
resource "idm_unit" "one" { count = 1 }
resource "idm_unit" "each" { for_each = toset(["x", "y"]) }
resource "idm_unit" "key" { for_each = { (var.key) = idm_unit.a.ext_id } }
resource "idm_profile" "other" { unit_ext_id = "u" }
variable "key" {}
variable "flag" {}
locals {
  plain    = idm_unit.a.ext_id
  chain    = local.plain
  computed = upper(idm_unit.a.ext_id)
  map      = { x = idm_unit.a.ext_id, y = idm_unit.b.ext_id }
  list     = [idm_unit.a.ext_id, idm_unit.b.ext_id]
  whole    = idm_unit.a
  twice    = { "1" = idm_unit.a.ext_id, 1 = idm_unit.b.ext_id }
  numbers  = { 1 = idm_unit.a.ext_id, "2" = idm_unit.b.ext_id }
}
module "team" {
  for_each = { "m.module.n" = { unit = idm_unit.a.ext_id } }
  source   = "./team"
  above    = each.value.unit
  name     = each.key
}
`

const teamModule = `
variable "above" {}
resource "idm_unit" "root" { parent_unit_ext_id = var.above }
output "root" { value = idm_unit.root.ext_id }
output "shouted" { value = upper(idm_unit.root.ext_id) }
`

// The origin of an unknown value is set only if it is certain.
func TestRead_originOfUnknowns(t *testing.T) {
	for expression, want := range map[string]string{
		"idm_unit.a.ext_id":                                          "idm_unit.a",
		"(idm_unit.a.ext_id)":                                        "idm_unit.a",
		`"${idm_unit.a.ext_id}"`:                                     "idm_unit.a",
		"idm_unit.one[0].ext_id":                                     "idm_unit.one[0]",
		"idm_unit.one.0.ext_id":                                      "idm_unit.one[0]",
		`idm_unit.each["y"].ext_id`:                                  `idm_unit.each["y"]`,
		"idm_unit.each[each.key].ext_id":                             `idm_unit.each["x"]`,
		`idm_unit.each["${each.key}"].ext_id`:                        `idm_unit.each["x"]`,
		"local.plain":                                                "idm_unit.a",
		"local.chain":                                                "idm_unit.a",
		"local.map.y":                                                "idm_unit.b",
		`local.map["y"]`:                                             "idm_unit.b",
		"local.map[each.key]":                                        "idm_unit.a",
		"local.whole.ext_id":                                         "idm_unit.a",
		`module.team["m.module.n"].root`:                             `module.team["m.module.n"].idm_unit.root`,
		"each.value":                                                 "idm_unit.b",
		"each.key":                                                   "",
		`module.team["m.module.n"].shouted`:                          "",
		`module.team["other"].root`:                                  "",
		"idm_unit.a.parent_unit_ext_id":                              "",
		"idm_unit.gone.ext_id":                                       "",
		"idm_unit.known.ext_id":                                      "",
		"idm_unit.foreign.ext_id":                                    "",
		"data.idm_unit.a.ext_id":                                     "",
		"idm_profile.other.unit_ext_id":                              "",
		"upper(idm_unit.a.ext_id)":                                   "",
		`replace(idm_unit.a.ext_id, "a", "b")`:                       "",
		`"${idm_unit.a.ext_id}-x"`:                                   "",
		`"x${idm_unit.a.ext_id}"`:                                    "",
		"var.flag ? idm_unit.a.ext_id : idm_unit.b.ext_id":           "",
		"true ? idm_unit.b.ext_id : idm_unit.a.ext_id":               "",
		"coalesce(idm_unit.a.ext_id, idm_unit.b.ext_id)":             "",
		"try(idm_unit.a.ext_id, idm_unit.b.ext_id)":                  "",
		"element(idm_unit.each[*].ext_id, 1)":                        "",
		"one(idm_unit.one[*].ext_id)":                                "idm_unit.one[0]",
		"reverse(local.list)[0]":                                     "",
		"local.list[1]":                                              "idm_unit.b",
		"idm_unit.one.*.ext_id[0]":                                   "idm_unit.one[0]",
		"idm_unit.one[*].ext_id[0]":                                  "",
		`idm_unit.a.ext_id == "x" ? "x" : idm_unit.a.ext_id`:         "",
		`idm_unit.a.ext_id == idm_unit.a.ext_id ? local.plain : "x"`: "",
		`{ (idm_unit.a.ext_id) = idm_unit.a.ext_id, x = "y" }.x`:     "",
		`{ x = idm_unit.a.ext_id, (idm_unit.a.ext_id) = "y" }.x`:     "",
		`[for id in [idm_unit.a.ext_id] : id if id != "x"][0]`:       "",
		`"%{if idm_unit.a.ext_id == "x"}x%{endif}"`:                  "",
		`toset([idm_unit.a.ext_id, "x"])[0]`:                         "",
		`tolist(toset([idm_unit.a.ext_id, "x"]))[0]`:                 "",
		`one(toset([idm_unit.a.ext_id]))`:                            "",
		`local.plain == null ? "x" : local.plain`:                    "",
		`each.key == "x" ? idm_unit.b.ext_id : null`:                 "idm_unit.b",
		`each.key == "y" ? idm_unit.b.ext_id : null`:                 "",
		`local.map[each.key == "x" ? "y" : "x"]`:                     "idm_unit.b",
		`local.map[local.plain]`:                                     "",
		`local.map[idm_unit.a.ext_id == "x" ? "y" : "x"]`:            "",
		`idm_unit.each["${"y"}"].ext_id`:                             `idm_unit.each["y"]`,
		"local.computed":                                             "",
		"idm_unit.each[var.key].ext_id":                              "",
		`idm_unit.each[var.flag ? "x" : "y"].ext_id`:                 "",
		`idm_unit.each[upper(each.key)].ext_id`:                      "",
		"idm_unit.one[count.index].ext_id":                           "",
		"idm_unit.one[length(idm_unit.each) - 2].ext_id":             "",
		"[for u in idm_unit.each : u.ext_id][0]":                     "",
		"{ for k, u in idm_unit.each : k => u.ext_id }[each.key]":    "",
		"values(idm_unit.each)[0].ext_id":                            "",
		"merge(local.map, { x = idm_unit.b.ext_id }).x":              "",
		"{ x = idm_unit.a.ext_id, x = idm_unit.b.ext_id }.x":         "idm_unit.b",
		"{ (var.key) = idm_unit.b.ext_id, x = idm_unit.a.ext_id }.x": "",
		`local.twice["1"]`:                                           "idm_unit.b",
		`local.numbers["2"]`:                                         "idm_unit.b",
		`local.numbers[2]`:                                           "idm_unit.b",
		"idm_unit.key[var.key].ext_id":                               "",
		"var.key":                                                    "",
	} {
		p, err := saved(t, unknownUnit(t), map[string]string{
			"tfconfig/m-/main.tf": otherObjects + `resource "idm_profile" "p" {` +
				"\nfor_each = { x = idm_unit.b.ext_id }\nunit_ext_id = " +
				expression + "\n}\n",
			"tfconfig/m-team/a.tf": teamModule,
		})
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got := origin(p, `idm_profile.p["x"]`, "unit_ext_id"); got != want {
			t.Errorf("%s comes from %q, want %q", expression, got, want)
		}
		if got := origin(p, `module.team["m.module.n"].idm_unit.root`, "parent_unit_ext_id"); got != "idm_unit.a" {
			t.Errorf("the argument of a module comes from %q", got)
		}
	}
}

// The origin passes through a variable if its type leaves the external ID unchanged, and not if
// Terraform converts it.
func TestRead_originThroughVariables(t *testing.T) {
	for _, test := range []struct{ kind, given, use, want string }{
		{"string", "idm_unit.a.ext_id", "var.above", "idm_unit.a"},
		{"any", "idm_unit.a.ext_id", "var.above", "idm_unit.a"},
		{"number", "idm_unit.a.ext_id", "var.above", ""},
		{"bool", "idm_unit.a.ext_id", "var.above", ""},
		{"list(string)", "idm_unit.a.ext_id", "var.above", ""},
		{"map(string)", "{ 1 = idm_unit.a.ext_id }", `var.above["1"]`, "idm_unit.a"},
		{"map(number)", "{ x = idm_unit.a.ext_id }", "var.above.x", ""},
		{"map(any)", "{ x = idm_unit.a.ext_id }", "var.above.x", "idm_unit.a"},
		{"object({ x = string })", "{ x = idm_unit.a.ext_id }", "var.above.x", "idm_unit.a"},
		{"object({ x = number })", "{ x = idm_unit.a.ext_id }", "var.above.x", ""},
		{"object({ y = string })", "{ x = idm_unit.a.ext_id }", "var.above.x", ""},
		{`object({ x = optional(string, "u") })`, "{ x = idm_unit.a.ext_id }", "var.above.x", "idm_unit.a"},
		{`object({ x = optional(number, 1) })`, "{ x = idm_unit.a.ext_id }", "var.above.x", ""},
		{"object({ ext_id = string })", "idm_unit.a", "var.above.ext_id", "idm_unit.a"},
		{"object({ ext_id = number })", "idm_unit.a", "var.above.ext_id", ""},
		{"nonsense(string)", "idm_unit.a.ext_id", "var.above", ""},
		{"string", "idm_unit.known.ext_id", "var.above", ""},
		{"set(string)", `["x", idm_unit.a.ext_id]`, "one(var.above)", ""},
		{"set(string)", "[idm_unit.a.ext_id]", "one(var.above)", ""},
		{"object({ x = set(string) })", "{ x = [idm_unit.a.ext_id] }", "one(var.above.x)", ""},
		{"list(string)", `["x", idm_unit.a.ext_id]`, "var.above[1]", "idm_unit.a"},
		{"tuple([string, number])", "[idm_unit.a.ext_id, 1]", "var.above[0]", "idm_unit.a"},
		{"map(string)", `{ 1 = "x", "1" = idm_unit.a.ext_id }`, `var.above["1"]`, "idm_unit.a"},
		{"map(string)", `{ "1" = idm_unit.a.ext_id, 1 = "x" }`, `var.above["1"]`, ""},
		{"string\n default = \"x\"\n nullable = false", "idm_unit.a.ext_id", "var.above", "idm_unit.a"},
		{"string\n sensitive = true", "idm_unit.a.ext_id", "var.above", ""},
	} {
		p, err := saved(t, unknownUnit(t), map[string]string{
			"tfconfig/m-/main.tf": `resource "idm_unit" "a" {}` + "\n" + `resource "idm_unit" "known" {}` + "\n" + `module "team" {` +
				"\nfor_each = { \"m.module.n\" = 1 }\nabove = " + test.given + "\n}\n",
			"tfconfig/m-team/a.tf": "variable \"above\" {\n type = " + test.kind + "\n}\n" +
				`resource "idm_unit" "root" { parent_unit_ext_id = ` + test.use + " }\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := origin(p, `module.team["m.module.n"].idm_unit.root`, "parent_unit_ext_id"); got != test.want {
			t.Errorf("%s of a variable of type %s, given %s: comes from %q, want %q", test.use, test.kind, test.given, got, test.want)
		}
	}
}

// unknownUnit returns the JSON of a plan in which the unit of a profile is known after the apply.
func unknownUnit(t *testing.T) string {
	t.Helper()
	created := func(address, rest string) string { return change(t, address, `["create"]`, rest) }
	const computed = `,"after":{},"after_unknown":{"ext_id":true}`
	changes := []string{
		created("idm_unit.a", computed), created("idm_unit.b", computed), created("idm_unit.one[0]", computed),
		created(`idm_unit.key["x"]`, computed),
		created(`idm_unit.each["x"]`, computed), created(`idm_unit.each["y"]`, computed),
		created("idm_unit.known", `,"after":{"ext_id":"known"},"after_unknown":{}`),
		created("idm_profile.other", `,"after":{},"after_unknown":{"unit_ext_id":true}`),
		created(`module.team["m.module.n"].idm_unit.root`, `,"after":{},"after_unknown":{"ext_id":true,"parent_unit_ext_id":true}`),
		created(`idm_profile.p["x"]`, `,"after":{},"after_unknown":{"unit_ext_id":true}`),
		change(t, "idm_unit.gone", `["delete"]`, `,"before":{"ext_id":"gone"}`),
		strings.ReplaceAll(created("idm_unit.foreign", computed), "identity-iac/idm", "example/evil"),
	}
	return `{"format_version":"1.2","resource_changes":[` + strings.Join(changes, ",") + `]}`
}

func origin(p *plan.Plan, address, attribute string) string {
	for _, c := range p.Changes {
		if unknown, ok := c.After[attribute].(plan.Unknown); ok && c.Address == address {
			return unknown.From
		}
	}
	return "not unknown"
}

// An instance key can contain any character; the plan, its two states and the configuration each
// spell it differently.
func TestRead_oddKeys(t *testing.T) {
	for written, raw := range map[string]string{
		`"a.b"`: "a.b", `"a\"b"`: `a"b`, `"$${x}"`: "${x}", `"%%{x}"`: "%{x}", `"ä ]["`: "ä ][", `"a\\b"`: `a\b`, `"module.x"`: "module.x",
		`"a\nb"`: "a\nb", "10": "10",
	} {
		address := "module.m[" + written + "].idm_unit.a[" + written + "]"
		index, module := encoded(t, raw), encoded(t, "module.m["+written+"]")
		if raw == "10" {
			index = raw
		}
		shown := `{"format_version":"1.2","resource_changes":[{"address":` + encoded(t, address) + `,"module_address":` + module +
			`,"mode":"managed","type":"idm_unit","name":"a","index":` + index +
			`,"provider_name":"` + own + `","change":{"actions":["no-op"]}}],"configuration":{` +
			providerConfigs(t, map[string]string{"idm": "", "idm.second": `"base_url":{"constant_value":"https://second.example.com"}`}) +
			`}}`
		p, err := saved(t, shown, map[string]string{
			"tfstate": `{"resources":[{"module":` + module + `,"mode":"managed","type":"idm_unit","name":"a","provider":"provider[\"` +
				own +
				`\"].second","instances":[{"index_key":` + index + `}]}]}`,
		})
		if err != nil || len(p.Changes) != 1 {
			t.Errorf("%s: %+v, %v", written, p, err)
			continue
		}
		if got := p.Changes[0].Service; got != "https://second.example.com" {
			t.Errorf("%s: the service is %q", written, got)
		}
	}
}

// Blocks that the CLI merges from several files have no origin.
func TestRead_originInMergedFiles(t *testing.T) {
	const own = `resource "idm_profile" "p" {` + "\nfor_each = { x = 1 }\nunit_ext_id = local.plain\n}\n"
	for name, files := range map[string]map[string]string{
		"overridden resource": {"tfconfig/m-/override.tf": `resource "idm_profile" "p" { unit_ext_id = idm_unit.b.ext_id }`},
		"overridden local":    {"tfconfig/m-/x_override.tf": "locals {\n  plain = idm_unit.b.ext_id\n}"},
		"JSON":                {"tfconfig/m-/x_override.tf.json": `{"locals":{"plain":"${idm_unit.b.ext_id}"}}`},
		"OpenTofu":            {"tfconfig/m-/x.tofu": "locals {\n  plain = idm_unit.b.ext_id\n}"},
	} {
		files["tfconfig/m-/main.tf"] = otherObjects + own
		files["tfconfig/m-team/a.tf"] = teamModule
		p, err := saved(t, unknownUnit(t), files)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := origin(p, `idm_profile.p["x"]`, "unit_ext_id"); got != "" {
			t.Errorf("%s: comes from %q", name, got)
		}
	}
	p, err := saved(t, unknownUnit(t), map[string]string{"tfconfig/m-/main.tf": otherObjects + own, "tfconfig/m-team/a.tf": teamModule})
	if err != nil || origin(p, `idm_profile.p["x"]`, "unit_ext_id") != "idm_unit.a" {
		t.Errorf("without another file: %v, %v", origin(p, `idm_profile.p["x"]`, "unit_ext_id"), err)
	}
}

// A file that cannot be parsed makes its module unknown, and is reported; the other modules are
// read.
func TestRead_unreadableFile(t *testing.T) {
	p, err := saved(t, unknownUnit(t), map[string]string{
		"tfconfig/m-/main.tf":  otherObjects + `resource "idm_profile" "p" {` + "\nfor_each = { x = 1 }\nunit_ext_id = local.plain\n}\n",
		"tfconfig/m-/newer.tf": "quantum <<<", "tfconfig/m-team/a.tf": teamModule,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := origin(p, `idm_profile.p["x"]`, "unit_ext_id"); got != "" || !slices.Contains(kinds(p), "not-understood newer.tf") {
		t.Errorf("comes from %q, others %q", got, kinds(p))
	}
}

// A resource that repeats another one refers to the instance with the same key.
func TestRead_originOfChainedInstances(t *testing.T) {
	for expression, want := range map[string]string{"each.value.ext_id": `idm_unit.each["x"]`, "each.value.parent_unit_ext_id": "",
		"each.value": ""} {
		p, err := saved(t, unknownUnit(t), map[string]string{
			"tfconfig/m-/main.tf": otherObjects + `resource "idm_profile" "p" {` + "\nfor_each = idm_unit.each\nunit_ext_id = " +
				expression +
				"\n}\n",
			"tfconfig/m-team/a.tf": teamModule,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := origin(p, `idm_profile.p["x"]`, "unit_ext_id"); got != want {
			t.Errorf("%s comes from %q, want %q", expression, got, want)
		}
	}
}

// The JSON of a plan lists the references in an expression, but not how their values are used.
func TestRead_noOriginFromJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	configuration := `,"configuration":{"root_module":{"resources":[{"address":"idm_profile.p","mode":"managed","type":"idm_profile","name":"p",` +
		`"expressions":{"unit_ext_id":{"references":["idm_unit.a.ext_id","idm_unit.a"]}}}]}}}`
	if err := os.WriteFile(file, []byte(strings.TrimSuffix(unknownUnit(t), "}")+configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(t.Context(), file, plan.CLI{})
	if err != nil {
		t.Fatal(err)
	}
	if got := origin(p, `idm_profile.p["x"]`, "unit_ext_id"); got != "" {
		t.Errorf("comes from %q", got)
	}
}

// encoded returns a value as JSON text.
func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
