package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// evaluated contains references to profiles. The user in want holds the grant, and the review names
// that user; without want, the reference may be reported as unknown.
var evaluated = map[string]struct{ expression, want string }{
	"repeated_key":  {`local.repeated["1"]`, "u-carla"},
	"last_key":      {`local.last["x"]`, "u-carla"},
	"number_key":    {`local.repeated[1]`, "u-carla"},
	"listed":        {"local.both[1]", "u-carla"},
	"wrapped":       {`("${(local.both[0])}")`, "u-ben"},
	"only":          {"one(idm_profile.counted.*.ext_id)", "u-ben"},
	"counted":       {"idm_profile.counted[0].ext_id", "u-ben"},
	"keyed":         {`idm_profile.keyed["1"].ext_id`, "u-carla"},
	"chosen":        {`local.flag ? local.both[1] : null`, "u-carla"},
	"chain":         {`module.outer["b"].who`, "u-carla"},
	"compared":      {`local.both[0] == "p-ben" ? local.both[0] : local.both[1]`, ""},
	"compared_same": {`local.both[1] == local.both[1] ? local.both[1] : local.both[0]`, ""},
	"sorted":        {"sort(local.both)[0]", ""},
	"coalesced":     {`coalesce("", local.both[1])`, ""},
	"tried":         {"try(local.both[7], local.both[1])", ""},
	"as_a_set":      {"module.typed.of_set", ""},
	"splat":         {"values(idm_profile.keyed)[*].ext_id", ""},
	"default":       {"module.typed.of_default", ""},
	"not_null":      {"module.typed.of_null", "u-anna"},
	"map":           {"module.typed.of_map", "u-carla"},
	"object":        {"module.typed.of_object", "u-ben"},
	"either":        {"module.typed.of_either", ""},
	"number":        {"module.typed.of_number", "u-carla"},
	"flag":          {"module.typed.of_flag", ""},
	"text":          {"module.typed.of_text", "u-carla"},
	"deep":          {"module.typed.of_deep", "u-carla"},
	"left_out":      {"module.typed.of_left_out", ""},
	"index":         {"module.typed.of_index", "u-carla"},
	"any_map":       {`module.typed.of_any["b"]`, "u-carla"},
	"tuple":         {"module.typed.of_tuple", "u-carla"},
	"in_turn":       {"module.counted[1].who", "u-carla"},
	"given_number":  {"local.both[var.number]", "u-carla"},
	"given_text":    {`{ "1" = local.both[0], "01" = local.both[1] }[var.text]`, "u-carla"},
	"given_any":     {`{ "1" = local.both[0], "01" = local.both[1] }[var.any]`, "u-carla"},
	"selected":      {`[for key, who in local.last : who if key == "x"][0]`, ""},
	"joined":        {`"${local.both[1]}${""}"`, ""},
	"workspace":     {`terraform.workspace == "default" ? local.both[1] : local.both[0]`, ""},
	"merged":        {`merge({ x = local.both[0] }, { "x" = local.both[1] })["x"]`, ""},
	"computed_key":  {`{ ("x") = local.both[1], x = local.both[0] }["x"]`, "u-ben"},
}

const evaluatedNames = `
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  name        = "Ben at work"
}
resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla at work"
}
resource "idm_profile" "counted" {
  count       = 1
  user_ext_id = "u-ben"
  unit_ext_id = "acme-hq"
}
resource "idm_profile" "keyed" {
  for_each    = { 1 = "u-carla" }
  user_ext_id = each.value
  unit_ext_id = "acme-hq"
}
variable "number" { type = number }
variable "text" { type = string }
variable "any" {}
locals {
  flag     = tostring(1) == "1"
  on       = true
  both     = [idm_profile.ben.ext_id, idm_profile.carla.ext_id]
  repeated = { "1" = idm_profile.ben.ext_id, 1 = idm_profile.carla.ext_id }
  last     = { x = idm_profile.ben.ext_id, "x" = idm_profile.carla.ext_id }
}
module "outer" {
  source   = "./outer"
  for_each = { a = idm_profile.ben.ext_id, b = idm_profile.carla.ext_id }
  given    = { who = each.value }
}
module "typed" {
  source = "./typed"
  set    = local.both
  null   = null
  map    = { "1" = idm_profile.ben.ext_id, 1 = idm_profile.carla.ext_id }
  object = { who = idm_profile.ben.ext_id }
  both   = local.both
  number = "01"
  flag   = "true"
  text   = 1
  deep   = {}
  other  = { who = idm_profile.carla.ext_id, other = null }
  index  = null
  any    = { a = idm_profile.ben.ext_id, b = idm_profile.carla.ext_id }
  tuple  = [idm_profile.carla.ext_id, "1"]
}
module "counted" {
  source = "./inner"
  count  = 2
  who    = local.both[count.index]
}
`

