package plan_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// read reads a plan from the JSON of its resource changes.
func read(t *testing.T, configuration string, changes ...string) *plan.Plan {
	t.Helper()
	if configuration == "" {
		configuration = "{}"
	}
	text := `{"format_version":"1.2","terraform_version":"1.11.4","configuration":` + configuration + `,"resource_changes":[` +
		strings.Join(changes, ",") + `]}`
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(t.Context(), file, plan.CLI{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// change returns the JSON of a resource change.
func change(t *testing.T, address, actions, rest string) string {
	t.Helper()
	resource := plan.Resource(address)
	parts := strings.Split(resource, ".")
	kind, name := parts[len(parts)-2], parts[len(parts)-1]
	index := ""
	if i := strings.LastIndex(address, "["); strings.HasSuffix(address, "]") {
		index = `,"index":` + address[i+1:len(address)-1]
	}
	module := ""
	if i := strings.Index(address, "."+kind+"."); i > 0 {
		encoded, err := json.Marshal(address[:i])
		if err != nil {
			t.Fatal(err)
		}
		module = `,"module_address":` + string(encoded)
	}
	encoded, err := json.Marshal(address)
	if err != nil {
		t.Fatal(err)
	}
	return `{"address":` + string(encoded) + module + `,"mode":"managed","type":"` + kind + `","name":"` + name + `"` + index +
		`,"provider_name":"registry.opentofu.org/identity-iac/idm","change":{"actions":` + actions + rest + `}}`
}

func TestRead_actions(t *testing.T) {
	tests := map[string]plan.Action{
		`["create"]`: plan.Create, `["update"]`: plan.Update, `["delete"]`: plan.Delete, `["no-op"]`: plan.NoOp, `["forget"]`: plan.Forget,
		`["delete","create"]`: plan.Replace, `["create","delete"]`: plan.Replace, `["create","forget"]`: plan.ForgetCreate,
	}
	for actions, want := range tests {
		p := read(t, "", change(t, "idm_unit.a", actions, `,"before":{"name":"A"},"after":{"name":"A"}`))
		if got := p.Changes[0].Action; got != want {
			t.Errorf("%s is %q, want %q", actions, got, want)
		}
	}
}

// A destroy leaves a user with on_destroy = "keep" as it is; its replacement does not exist.
func TestRead_keptUser(t *testing.T) {
	for _, test := range []struct {
		kind, onDestroy string
		want            plan.Action
	}{{"idm_user", "keep", plan.Forget}, {"idm_user", "archive", plan.Delete}, {"idm_user", "delete", plan.Delete},
		{"idm_unit", "keep", plan.Delete}} {
		p := read(t, "", change(t, test.kind+".a", `["delete"]`, `,"before":{"on_destroy":"`+test.onDestroy+`"},"after":null`))
		if got := p.Changes[0].Action; got != test.want {
			t.Errorf("%s %s: %s, not %s", test.kind, test.onDestroy, got, test.want)
		}
	}
}

func TestRead_unknownAndSensitive(t *testing.T) {
	p := read(t, "", change(t, "idm_unit_properties.a", `["update"]`, `,
		"before":{"unit_ext_id":"a","properties":{"a":"1","b":"hush"},"sensitive_properties":{"s":"one"},"list":["x","hush"]},
		"after":{"unit_ext_id":"a","properties":{"a":"1","b":"hush","c":"loud"},"sensitive_properties":{"s":"two"},"list":["x","hush"]},
		"after_unknown":{"id":true,"properties":{"d":true}},
		"before_sensitive":{"properties":{"b":true},"sensitive_properties":true,"list":[false,true]},
		"after_sensitive":{"properties":{"b":true,"c":true},"sensitive_properties":true,"list":[false,true]}`))
	c := p.Changes[0]
	want := plan.Values{
		"unit_ext_id":          "a",
		"id":                   plan.Unknown{},
		"properties":           map[string]any{"a": "1", "b": plan.Masked{}, "c": plan.Masked{Changed: true}, "d": plan.Unknown{}},
		"sensitive_properties": plan.Masked{Changed: true},
		"list":                 []any{"x", plan.Masked{}},
	}
	if diff := cmp.Diff(want, c.After); diff != "" {
		t.Errorf("after (-want +got):\n%s", diff)
	}
	if encoded, err := json.Marshal(c); err != nil || strings.Contains(string(encoded), "hush") ||
		strings.Contains(string(encoded), "one") {
		t.Errorf("shown %s %v", encoded, err)
	}
}

// A whole object can be sensitive, and a mark can have no value.
func TestRead_oddMarks(t *testing.T) {
	p := read(t, "",
		change(t,
			"idm_unit.a",
			`["create"]`,
			`,"before":null,"after":{"name":"secret"},"after_unknown":{"validity":{"from":true},"list":[true]},"before_sensitive":false,"after_sensitive":true`),
		change(t,
			"idm_unit.b",
			`["create"]`,
			`,"before":null,"after":{"name":"b"},"after_unknown":{"validity":{"from":true},"list":[true]},"after_sensitive":{"nothing":true,"list":[true,true]}`))
	if p.Changes[0].After != nil {
		t.Errorf("a sensitive object shows %v", p.Changes[0].After)
	}
	want := plan.Values{"name": "b", "validity": map[string]any{"from": plan.Unknown{}}, "list": []any{plan.Masked{}}}
	if diff := cmp.Diff(want, p.Changes[1].After); diff != "" {
		t.Errorf("after (-want +got):\n%s", diff)
	}
}

func TestResource(t *testing.T) {
	for address, want := range map[string]string{
		"idm_unit.a":                               "idm_unit.a",
		`module.team["a]\".b"].idm_unit.all[0]`:    "module.team.idm_unit.all",
		`idm_unit.each["[x]"]`:                     "idm_unit.each",
		`module.a[0].module.b["c.d"].idm_unit.one`: "module.a.module.b.idm_unit.one",
	} {
		if got := plan.Resource(address); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}

func TestOurs(t *testing.T) {
	for provider, want := range map[string]bool{
		"registry.terraform.io/identity-iac/idm": true, "terraform.example.com/platform/idm": true,
		"registry.terraform.io/hashicorp/aws": false,
		"":                                    false,
	} {
		if plan.Ours(provider) != want {
			t.Errorf("%q", provider)
		}
	}
}
