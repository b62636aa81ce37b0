package conformance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/export"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// resourceSchemas returns the schemas of the provider's resources by type.
func resourceSchemas(t *testing.T) map[string]*tfprotov6.Schema {
	t.Helper()
	server := providerserver.NewProtocol6(provider.New("test")())()
	response, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(response.ResourceSchemas) == 0 {
		t.Fatalf("%d resources, %v", len(response.ResourceSchemas), err)
	}
	return response.ResourceSchemas
}

// Every part of the project supports every resource type; the error names the part that does not.
// An export leaves out types that have no place in it.
func TestTypes_areKnownEverywhere(t *testing.T) {
	rooms := map[string][]string{"review": review.Types(), "export": export.Types()}
	for _, row := range objecttype.All() {
		for room, types := range rooms {
			if want := room != "export" || row.Export.Order > 0; slices.Contains(types, row.TypeName()) != want {
				t.Errorf("%s knows %s: %t", room, row.TypeName(), !want)
			}
		}
	}
	for room, types := range rooms {
		for _, name := range types {
			if objecttype.ByTypeName(name) == nil {
				t.Errorf("%s knows the resource type %s, which does not exist", room, name)
			}
		}
	}
}

// The layout data of an export sets every attribute of the types with a section of their own.
func TestExport_dataSetsEachAttribute(t *testing.T) {
	schemas := resourceSchemas(t)
	for name, known := range export.DataAttributes() {
		var want []string
		for _, attribute := range schemas[name].Block.Attributes {
			if attribute.Name != "id" && attribute.Name != "client_ext_id" && attribute.Name != "property_id" &&
				(name != "idm_terms" || attribute.Name != "ext_id") {
				want = append(want, attribute.Name)
			}
		}
		slices.Sort(known)
		slices.Sort(want)
		if !slices.Equal(known, want) {
			t.Errorf("%s has %q, the layout data sets %q", name, want, known)
		}
	}
}

// Every output format of the review shows a change of any attribute by any action, even if the plan
// hides the value, and the change breaks a rule.
func TestReview_leavesNothingOut(t *testing.T) {
	for name, schema := range resourceSchemas(t) {
		t.Run(name, func(t *testing.T) {
			for _, attribute := range schema.Block.Attributes {
				if !review.Understands(name, attribute.Name) {
					t.Errorf("the review does not know what a change of %s.%s means", name, attribute.Name)
				}
				for _, action := range []string{"create", "update", "delete", "replace", "import", "import and update", "forget", "drift",
					"deferred"} {
					for _, knowledge := range []string{"known", "unknown", "sensitive", "whole object sensitive"} {
						c := reviewCase{schema: schema, resource: name, attribute: attribute, action: action, knowledge: knowledge}
						if c.possible() {
							t.Run(strings.Join([]string{attribute.Name, action, knowledge}, "/"), c.run)
						}
					}
				}
			}
		})
	}
}

// reviewCase is a plan with one action on one attribute.
type reviewCase struct {
	schema                      *tfprotov6.Schema
	resource, action, knowledge string
	attribute                   *tfprotov6.SchemaAttribute
}

// possible excludes combinations that no CLI plans: only a planned value can be unknown.
func (c reviewCase) possible() bool {
	return c.knowledge != "unknown" || !slices.Contains([]string{"delete", "forget", "drift", "import"}, c.action)
}

// secret must not appear in any output format if it is sensitive.
const secret = "secret-value"