const evaluatedOuter = `
variable "given" { type = object({ who = string, other = optional(string, "p-anna-hq") }) }
module "inner" {
  source   = "../inner"
  for_each = { x = var.given.other, y = var.given.who }
  who      = each.value
}
output "who" { value = module.inner["y"].who }
`

const evaluatedTyped = `
variable "set" { type = set(string) }
variable "null" {
  type     = string
  default  = "p-anna-hq"
  nullable = false
}
variable "map" { type = map(string) }
variable "object" { type = object({ who = string, other = optional(string, "p-anna-hq") }) }
variable "both" { type = list(string) }
variable "number" { type = number }
variable "flag" { type = bool }
variable "text" { type = string }
variable "deep" { type = object({ a = optional(object({ b = optional(string, "x") }), {}) }) }
variable "other" { type = object({ who = string, other = optional(string, "p-anna-hq") }) }
variable "index" {
  default  = "1"
  nullable = false
}
variable "any" { type = map(any) }
variable "tuple" { type = tuple([string, number]) }
output "of_set" { value = tolist(var.set)[0] }
output "of_null" { value = var.null }
output "of_default" { value = lookup(var.map, "none", var.object.who) }
output "of_map" { value = var.map["1"] }
output "of_object" { value = var.object.other == "p-anna-hq" ? var.object.who : null }
output "of_number" { value = var.both[var.number] }
output "of_flag" { value = var.flag ? var.both[0] : var.both[1] }
output "of_text" { value = var.map[var.text] }
output "of_deep" { value = { x = var.both[1], y = var.both[0] }[var.deep.a.b] }
output "of_left_out" { value = var.other.other == "p-anna-hq" ? var.other.who : var.both[0] }
output "of_index" { value = var.both[var.index] }
output "of_any" { value = var.any }
output "of_tuple" { value = var.tuple[0] }
output "of_either" { value = var.object.other == "p-anna-hq" ? var.object.who : var.map["1"] }
`

// The person that the review names for a new grant holds it after the apply, however the
// configuration refers to the profile. All other references are reported as unknown.
func TestReview_evaluatedReferences(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.environment = append(h.environment, "TF_VAR_number=01", "TF_VAR_text=01", "TF_VAR_any=01")
	h.behindTheBack(http.MethodPatch, "users/u-carla", `{"userState":"active"}`)
	h.write("outer/main.tf", evaluatedOuter)
	h.write("inner/main.tf", "variable \"who\" {}\noutput \"who\" { value = var.who }\n")
	h.write("typed/main.tf", evaluatedTyped)
	configuration := evaluatedNames
	for name, each := range evaluated {
		(&drifting{h.workspace}).call(http.MethodPost, "/applications/crm/roles", fmt.Sprintf(`{"extId":"r-%s","name":"R %s"}`, name, name))
		if name == "splat" {
			each.expression = "one(" + each.expression + ")"
		}
		configuration += fmt.Sprintf("resource \"idm_authorization\" %q {\n  profile_ext_id = %s\n  role_ext_id = \"r-%s\"\n}\n",
			name, strings.Replace(each.expression, "local.flag", "local.on", 1), name)
	}
	h.write("tenant.tf", configuration)
	h.must(0, "get", "-no-color")
	found := h.plan(configuration)
	h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
	fromJSON := h.findings("hidden.json")
	shown := map[string]bounds{}
	for _, file := range []string{"hidden.tfplan", "hidden.json"} {
		shown[file] = h.bounds(file)
	}
	end := final{before: factsOf(t, h.sim.State())}
	h.applied()
	end.after = factsOf(t, h.sim.State())
	for source, of := range shown {
		of.contain(t, source, end, true)
	}
	for name, test := range evaluated {
		names := func(in []finding, who string) bool {
			return slices.ContainsFunc(in, func(f finding) bool {
				return f.Address == "idm_authorization."+name && strings.Contains(f.Text, who) &&
					!slices.Contains(f.Rules, "gain.unknown")
			})
		}
		for who, user := range map[string]string{"(u-ben)": "u-ben", "(u-carla)": "u-carla", "(u-anna)": "u-anna"} {
			named, holder := names(found, who), slices.Contains(roles(t, h.sim, user), "r-"+name)
			if named && !holder || user == test.want && (!named || !holder) {
				t.Errorf("%s: %s holds it %t, and is named %t", test.expression, user, holder, named)
			}
			// The JSON contains no expressions, so only constants are known.
			if names(fromJSON, who) && user != "u-anna" {
				t.Errorf("%s: the JSON names %s", test.expression, user)
			}
		}
	}
}

