package plan_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// readText reads a plan from JSON text.
func readText(t *testing.T, text string) (*plan.Plan, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return plan.Read(t.Context(), file, plan.CLI{})
}

// kinds returns the kind and address of each Other.
func kinds(p *plan.Plan) []string {
	var found []string
	for _, other := range p.Others {
		found = append(found, strings.TrimSpace(string(other.Kind)+" "+other.Address))
		if other.Text == "" || strings.Contains(other.Text, "%!") {
			found = append(found, "without words: "+other.Text)
		}
	}
	return found
}

// All effects of a plan other than this provider's changes are reported, from every part of the
// JSON.
func TestRead_others(t *testing.T) {
	const nothing = `"provider_name":"registry.terraform.io/identity-iac/idm","change":{"actions":["no-op"],"before":{"name":"A"},"after":{"name":"A"}}`
	foreign := func(mode, provider, actions, rest string) string {
		return `{"address":"x.y","mode":"` + mode + `","type":"x","name":"y","provider_name":"` + provider + `","change":{"actions":[` +
			actions +
			`]` + rest + `}}`
	}
	for name, test := range map[string]struct{ rest, change, want string }{
		"nothing":        {"", "", ""},
		"foreign create": {"", foreign("managed", "a/b/c", `"create"`, `,"after":{}`), "foreign x.y"},
		"foreign no-op":  {"", foreign("managed", "a/b/c", `"no-op"`, ""), ""},
		"foreign import": {"", foreign("managed", "a/b/c", `"no-op"`, `,"importing":{"id":"1"}`), "foreign x.y"},
		"foreign forget": {"", foreign("managed", "a/b/c", `"forget"`, ""), "foreign x.y"},
		"type of ours, not provider": {"", strings.ReplaceAll(foreign("managed", "a/b/c", `"create"`, ""), `"x"`, `"idm_unit"`),
			"foreign x.y"},
		"read":                 {"", foreign("data", "a/b/c", `"read"`, ""), "read x.y"},
		"own read":             {"", foreign("data", "registry.terraform.io/identity-iac/idm", `"read"`, ""), "read x.y"},
		"data that is deleted": {"", foreign("data", "a/b/c", `"delete"`, ""), "not-understood x.y"},
		"ephemeral":            {"", foreign("ephemeral", "a/b/c", `"open"`, ""), "read x.y"},
		"unknown mode":         {"", foreign("quantum", "a/b/c", `"create"`, ""), "not-understood x.y"},
		"no mode":              {"", foreign("", "registry.terraform.io/identity-iac/idm", `"create"`, ""), "not-understood x.y"},
		"unknown action":       {"", foreign("managed", "registry.terraform.io/identity-iac/idm", `"dance"`, ""), "not-understood x.y"},
		"no action":            {"", foreign("managed", "registry.terraform.io/identity-iac/idm", ``, ""), "not-understood x.y"},
		"action with ours": {"", foreign("managed", "registry.terraform.io/identity-iac/idm", `"no-op","create"`, ""),
			"not-understood x.y"},
		"update of update": {"", foreign("managed", "registry.terraform.io/identity-iac/idm", `"update","forget"`, ""),
			"not-understood x.y"},
		"read of a resource": {"", foreign("managed", "registry.terraform.io/identity-iac/idm", `"read"`, ""), "not-understood x.y"},
		"no-op that changes": {"",
			foreign("managed", "registry.terraform.io/identity-iac/idm", `"no-op"`, `,"before":{"a":1},"after":{"a":2}`),
			"not-understood x.y"},
		"no-op with the unknown": {"",
			foreign("managed", "registry.terraform.io/identity-iac/idm", `"no-op"`,
				`,"before":{"a":1},"after":{"a":1},"after_unknown":{"b":true}`),
			"not-understood x.y"},
		"null":               {"", "null", "not-understood"},
		"change of nothing":  {"", `{"address":"x.y","mode":"managed"}`, "not-understood"},
		"foreign drift":      {`"resource_drift":[` + foreign("managed", "a/b/c", `"update"`, "") + `]`, "", "foreign-drift x.y"},
		"action":             {`"action_invocations":[{"address":"action.a.b","provider_name":"a/b/c"}]`, "", "action action.a.b"},
		"output":             {`"output_changes":{"o":{"actions":["create"],"before":null,"after":"x"},"p":{"actions":["no-op"],"before":"x","after":"x"}}`, "", "output output.o"},
		"failed check":       {`"checks":[{"address":{"to_display":"check.a"},"status":"fail"},{"address":{"to_display":"check.b"},"status":"pass"},{"address":{"to_display":"check.c"},"status":"error"}]`, "", "check check.a, check check.c"},
		"errored":            {`"errored":true`, "", "errored"},
		"unknown part":       {`"quantum_changes":[{"a":1}]`, "", "not-understood quantum_changes"},
		"unknown empty part": {`"quantum_changes":[],"other":{},"more":null,"flag":false,"text":""`, "", ""},
		"unknown flag":       {`"quantum":true`, "", "not-understood quantum"},
		"provisioner": {
			`"configuration":{"root_module":{"resources":[{"address":"x.y","mode":"managed","type":"x","name":"y","provisioners":[{"type":"local-exec"}]}]}}`,
			strings.ReplaceAll(foreign("managed", "registry.terraform.io/identity-iac/idm", `"create"`, `,"after":{}`), "x.y", "x.y[0]"),
			"provisioner x.y[0]",
		},
		"provisioner of what goes": {
			`"configuration":{"root_module":{"resources":[{"address":"x.y","mode":"managed","type":"x","name":"y","provisioners":[{"type":"local-exec"}]}]}}`,
			foreign("managed", "registry.terraform.io/identity-iac/idm", `"delete"`, `,"before":{}`), "provisioner x.y",
		},
		"provisioner of what stays": {
			`"configuration":{"root_module":{"resources":[{"address":"x.y","mode":"managed","type":"x","name":"y","provisioners":[{"type":"local-exec"}]}]}}`,
			foreign("managed", "registry.terraform.io/identity-iac/idm", `"update"`, `,"after":{}`), "",
		},
	} {
		changes := []string{`{"address":"idm_unit.a","mode":"managed","type":"idm_unit","name":"a",` + nothing + `}`}
		if test.change != "" {
			changes = append(changes, test.change)
		}
		text := `{"format_version":"1.2","resource_changes":[` + strings.Join(changes, ",") + `]`
		if test.rest != "" {
			text += "," + test.rest
		}
		p, err := readText(t, text+"}")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := strings.Join(kinds(p), ", "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// The reasons of an incomplete plan are the ones it shows: a failed plan was not necessarily made
// with -target.
func TestRead_leftOut(t *testing.T) {
	for rest, want := range map[string][]plan.LeftOut{
		`"complete":true`:                 nil,
		`"complete":false`:                {plan.LeftOutTargeted},
		`"complete":false,"errored":true`: {plan.LeftOutFailed},
		`"errored":true`:                  {plan.LeftOutFailed},
	} {
		p, err := readText(t, `{"format_version":"1.2","resource_changes":[{"address":"idm_unit.a","mode":"managed","type":"idm_unit",`+
			`"name":"a","provider_name":"registry.terraform.io/identity-iac/idm","change":{"actions":["no-op"],"before":{},"after":{}}}],`+rest+"}")
		if err != nil || !slices.Equal(p.LeftOut, want) {
			t.Errorf("%s: %q, %v, want %q", rest, p.LeftOut, err, want)
		}
	}
}

// Conditions that are evaluated during the apply can stop it, except the ones of check blocks.
func TestRead_undecided(t *testing.T) {
	check := func(kind, status string) string {
		return `{"address":{"kind":"` + kind + `","to_display":"` + kind + "." + status + `"},"status":"` + status + `"}`
	}
	p, err := readText(t, `{"format_version":"1.2","resource_changes":[{"address":"idm_unit.a","mode":"managed","type":"idm_unit",`+
		`"name":"a","provider_name":"registry.terraform.io/identity-iac/idm","change":{"actions":["no-op"],"before":{},"after":{}}}],`+
		`"checks":[`+strings.Join([]string{check("resource", "unknown"), check("resource", "pass"), check("check", "unknown"),
		check("output_value", "unknown")}, ",")+`]}`)
	if want := []string{"resource.unknown", "output_value.unknown"}; err != nil || !slices.Equal(p.Undecided, want) {
		t.Errorf("%q, %v, want %q", p.Undecided, err, want)
	}
}

// A format in which names can have another meaning, or ambiguous JSON, is rejected.
func TestRead_refused(t *testing.T) {
	for text, want := range map[string]string{
		`{"format_version":"2.0","resource_changes":[]}`:                                                    "below 2.0",
		`{"format_version":"10.1","resource_changes":[]}`:                                                   "below 2.0",
		`{"format_version":"1x","resource_changes":[]}`:                                                     "below 2.0",
		`{"format_version":"-1.0","resource_changes":[]}`:                                                   "below 2.0",
		`{"format_version":2,"resource_changes":[]}`:                                                        "not text",
		`{"format_version":"1.2","resource_changes":[],"resource_changes":[]}`:                              "twice",
		`{"format_version":"1.2","resource_changes":[],"Resource_Changes":[]}`:                              "twice",
		`{"format_version":"1.2","resource_changes":[]}{"format_version":"1.2"}`:                            "not valid JSON",
		`{"format_version":"1.2","resource_changes":[],"deferred_action_invocations":3}`:                    "-allow-deferral",
		`{"format_version":"1.2","resource_changes":[],"deferred_action_invocations":[{"reason":"later"}]}`: "-allow-deferral",
		`{"format_version":"1.2","resource_changes":[],"deferred_changes":[{"reason":"later"}]}`:            "-allow-deferral",
	} {
		if p, err := readText(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: answered %+v, %v", text, p, err)
		}
	}
}

const own = "registry.terraform.io/identity-iac/idm"

// providerConfigs returns the JSON of provider configurations, by key.
func providerConfigs(t *testing.T, expressions map[string]string) string {
	t.Helper()
	var found []string
	for key, expression := range expressions {
		module, name, nested := strings.Cut(key, ":")
		if !nested {
			module, name = "", key
		}
		_, alias, _ := strings.Cut(name, ".")
		found = append(found,
			encoded(t, key)+`:{"name":"idm","full_name":"`+own+`","alias":`+encoded(t, alias)+`,"module_address":`+encoded(t, module)+
				`,"expressions":{`+expression+`}}`)
	}
	slices.Sort(found)
	return `"provider_config":{` + strings.Join(found, ",") + `}`
}

// Objects belong to the service of their own provider configuration, in every spelling of its
// address.
func TestRead_services(t *testing.T) {
	constant := func(address string) string { return `"base_url":{"constant_value":"` + address + `"}` }
	configs := providerConfigs(t, map[string]string{
		"idm": constant("HTTPS://IDM.example.com.:0443/api//"), "idm.same": constant("https://idm.example.com/api"),
		"idm.other": constant("https://other.example.com"),
		"idm.null":  `"base_url":{"constant_value":null}`, "idm.none": "", "idm.computed": `"base_url":{"references":["var.url"]}`,
		"idm.function": `"base_url":{}`,
		"module.m:idm": constant("https://inner.example.com"), "idm.each": `"base_url":{"references":["each.value"]}`,
	})
	want := map[string]string{
		"idm": "https://idm.example.com/api", "idm.same": "https://idm.example.com/api", "idm.other": "https://other.example.com",
		"idm.null": "the address in the environment", "idm.none": "the address in the environment",
		"idm.computed": "unknown: idm.computed", "idm.function": "unknown: idm.function", "module.m:idm": "https://inner.example.com",
	}
	var resources, changes []string
	for key := range want {
		name := strings.NewReplacer(".", "_", ":", "_").Replace(key)
		resources = append(resources,
			`{"address":"idm_unit.`+name+`","mode":"managed","type":"idm_unit","name":"`+name+`","provider_config_key":"`+key+`"}`)
		changes = append(changes,
			strings.ReplaceAll(change(t, "idm_unit."+name, `["create"]`, ""), "registry.opentofu.org", "registry.terraform.io"))
	}
	for _, orphan := range []string{"orphan", "other_orphan"} {
		changes = append(changes,
			strings.ReplaceAll(change(t, "idm_unit."+orphan, `["delete"]`, ""), "registry.opentofu.org", "registry.terraform.io"))
	}
	p, err := readText(t,
		`{"format_version":"1.2","resource_changes":[`+strings.Join(changes, ",")+`],"configuration":{`+configs+
			`,"root_module":{"resources":[`+
			strings.Join(resources, ",")+`]}}}`)
	if err != nil {
		t.Fatal(err)
	}
	got, keys := map[string]string{}, map[string]string{}
	for _, c := range p.Changes {
		name := strings.TrimPrefix(c.Address, "idm_unit.")
		got[name], keys[name] = c.Service, c.Config
	}
	for key, service := range want {
		if name := strings.NewReplacer(".", "_", ":", "_").Replace(key); got[name] != service || keys[name] != key {
			t.Errorf("%s: %q of %q, want %q", key, got[name], keys[name], service)
		}
	}
	if keys["orphan"] != "" {
		t.Errorf("an orphan has the configuration %q", keys["orphan"])
	}
	if got["orphan"] == got["other_orphan"] || !strings.HasPrefix(got["orphan"], "unknown: ") {
		t.Errorf("orphans of several services: %q, %q", got["orphan"], got["other_orphan"])
	}
	for _, unknown := range []string{"provider idm.computed", "provider idm.function", "provider idm.each", "provider"} {
		if !slices.Contains(kinds(p), unknown) {
			t.Errorf("%q is not reported: %q", unknown, kinds(p))
		}
	}
}

// Provisioners of removed blocks are found in every file and module, and for all objects of the
// block.
func TestRead_removedProvisioners(t *testing.T) {
	const native = "removed {\n  from = %s\n  lifecycle { destroy = true }\n  provisioner \"local-exec\" {\n    when = destroy\n" +
		"    command = \"true\"\n  }\n}\n"
	const inJSON = `{"removed":[{"from":"%s","lifecycle":{"destroy":true},"provisioner":[{"local-exec":{"when":"destroy","command":"true"}}]}]}`
	block := func(form, from string) string { return strings.Replace(form, "%s", from, 1) }
	for name, test := range map[string]struct {
		file, content string
		found         bool
	}{
		"resource":          {"m-/main.tf", block(native, "module.m.idm_unit.a"), true},
		"module":            {"m-/main.tf", block(native, "module.m"), true},
		"inside":            {"m-m/main.tf", block(native, "idm_unit.a"), true},
		"JSON":              {"m-m/main.tf.json", block(inJSON, "idm_unit.a"), true},
		"file of OpenTofu":  {"m-m/main.tofu", block(native, "idm_unit.a"), true},
		"override":          {"m-m/override.tf", block(native, "idm_unit.a"), true},
		"another resource":  {"m-m/main.tf", block(native, "idm_unit.b"), true},
		"no provisioner":    {"m-m/main.tf", "removed {\n  from = idm_unit.a\n}\n", false},
		"no address at all": {"m-m/main.tf", block(native, `"${1}"`), true},
	} {
		shown := `{"format_version":"1.2","resource_changes":[` + change(t, `module.m["k"].idm_unit.a[0]`, `["delete"]`, "") + `]}`
		p, err := saved(t, shown, map[string]string{"tfconfig/" + test.file: test.content})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := slices.Contains(kinds(p), `removed-provisioner module.m["k"].idm_unit.a[0]`); got != test.found {
			t.Errorf("%s: found %t, others %q", name, got, kinds(p))
		}
	}
}

// Two providers with the name idm are two services, and settings that send a login elsewhere are
// reported.
func TestRead_servicesThatDiffer(t *testing.T) {
	const address = `"base_url":{"constant_value":"https://idm.example.com"}`
	configs := providerConfigs(t, map[string]string{
		"idm":         address + `,"headers":{"constant_value":{"X-Key":"hush"}}`,
		"idm.proxied": address + `,"proxy_url":{"constant_value":"http://me:hush@proxy.example.com"}`,
		"idm.login":   address + `,"oauth2":{"token_url":{"references":["var.secret"]}}`,
	})
	evil := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(providerConfigs(t, map[string]string{"jdm": address}),
		`"provider_config":{`), "}"), "identity-iac/idm", "evil/idm")
	p, err := readText(t, `{"format_version":"1.2","resource_changes":[],"configuration":{`+strings.TrimSuffix(configs, "}")+","+evil+`}}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []plan.Service{
		{ID: "https://idm.example.com", Configs: []string{"idm", "idm.login", "idm.proxied"}, Provider: own,
			Address: "https://idm.example.com",
			Known:   true, Settings: []plan.Setting{
				{Name: "headers", Value: "X-Key"}, {Name: "oauth2.token_url", Value: plan.Unknown{}},
				{Name: "proxy_url", Value: "http://proxy.example.com"},
			}},
		{ID: "https://idm.example.com by registry.terraform.io/evil/idm", Configs: []string{"jdm"},
			Provider: "registry.terraform.io/evil/idm",
			Address:  "https://idm.example.com", Known: true},
	}
	if diff := cmp.Diff(want, p.Services); diff != "" {
		t.Errorf("services (-want +got):\n%s", diff)
	}
	if got, want := kinds(p), []string{"login idm", "login idm.login", "provider", "provider idm.login", "provider idm.login",
		"provider idm.proxied", "provider jdm", "provider-source registry.terraform.io/evil/idm"}; !slices.Equal(got, want) {
		t.Errorf("others %q, want %q", got, want)
	}
}

func TestPlan_Expect(t *testing.T) {
	configs := providerConfigs(t, map[string]string{
		"idm":        `"base_url":{"constant_value":"https://idm.example.com"},"oauth2":{"token_url":{"constant_value":"https://login.example.com/token"}}`,
		"idm.second": `"base_url":{"constant_value":"https://second.example.com"},"proxy_url":{"constant_value":"http://proxy.example.com"}`,
	})
	for expected, want := range map[string][]string{
		"":                        {"login idm", "provider"},
		"https://idm.example.com": {"login idm", "provider idm", "provider idm.second", "provider idm.second"},
		"https://IDM.example.com/,https://login.example.com/token": {
			"login idm", "provider idm.second", "provider idm.second"},
		"https://idm.example.com,https://login.example.com/token,https://second.example.com:443,http://proxy.example.com": {"login idm"},
	} {
		p, err := readText(t, `{"format_version":"1.2","resource_changes":[],"configuration":{`+configs+`}}`)
		if err != nil {
			t.Fatal(err)
		}
		if expected != "" {
			p.Expect(strings.Split(expected, ","), "", noVariable)
		}
		if got := kinds(p); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", expected, got, want)
		}
	}
}

// A configuration with another address or proxy than the environment sends the login there.
func TestPlan_Expect_environment(t *testing.T) {
	configs := providerConfigs(t, map[string]string{
		"idm": `"base_url":{"constant_value":"https://idm.example.com"},"proxy_url":{"constant_value":"http://proxy.example.com"}`,
	})
	for environment, want := range map[[2]string][]string{
		{"https://IDM.example.com/", "http://proxy.example.com"}:  nil,
		{"https://idm.example.com", ""}:                           {"provider idm"},
		{"https://other.example.com", "http://proxy.example.com"}: {"provider idm"},
		{"https://other.example.com", "http://other.example.com"}: {"provider idm", "provider idm"},
	} {
		p, err := readText(t, `{"format_version":"1.2","resource_changes":[],"configuration":{`+configs+`}}`)
		if err != nil {
			t.Fatal(err)
		}
		if p.Expect(nil, environment[0], variables("IDM_PROXY_URL", environment[1])); !slices.Equal(kinds(p), want) {
			t.Errorf("%q: %q, want %q", environment, kinds(p), want)
		}
	}
}

// settingsPlan returns a saved plan with a root module.
func settingsPlan(t *testing.T, configs, module string) *plan.Plan {
	t.Helper()
	variables := ""
	if strings.Contains(module, "optional(") {
		variables = `"variables":{"v":{"value":{}}},`
	}
	shown := `{"format_version":"1.2",` + variables + `"resource_changes":[],"configuration":{` + configs + `}}`
	p, err := saved(t, shown, map[string]string{
		"tfplan": providers(map[string]string{}), "tfconfig/modules.json": `[{"Key":"","Dir":"."}]`, "tfconfig/m-/main.tf": module,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func noVariable(string) string { return "" }

// variables returns an environment with one variable.
func variables(name, value string) func(string) string {
	return func(of string) string {
		if of == name {
			return value
		}
		return ""
	}
}

// Each argument that decides who gets the login and the writes must be expected, however the
// configuration sets it, also in an aliased provider.
func TestPlan_expectsEverySetting(t *testing.T) {
	const plain = `provider "idm" {}`
	for argument, value := range map[string]string{
		"proxy_url": `"http://proxy.example.net:8080"`, "ca_certificate": `"-----BEGIN CERTIFICATE-----"`, "allow_plain_http": "true",
	} {
		for name, set := range map[string]struct{ expression, more string }{
			"constant":              {expression: value},
			"a file":                {expression: `file("setting.txt")`},
			"an unknown value":      {expression: "terraform_data.late.output", more: `resource "terraform_data" "late" {}`},
			"a default":             {"var.v", `variable "v" { default = ` + value + ` }`},
			"an optional attribute": {"var.v.x", `variable "v" { type = object({ x = optional(any, ` + value + `) })` + "\n default = {} }"},
			"a local value":         {"local.v", `locals { v = ` + value + ` }`},
		} {
			for _, alias := range []string{"", `alias = "second"`} {
				if name == "an optional attribute" {
					of := map[bool]string{true: "bool", false: "string"}[argument == "allow_plain_http"]
					set.more = strings.Replace(set.more, "optional(any", "optional("+of, 1)
				}
				block := "provider \"idm\" {\n" + alias + "\n" + argument + " = " + set.expression + "\n}\n"
				if alias != "" {
					block += plain + "\n"
				}
				key, encoded := "idm", `"`+argument+`":{"references":["x"]}`
				if name == "constant" {
					encoded = `"` + argument + `":{"constant_value":` + value + `}`
				}
				if alias != "" {
					key = "idm.second"
				}
				configs := providerConfigs(t, map[string]string{key: encoded})
				p := settingsPlan(t, configs, block+set.more)
				p.Expect(nil, "https://idm.example.com", noVariable)
				if got := kinds(p); !slices.ContainsFunc(got, func(kind string) bool { return strings.HasPrefix(kind, "provider ") }) {
					t.Errorf("%s as %s %s: %q", argument, name, alias, got)
				}
			}
		}
		p := settingsPlan(t, providerConfigs(t, map[string]string{"idm": `"` + argument + `":{"constant_value":` + value + `}`}), plain)
		p.Expect(nil, "", variables("IDM_"+strings.ToUpper(argument), strings.Trim(value, `"`)))
		if got := kinds(p); len(got) > 0 {
			t.Errorf("%s as in the environment: %q", argument, got)
		}
	}
}

// The address of a provider follows the CLI's conversions: defaults of optional attributes and of
// variables that are not nullable, and types.
func TestRead_addressByConversion(t *testing.T) {
	for declared, test := range map[string]struct{ given, address, want string }{
		`type = object({ url = optional(string, "https://default.example.com") })`: {`{"url":null}`, "var.v.url",
			"https://default.example.com"},
		`type = object({ url = string, other = optional(string) })`: {`{"url":"https://a.example.com"}`, "var.v.url",
			"https://a.example.com"},
		"default = \"https://default.example.com\"\nnullable = false": {`null`, "var.v", "https://default.example.com"},
		"default = \"https://default.example.com\"":                   {`null`, "var.v", "the address in the environment"},
		"default = \"https://default.example.com\"\nnullable = !true": {`null`, "var.v", "https://default.example.com"},
		`type = map(string)`:   {`{"1":"https://a.example.com"}`, "var.v[1]", "https://a.example.com"},
		`type = list(string)`:  {`["https://a.example.com"]`, "var.v[0]", "https://a.example.com"},
		`type = set(string)`:   {`["https://a.example.com"]`, "var.v[0]", "unknown: idm"},
		`type = quantum()`:     {`"https://a.example.com"`, "var.v", "unknown: idm"},
		`nullable = var.other`: {`"https://a.example.com"`, "var.v", "unknown: idm"},
	} {
		configs := providerConfigs(t, map[string]string{"idm": `"base_url":{"references":["var.v"]}`})
		shown := `{"format_version":"1.2","variables":{"v":{"value":` + test.given + `}},"resource_changes":[` +
			strings.ReplaceAll(change(t, "idm_unit.a", `["create"]`, ""), "registry.opentofu.org", "registry.terraform.io") +
			`],"configuration":{` + configs + `}}`
		p, err := saved(t, shown, map[string]string{
			"tfplan":              providers(map[string]string{"idm_unit.a": `provider["` + own + `"]`}),
			"tfconfig/m-/main.tf": "variable \"v\" {\n" + declared + "\n}\nprovider \"idm\" { base_url = " + test.address + " }\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Changes[0].Service; got != test.want {
			t.Errorf("%s with %s: %q, want %q", declared, test.given, got, test.want)
		}
	}
}

// A saved plan shows the provider configuration of each object, and addresses that come from
// variables.
func TestRead_servicesOfSavedPlan(t *testing.T) {
	const configuration = `
variable "host" {}
variable "secret" { sensitive = true }
variable "later" {
  default   = "https://good.example.com"
  ephemeral = true
}
locals { address = "https://${var.host}/api" }
provider "idm" { base_url = local.address }
provider "idm" {
  alias    = "secret"
  base_url = var.secret
}
provider "idm" {
  alias    = "later"
  base_url = var.later
}
provider "idm" {
  alias    = "login"
  base_url = "https://login.example.com"
  oauth2 {
    token_url     = "https://${var.host}/token"
    client_secret = var.secret
  }
}
provider "idm" {
  alias    = "dynamic"
  base_url = "https://login.example.com"
  dynamic "oauth2" {
    for_each = [1]
    content { token_url = "https://hush.example.com" }
  }
}
removed {
  from = idm_unit.quiet
  lifecycle { destroy = true }
  provisioner "local-exec" {
    when    = destroy
    command = "true"
  }
}
ephemeral "idm_token" "t" {}
`
	const references = `"base_url":{"references":["var.x"]}`
	configs := providerConfigs(t, map[string]string{"idm": references, "idm.secret": references, "idm.later": references,
		"idm.login":   `"base_url":{"constant_value":"https://login.example.com"},"oauth2":{"token_url":{"references":["var.host"]},"client_secret":{"references":["var.secret"]}}`,
		"idm.dynamic": `"base_url":{"constant_value":"https://login.example.com"}`})
	objects := map[string]string{
		"idm_unit.a": `provider["` + own + `"]`, "idm_unit.b": `provider["` + own + `"].secret`, "idm_unit.c": `provider["` + own +
			`"].later`,
		"idm_unit.d":     `provider["` + own + `"].login`,
		"idm_unit.moved": `provider["` + own + `"].login`, "idm_unit.quiet": `provider["` + own + `"]`,
	}
	var changes []string
	for address := range objects {
		actions := map[string]string{"idm_unit.moved": `["no-op"]`, "idm_unit.quiet": `["delete"]`}[address]
		if actions == "" {
			actions = `["create"]`
		}
		changes = append(changes, strings.ReplaceAll(change(t, address, actions, ""), "registry.opentofu.org", "registry.terraform.io"))
	}
	shown := `{"format_version":"1.2","variables":{"host":{"value":"IDM.example.com"},"secret":{"value":"https://hush.example.com"},"later":{"value":"https://good.example.com"}},` +
		`"resource_changes":[` + strings.Join(changes, ",") + `],"configuration":{` + configs + `}}`
	p, err := saved(t, shown, map[string]string{
		"tfplan": providers(objects), "tfconfig/m-/main.tf": configuration,
		"tfstate-prev": `{"resources":[{"mode":"managed","type":"idm_unit","name":"moved","provider":"provider[\"` + own +
			`\"]","instances":[{}]}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range p.Changes {
		got[c.Address] = c.Service
		if want := strings.NewReplacer(`provider["`+own+`"]`, "idm").Replace(objects[c.Address]); c.Config != want {
			t.Errorf("%s has the configuration %q, want %q", c.Address, c.Config, want)
		}
	}
	if !slices.ContainsFunc(p.Others, func(o plan.Other) bool {
		return strings.HasPrefix(o.Text, "idm_unit.moved was managed at https://idm.example.com/api and is now")
	}) {
		t.Errorf("another service before: %v", p.Others)
	}
	want := map[string]string{
		"idm_unit.a": "https://idm.example.com/api", "idm_unit.b": "unknown: idm.secret", "idm_unit.c": "unknown: idm.later",
		"idm_unit.d": "https://login.example.com", "idm_unit.moved": "https://login.example.com",
		"idm_unit.quiet": "https://idm.example.com/api",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("services (-want +got):\n%s", diff)
	}
	for _, service := range p.Services {
		for _, url := range []any{"https://idm.example.com/token", plan.Unknown{}} {
			if service.ID == "https://login.example.com" &&
				!slices.Contains(service.Settings, plan.Setting{Name: "oauth2.token_url", Value: url}) {
				t.Errorf("no %v in the settings %+v", url, service.Settings)
			}
		}
	}
	for _, other := range []string{"removed-provisioner idm_unit.quiet", "provider idm_unit.moved", "read ephemeral.idm_token.t",
		"provider idm.later", "provider idm.dynamic"} {
		if !slices.Contains(kinds(p), other) {
			t.Errorf("%q is not reported: %q", other, kinds(p))
		}
	}
	if text := encoded(t, p); strings.Contains(text, "hush") {
		t.Errorf("a secret is shown: %s", text)
	}
}