func (c reviewCase) run(t *testing.T) {
	r := c.review(t)
	r.Check(slices.Concat(review.Presets(), review.Rules()))
	broken := brokenRules(r)
	if !slices.Contains(broken, "any") || len(broken) < 2 {
		t.Errorf("breaks only %q", broken)
	}
	for _, finding := range r.Findings {
		for _, rule := range finding.Rules {
			if _, err := review.NamedRules([]string{rule}); err != nil {
				t.Errorf("%q falls under %s: %v", finding.Text, rule, err)
			}
		}
		if len(finding.Rules) == 0 {
			t.Errorf("%q falls under no rule", finding.Text)
		}
	}
	if r.ChangesNothing() {
		t.Error("the review says that the plan changes nothing")
	}
	for form, text := range forms(t, r) {
		if !strings.Contains(text, c.resource+".x") {
			t.Errorf("the %s does not name the object:\n%s", form, text)
		}
		if c.changesAttribute() && !strings.Contains(text, strings.TrimSuffix(c.attribute.Name, "_ext_id")) &&
			!strings.Contains(text, "the whole object") {
			t.Errorf("the %s does not name the attribute:\n%s", form, text)
		}
		if c.knowledge != "known" && c.knowledge != "unknown" && strings.Contains(text, secret) {
			t.Errorf("the %s shows a sensitive value:\n%s", form, text)
		}
	}
	c.meaning(t, broken)
}

// meaning compares the broken rules with the rules that the same change breaks with known values.
// An unknown change must break all rules that the known one breaks.
func (c reviewCase) meaning(t *testing.T, broken []string) {
	t.Helper()
	if c.action != "update" || review.Keys(c.resource, c.attribute.Name) {
		return
	}
	if c.knowledge == "known" {
		if slices.Contains(broken, "not-understood") {
			t.Errorf("breaks %q", broken)
		}
		return
	}
	known := c
	known.knowledge = "known"
	r := known.review(t)
	r.Check(slices.Concat(review.Presets(), review.Rules()))
	for _, rule := range brokenRules(r) {
		if !slices.Contains(broken, rule) {
			t.Errorf("a known change breaks %s, one that the plan does not show breaks only %q", rule, broken)
		}
	}
}

// changesAttribute reports whether the action changes the attribute itself.
func (c reviewCase) changesAttribute() bool { return c.action != "forget" && c.action != "import" }

func brokenRules(r *review.Review) []string {
	var names []string
	for _, failure := range r.FailedRules {
		if len(failure.Subjects) > 0 {
			names = append(names, failure.Rule)
		}
	}
	return names
}

func forms(t *testing.T, r *review.Review) map[string]string {
	t.Helper()
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := r.Document().HTML(&page); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"JSON": string(encoded), "page": page.String(), "Markdown": r.Document().Markdown(0)}
}

func (c reviewCase) review(t *testing.T) *review.Review {
	t.Helper()
	p := planOf(t, c.document())
	if c.action == "deferred" {
		p.Changes, p.Deferred = nil, p.Changes
	}
	return review.New(p, review.NewDirectory(p))
}

