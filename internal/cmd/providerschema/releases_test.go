package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// released returns the schemas of the releases, which `make remember` stores. A preview counts as a
// release, because states were created with it.
func released(t *testing.T) map[string]*tfjson.ProviderSchema {
	t.Helper()
	files, err := filepath.Glob("testdata/releases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no release is remembered: %v", err)
	}
	found := map[string]*tfjson.ProviderSchema{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var schemas tfjson.ProviderSchemas
		if err := json.Unmarshal(content, &schemas); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found[strings.TrimSuffix(filepath.Base(file), ".json")] = schemas.Schemas[providerName]
	}
	return found
}

func current(t *testing.T) *tfjson.ProviderSchema {
	t.Helper()
	schemas, err := read(t.Context(), providerserver.NewProtocol6(provider.New("test")())())
	if err != nil {
		t.Fatal(err)
	}
	return schemas.Schemas[providerName]
}

// A configuration for an earlier release stays valid, unless the latest section of the changelog
// names the affected part under "Breaking changes".
func TestReleases_configurationsStayValid(t *testing.T) {
	changelog, err := os.ReadFile("../../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	now := current(t)
	for version, then := range released(t) {
		for _, b := range breaks(then, now) {
			if !announced(string(changelog), b.part) {
				t.Errorf("since %s: %s %s; keep it, or name `%s` under \"### Breaking changes\" in CHANGELOG.md", version, b.part, b.how,
					b.part)
			}
		}
	}
}

// announced reports whether the latest section of a changelog lists a part of the schema as a
// breaking change.
func announced(changelog, part string) bool {
	parts := regexp.MustCompile(`(?m)^## `).Split(changelog, 3)
	if len(parts) < 2 {
		return false
	}
	_, breaking, _ := strings.Cut(parts[1], "\n### Breaking changes\n")
	breaking, _, _ = strings.Cut(breaking, "\n### ")
	return strings.Contains(breaking, "`"+part+"`")
}

func TestAnnounced(t *testing.T) {
	const changelog = "# Changelog\n\n## 0.2.0\n\n### Breaking changes\n\n- `idm_a.b` is gone\n\n### Fixes\n\n- `idm_c.d`\n\n" +
		"## 0.1.0\n\n### Breaking changes\n\n- `idm_e.f`\n"
	for part, want := range map[string]bool{"idm_a.b": true, "idm_a": false, "idm_c.d": false, "idm_e.f": false} {
		if got := announced(changelog, part); got != want {
			t.Errorf("%s: %v", part, got)
		}
	}
}

// A state of an earlier release is upgraded: each resource accepts its own states of any schema
// version.
func TestReleases_statesAreUpgraded(t *testing.T) {
	server := providerserver.NewProtocol6(provider.New("test")())()
	now := current(t)
	for version, then := range released(t) {
		for _, name := range slices.Sorted(maps.Keys(then.ResourceSchemas)) {
			if now.ResourceSchemas[name] == nil {
				continue
			}
			for _, filled := range []bool{false, true} {
				state, err := json.Marshal(example(then.ResourceSchemas[name].Block.Attributes, filled))
				if err != nil {
					t.Fatal(err)
				}
				resp, err := server.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
					TypeName: name, Version: int64(then.ResourceSchemas[name].Version), RawState: &tfprotov6.RawState{JSON: state},
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range resp.Diagnostics {
					t.Errorf("a state of %s from %s (filled: %v): %s: %s", name, version, filled, d.Summary, d.Detail)
				}
			}
		}
	}
}

// example returns an object in a state, with a value for every attribute or for none.
func example(attributes map[string]*tfjson.SchemaAttribute, filled bool) map[string]any {
	object := map[string]any{}
	for name, a := range attributes {
		switch {
		case !filled || a.WriteOnly:
			object[name] = nil
		case a.AttributeNestedType != nil:
			inner := example(a.AttributeNestedType.Attributes, true)
			switch a.AttributeNestedType.NestingMode {
			case tfjson.SchemaNestingModeSingle:
				object[name] = inner
			case tfjson.SchemaNestingModeMap:
				object[name] = map[string]any{"k": inner}
			default:
				object[name] = []any{inner}
			}
		default:
			object[name] = value(a.AttributeType)
		}
	}
	return object
}

func value(t cty.Type) any {
	switch {
	case t == cty.Bool:
		return true
	case t == cty.Number:
		return 1
	case t.IsMapType():
		return map[string]any{"k": value(t.ElementType())}
	case t.IsCollectionType():
		return []any{value(t.ElementType())}
	case t.IsObjectType():
		object := map[string]any{}
		for name, inner := range t.AttributeTypes() {
			object[name] = value(inner)
		}
		return object
	case t == cty.DynamicPseudoType:
		return map[string]any{"type": "string", "value": "s"}
	}
	return "s"
}

// broken describes an incompatible change to a part of a schema, such as idm_unit.name.
type broken struct{ part, how string }

func breaks(then, now *tfjson.ProviderSchema) []broken {
	var found []broken
	kinds := func(kind string, then, now map[string]*tfjson.Schema) {
		for name, old := range then {
			if now[name] == nil {
				found = append(found, broken{kind + name, "is gone"})
				continue
			}
			if now[name].Version < old.Version {
				found = append(found, broken{kind + name, "has an older version of its state"})
			}
			compared := changed(kind+name+".", old.Block.Attributes, now[name].Block.Attributes, now[name].Version > old.Version)
			found = append(found, compared...)
		}
	}
	kinds("", then.ResourceSchemas, now.ResourceSchemas)
	kinds("data.", then.DataSourceSchemas, now.DataSourceSchemas)
	kinds("ephemeral.", then.EphemeralResourceSchemas, now.EphemeralResourceSchemas)
	kinds("list.", then.ListResourceSchemas, now.ListResourceSchemas)
	found = append(found, slices.DeleteFunc(changed("provider.", then.ConfigSchema.Block.Attributes, now.ConfigSchema.Block.Attributes,
		true),
		func(b broken) bool { return b.how == becameSensitive })...)
	for name, old := range then.ActionSchemas {
		if now.ActionSchemas[name] == nil {
			found = append(found, broken{"action." + name, "is gone"})
			continue
		}
		found = append(found, changed("action."+name+".", old.Block.Attributes, now.ActionSchemas[name].Block.Attributes, false)...)
	}
	for name := range then.Functions {
		if now.Functions[name] == nil {
			found = append(found, broken{"function." + name, "is gone"})
		}
	}
	for name, old := range then.ResourceIdentitySchemas {
		if other := now.ResourceIdentitySchemas[name]; other == nil || other.Version == old.Version && !sameIdentity(old, other) {
			found = append(found, broken{"identity." + name, "changes without a new version"})
		}
	}
	slices.SortFunc(found, func(a, b broken) int { return cmp.Compare(a.part, b.part) })
	return found
}

// becameSensitive breaks outputs that contain the value. It does not apply to settings of the
// provider, which are not read.
const becameSensitive = "is sensitive now"

func sameIdentity(then, now *tfjson.IdentitySchema) bool {
	return maps.EqualFunc(then.Attributes, now.Attributes, func(a, b *tfjson.IdentityAttribute) bool {
		return a.IdentityType.Equals(b.IdentityType) && a.RequiredForImport == b.RequiredForImport
	})
}

// changed compares attributes; upgraded reports that the state of the resource has a newer schema
// version.
func changed(prefix string, then, now map[string]*tfjson.SchemaAttribute, upgraded bool) []broken {
	var found []broken
	for name, a := range then {
		part, b := prefix+name, now[name]
		if b == nil {
			found = append(found, broken{part, "is gone"})
			continue
		}
		for how, is := range map[string]bool{
			"must be set now":                    b.Required && !a.Required,
			"cannot be set any more":             (a.Required || a.Optional) && !b.Required && !b.Optional,
			"has no value of the service's now":  a.Computed && !b.Computed && !b.Required,
			"is not kept in the state any more":  b.WriteOnly && !a.WriteOnly,
			becameSensitive:                      b.Sensitive && !a.Sensitive,
			"has another type of values":         !accepts(a, b),
			"has another type in the same state": accepts(a, b) && !upgraded && !sameType(a, b),
		} {
			if is {
				found = append(found, broken{part, how})
			}
		}
		if a.AttributeNestedType != nil && b.AttributeNestedType != nil {
			found = append(found, changed(part+".", a.AttributeNestedType.Attributes, b.AttributeNestedType.Attributes, upgraded)...)
		}
	}
	for name, b := range now {
		if b.Required && then[name] == nil {
			found = append(found, broken{prefix + name, "must be set now"})
		}
	}
	return found
}

// accepts reports whether b accepts all values of a: the types are equal, or b has the dynamic
// type.
func accepts(a, b *tfjson.SchemaAttribute) bool {
	return sameType(a, b) || b.AttributeNestedType == nil && b.AttributeType == cty.DynamicPseudoType
}

func sameType(a, b *tfjson.SchemaAttribute) bool {
	if a.AttributeNestedType != nil || b.AttributeNestedType != nil {
		return a.AttributeNestedType != nil && b.AttributeNestedType != nil &&
			a.AttributeNestedType.NestingMode == b.AttributeNestedType.NestingMode
	}
	return a.AttributeType.Equals(b.AttributeType)
}

// Each kind of breaking change is detected and names its part.
func TestBreaks(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*tfjson.ProviderSchema)
		part   string
	}{
		"a resource goes": {func(p *tfjson.ProviderSchema) { delete(p.ResourceSchemas, "idm_unit") }, "idm_unit"},
		"a data source":   {func(p *tfjson.ProviderSchema) { delete(p.DataSourceSchemas, "idm_unit") }, "data.idm_unit"},
		"an action":       {func(p *tfjson.ProviderSchema) { delete(p.ActionSchemas, "idm_login") }, "action.idm_login"},
		"a function":      {func(p *tfjson.ProviderSchema) { delete(p.Functions, "import_id") }, "function.import_id"},
		"an identity": {func(p *tfjson.ProviderSchema) {
			delete(p.ResourceIdentitySchemas["idm_unit"].Attributes, "ext_id")
		}, "identity.idm_unit"},
		"an attribute":      {func(p *tfjson.ProviderSchema) { delete(of(p, "idm_unit"), "name") }, "idm_unit.name"},
		"a setting":         {func(p *tfjson.ProviderSchema) { delete(p.ConfigSchema.Block.Attributes, "token") }, "provider.token"},
		"becomes required":  {func(p *tfjson.ProviderSchema) { of(p, "idm_unit")["location"].Required = true }, "idm_unit.location"},
		"becomes read-only": {func(p *tfjson.ProviderSchema) { of(p, "idm_unit")["location"].Optional = false }, "idm_unit.location"},
		"becomes sensitive": {func(p *tfjson.ProviderSchema) { of(p, "idm_unit")["location"].Sensitive = true }, "idm_unit.location"},
		"another type": {func(p *tfjson.ProviderSchema) { of(p, "idm_unit")["location"].AttributeType = cty.Bool },
			"idm_unit.location"},
		"any type, same version": {func(p *tfjson.ProviderSchema) {
			of(p, "idm_unit")["location"].AttributeType = cty.DynamicPseudoType
		}, "idm_unit.location"},
		"a new required one": {func(p *tfjson.ProviderSchema) {
			of(p, "idm_unit")["new"] = &tfjson.SchemaAttribute{AttributeType: cty.String, Required: true}
		}, "idm_unit.new"},
	} {
		t.Run(name, func(t *testing.T) {
			then, now := current(t), current(t)
			test.change(now)
			if got := breaks(then, now); len(got) != 1 || got[0].part != test.part {
				t.Errorf("breaks: %v, wanted one of %s", got, test.part)
			}
		})
	}
	then, now := current(t), current(t)
	then.ResourceSchemas["idm_unit"].Version++
	if got := breaks(then, now); len(got) != 1 || got[0].part != "idm_unit" {
		t.Errorf("an older version of the state: %v", got)
	}
	then.ResourceSchemas["idm_unit"].Version--
	of(now, "idm_unit")["new"] = &tfjson.SchemaAttribute{AttributeType: cty.String, Optional: true}
	if got := breaks(then, now); len(got) > 0 {
		t.Errorf("a new optional attribute breaks nothing, but: %s", fmt.Sprint(got))
	}
}

func of(p *tfjson.ProviderSchema, resource string) map[string]*tfjson.SchemaAttribute {
	return p.ResourceSchemas[resource].Block.Attributes
}