// Each provider uses the second service, through a value that looks like the address of the first
// one.
func TestReview_evaluatedAddresses(t *testing.T) {
	t.Parallel()
	const typed = `
variable "o" { type = object({ url = optional(string, %[2]q) }) }
variable "n" {
  default  = %[2]q
  nullable = false
}
variable "m" { type = map(string) }
`
	const deep = `
variable "o" { type = object({ in = optional(object({ url = optional(string, %[2]q) }), {}) }) }
variable "l" { type = list(object({ url = string })) }
`
	for name, test := range map[string]struct{ variables, value, expression string }{
		"optional below optional": {deep, "module \"m\" {\n source = \"./m\"\n o = {}\n l = []\n}\n", "var.o.in.url"},
		"null below optional":     {deep, "module \"m\" {\n source = \"./m\"\n o = { in = { url = null } }\n l = []\n}\n", "var.o.in.url"},
		"element of a list": {deep,
			"module \"m\" {\n source = \"./m\"\n o = {}\n l = [{ url = %[1]q }, { url = %[2]q, more = 1 }]\n}\n", `var.l["1"].url`},
		"optional":      {typed, "module \"m\" {\n source = \"./m\"\n o = {}\n n = \"\"\n m = {}\n}\n", "var.o.url"},
		"not nullable":  {typed, "module \"m\" {\n source = \"./m\"\n o = {}\n n = null\n m = {}\n}\n", "var.n"},
		"keys of a map": {typed, "module \"m\" {\n source = \"./m\"\n o = {}\n n = null\n m = { \"1\" = %[1]q, 1 = %[2]q }\n}\n", `var.m["1"]`},
		"another spelling": {typed, "module \"m\" {\n source = \"./m\"\n o = {}\n n = null\n m = {}\n}\n",
			`{ "1" = %[1]q, 1 = %[2]q }["1"]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			h := newHiding(t)
			fill := func(text string) string {
				return strings.NewReplacer("%[1]q", quoted(h.url), "%[2]q", quoted(h.secondURL)).Replace(text)
			}
			h.write("m/main.tf", "terraform {\n  required_providers {\n    idm = { source = \"identity-iac/idm\" }\n  }\n}\n"+
				fill(test.variables)+"provider \"idm\" {\n  base_url = "+fill(test.expression)+"\n}\n"+
				"resource \"idm_authorization\" \"a\" {\n  profile_ext_id = \"p-anna-hq\"\n  role_ext_id = \"crm-admin\"\n}\n")
			h.write("tenant.tf", fill(test.value))
			h.must(0, "get", "-no-color")
			h.plan(fill(test.value))
			h.write("hidden.json", h.must(0, "show", "-json", "hidden.tfplan"))
			shown := map[string]bounds{}
			for file, want := range map[string]string{"hidden.tfplan": h.secondURL, "hidden.json": ""} {
				for _, f := range h.findings(file) {
					if f.Address == "module.m.idm_authorization.a" && (f.Service == h.url || want != "" && f.Service != want) {
						t.Errorf("%s: the grant is said to be at %q", file, f.Service)
					}
				}
				h.review(2, file, "--service", h.url, "--fail-on", "service.address", "--out", "review.md")
				shown[file] = h.bounds(file)
			}
			here, there := final{before: factsOf(t, h.sim.State())}, final{before: factsOf(t, h.second.State())}
			h.applied()
			here.after, there.after = factsOf(t, h.sim.State()), factsOf(t, h.second.State())
			for file, of := range shown {
				of.except(h.secondURL).contain(t, file, here, true)
				of.at(h.secondURL).contain(t, file+" at the second service", there, true)
			}
			if here, there := roles(t, h.sim, "u-anna"), roles(t, h.second, "u-anna"); slices.Contains(here, "crm-admin") ||
				!slices.Contains(there, "crm-admin") {
				t.Errorf("Anna holds %q here and %q there", here, there)
			}
		})
	}
}

func quoted(text string) string {
	encoded, _ := json.Marshal(text)
	return string(encoded)
}