func planOf(t *testing.T, document map[string]any) *plan.Plan {
	t.Helper()
	encoded, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(t.Context(), file, plan.CLI{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// document returns the plan in the CLI's JSON.
func (c reviewCase) document() map[string]any {
	before, after := c.values("one"), c.values("one")
	if c.action != "import" {
		after[c.attribute.Name] = value(c.attribute.ValueType(), "two")
	}
	change := map[string]any{"actions": []string{"update"}, "before": before, "after": after, "after_unknown": map[string]any{}}
	switch c.action {
	case "create":
		change["actions"], change["before"] = []string{"create"}, nil
	case "delete":
		change["actions"], change["after"] = []string{"delete"}, nil
	case "replace":
		change["actions"] = []string{"delete", "create"}
	case "import":
		change["actions"], change["importing"] = []string{"no-op"}, map[string]any{"id": "the-import-id"}
	case "import and update":
		change["importing"] = map[string]any{"id": "the-import-id"}
	case "forget":
		change["actions"], change["after"] = []string{"forget"}, nil
	}
	switch c.knowledge {
	case "unknown":
		delete(after, c.attribute.Name)
		change["after_unknown"] = map[string]any{c.attribute.Name: true}
	case "sensitive":
		change["before_sensitive"], change["after_sensitive"] = map[string]any{c.attribute.Name: true},
			map[string]any{c.attribute.Name: true}
	case "whole object sensitive":
		change["before_sensitive"], change["after_sensitive"] = true, true
	}
	resource := map[string]any{
		"address": c.resource + ".x", "mode": "managed", "type": c.resource, "name": "x",
		"provider_name": "registry.terraform.io/identity-iac/idm", "change": change,
	}
	document := map[string]any{"format_version": "1.2", "terraform_version": "1.11.4", "timestamp": "2026-01-01T00:00:00Z",
		"resource_changes": []any{}}
	if c.action == "drift" {
		document["resource_drift"] = []any{resource}
	} else {
		document["resource_changes"] = []any{resource}
	}
	return document
}

// values returns an object with every attribute set. The attribute under test contains the word and
// the secret.
func (c reviewCase) values(word string) map[string]any {
	values := map[string]any{}
	for _, attribute := range c.schema.Block.Attributes {
		if attribute.Name == c.attribute.Name {
			values[attribute.Name] = value(attribute.ValueType(), word)
		} else {
			values[attribute.Name] = value(attribute.ValueType(), "same")
		}
	}
	return values
}

// value returns a value of a type that contains a word.
func value(of tftypes.Type, word string) any {
	switch {
	case of.Is(tftypes.String):
		return text(word)
	case of.Is(tftypes.Bool):
		return word == "two"
	case of.Is(tftypes.Number):
		return int(word[0])
	case of.Is(tftypes.Map{}):
		element := of.(tftypes.Map).ElementType
		if element.Is(tftypes.String) {
			// Validities and localized texts are maps of strings.
			return map[string]any{"to": map[string]string{"one": "2030-01-01T00:00:00Z", "two": "2040-01-01T00:00:00Z"}[word],
				"en": text(word)}
		}
		return map[string]any{"role": value(element, word)}
	case of.Is(tftypes.Set{}):
		return []any{value(of.(tftypes.Set).ElementType, word)}
	case of.Is(tftypes.List{}):
		return []any{value(of.(tftypes.List).ElementType, word)}
	case of.Is(tftypes.Object{}):
		object := map[string]any{}
		for name, attribute := range of.(tftypes.Object).AttributeTypes {
			object[name] = value(attribute, word)
		}
		return object
	case of.Is(tftypes.DynamicPseudoType):
		return value(anyGrants, word)
	}
	panic(fmt.Sprintf("no value of type %s", of))
}

// anyGrants is the type of all dynamic attributes of resources: the grants of a profile.
var anyGrants = tftypes.Map{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{
	"client_global": tftypes.Bool, "unit_global": tftypes.Bool, "app_global": tftypes.Bool, "enterprise_role_global": tftypes.Bool,
	"validity": tftypes.Map{ElementType: tftypes.String},
}}}

// text returns the secret with the word for the attribute under test, and a plain text for the
// others.
func text(word string) string {
	if word == "same" {
		return "plain"
	}
	return secret + "-" + word
}

// The drift report names each object and attribute that another writer changed.
func TestDrift_leavesNothingOut(t *testing.T) {
	for name, schema := range resourceSchemas(t) {
		for _, attribute := range schema.Block.Attributes {
			c := reviewCase{schema: schema, resource: name, attribute: attribute, action: "drift", knowledge: "known"}
			if attribute.Name == "id" || attribute.Computed && !attribute.Optional {
				continue
			}
			document := c.document()
			undone := c
			undone.action = "update"
			changed := undone.document()["resource_changes"].([]any)
			// The plan starts from the remote value and restores the recorded one.
			change := changed[0].(map[string]any)["change"].(map[string]any)
			change["before"], change["after"] = change["after"], change["before"]
			document["resource_changes"] = changed
			encoded, err := json.Marshal(drift.New("plan", planOf(t, document)))
			if err != nil {
				t.Fatal(err)
			}
			if text := string(encoded); !strings.Contains(text, name+".x") || !strings.Contains(text, attribute.Name) {
				t.Errorf("the drift report does not name %s.%s:\n%s", name, attribute.Name, text)
			}
		}
	}
}
