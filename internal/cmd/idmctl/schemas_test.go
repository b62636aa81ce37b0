package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xeipuuv/gojsonschema"

	"github.com/identity-iac/terraform-provider-idm/internal/facts"
	"github.com/identity-iac/terraform-provider-idm/internal/facts/factstest"
	"github.com/identity-iac/terraform-provider-idm/internal/inquiry"
	"github.com/identity-iac/terraform-provider-idm/internal/invariant"
	"github.com/identity-iac/terraform-provider-idm/internal/recertify"
)

// updateSchemas is the variable that lets the test write the schemas.
const updateSchemas = "UPDATE_SCHEMAS"

// schemas are the published outputs, by the name of their schema.
var schemas = map[string]struct {
	title string
	of    any
}{
	"access":             {"Answer of idmctl access, also of access diff", inquiry.Answer{}},
	"access-check":       {"Report of idmctl access check", invariant.Report{}},
	"recertify-evidence": {"Evidence of idmctl recertify prove", recertify.Evidence{}},
}

// words are the values of texts that have only some, by their fields.
var words = map[string][]string{
	"kind": {"role", "enterprise role"}, "effective": {inquiry.Yes, inquiry.No, inquiry.Unknown},
	"undecided": {recertify.Keep, recertify.Revoke},
}

// schemaOf is the JSON schema of a type, from the types and tags of its fields.
func schemaOf(t reflect.Type, field string) map[string]any {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t.Kind() == reflect.Pointer:
		return schemaOf(t.Elem(), field)
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem(), "")}
	case t.Kind() == reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem(), "")}
	case t.Kind() == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case t.Kind() == reflect.String && words[field] != nil:
		return map[string]any{"type": "string", "enum": words[field]}
	case t.Kind() == reflect.Struct:
		return objectSchema(t)
	}
	return map[string]any{"type": "string"}
}

func objectSchema(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" || !field.IsExported() {
			continue
		}
		properties[name] = schemaOf(field.Type, name)
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// The published schemas are those of the Go types.
func TestSchemas(t *testing.T) {
	for name, s := range schemas {
		schema := schemaOf(reflect.TypeOf(s.of), "")
		schema["$schema"], schema["title"] = "http://json-schema.org/draft-07/schema#", s.title
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(schema); err != nil {
			t.Fatal(err)
		}
		file := schemaFile(name)
		if os.Getenv(updateSchemas) != "" {
			if err := os.WriteFile(file, want.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not up to date: run the test with %s=1 (%v)", file, updateSchemas, err)
		}
	}
	files, err := filepath.Glob(schemaFile("*"))
	if err != nil || len(files) != len(schemas) {
		t.Errorf("%v: %q are not %q", err, files, slices.Sorted(maps.Keys(schemas)))
	}
}

func schemaFile(name string) string {
	return filepath.Join("..", "..", "..", "docs", "schemas", name+".schema.json")
}

func fits(t *testing.T, name string, of any) {
	t.Helper()
	encoded, err := encode(of)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(schemaFile(name))
	if err != nil {
		t.Fatal(err)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(content), gojsonschema.NewBytesLoader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range result.Errors() {
		t.Errorf("%s: %s\n%s", name, problem, encoded)
	}
}

// Outputs about random tenants fit the schemas.
func TestSchemas_outputs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "access.hcl")
	policy := "invariant \"i\" {\n  exclusive = [\"r0\", \"r1\"]\n}\ninvariant \"m\" {\n  role = \"r0\"\n  maximum = 0\n}\n"
	if err := os.WriteFile(file, []byte(policy), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := invariant.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(30) {
		tenant := factstest.Random(seed)
		before, err := facts.Read(tenant.Seed(), "")
		if err != nil {
			t.Fatal(err)
		}
		after, err := facts.Read(tenant.Changed().Seed(), "")
		if err != nil {
			t.Fatal(err)
		}
		asker := inquiry.New(after, "test", "", factstest.Now)
		fits(t, "access", asker.All())
		fits(t, "access", asker.Dormant(0))
		fits(t, "access", inquiry.Diff(before, after, [2]string{"a", "b"}, "", factstest.Now))
		found, err := p.Check(after, invariant.Change{Before: before}, factstest.Now)
		if err != nil {
			t.Fatal(err)
		}
		fits(t, "access-check", p.NewReport(found, "test", after.Gaps, factstest.Now))
	}
	decided := recertify.Decided{Campaign: recertify.Campaign{Undecided: recertify.Keep}, Digests: map[string]string{"a": "b"}}
	none, err := facts.Read([]byte("{}"), "")
	if err != nil {
		t.Fatal(err)
	}
	fits(t, "recertify-evidence", decided.Prove("", none.Tenant, none.Tenant, "", time.Now()))
}
