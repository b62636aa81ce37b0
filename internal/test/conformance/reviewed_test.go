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

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// resourceSchemas returns the schemas of the provider's resources by type.
func resourceSchemas(t *testing.T) map[string]*tfprotov6.Schema {
	t.Helper()
	server := providerserver.NewProtocol6(provider.New("test")())()
	response, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(response.ResourceSchemas) == 0 {
		t.Fatalf("%d resources, %v", len(response.ResourceSchemas), err)
	}
	// To their readers, the elements of a collection are objects of the other type.
	for _, of := range objecttype.Collections {
		delete(response.ResourceSchemas, of.TypeName())
	}
	return response.ResourceSchemas
}

// An export writes objects of each type except credentials, whose secrets the service does not show,
// and single members, which are in their sets.
func TestTypes_areExported(t *testing.T) {
	for _, row := range objecttype.All() {
		if exported := slices.Contains(export.Types(), row.TypeName()); exported == (row.Class == objecttype.Credential ||
			row == objecttype.EnterpriseRoleMember) {
			t.Errorf("the export writes %s: %t", row.TypeName(), exported)
		}
	}
}

// Every output format of the review shows a change of any attribute by any action, even if the plan
// hides the value, and the change breaks a rule. A plan has one object for each attribute of a type.
func TestReview_leavesNothingOut(t *testing.T) {
	for name, schema := range resourceSchemas(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, attribute := range schema.Block.Attributes {
				if known, _ := review.Understands(name, attribute.Name); !known {
					t.Errorf("the review does not know what a change of %s.%s means", name, attribute.Name)
				}
			}
			for _, action := range []string{"create", "update", "delete", "replace", "import", "import and update", "forget", "drift"} {
				known := map[string][]string{}
				for _, knowledge := range []string{"known", "unknown", "sensitive", "whole object sensitive"} {
					c := reviewCase{schema: schema, resource: name, action: action, knowledge: knowledge}
					if c.possible() {
						t.Run(action+"/"+knowledge, func(t *testing.T) { c.run(t, known) })
					}
				}
			}
		})
	}
}

// reviewCase is a plan with one action on objects of a type, each of which differs in one attribute.
type reviewCase struct {
	schema                      *tfprotov6.Schema
	resource, action, knowledge string
}

// possible excludes combinations that no CLI plans: only a planned value can be unknown.
func (c reviewCase) possible() bool {
	return c.knowledge != "unknown" || !slices.Contains([]string{"delete", "forget", "drift", "import"}, c.action)
}

// secret must not appear in any output format if it is sensitive.
const secret = "secret-value"

// run reviews the plan. It records in known which rules each attribute breaks with known values.
func (c reviewCase) run(t *testing.T, known map[string][]string) {
	r := c.review(t)
	all, err := review.NamedRules(rules.Names())
	if err != nil {
		t.Fatal(err)
	}
	r.Check(all)
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
	broken := brokenRules(r)
	// Each broken rule lists its findings, and the rule any lists all of them.
	r.FailedRules = slices.DeleteFunc(r.FailedRules, func(f review.BrokenRule) bool { return f.Rule != "any" })
	shown := forms(t, r)
	for form, text := range shown {
		if c.knowledge != "known" && c.knowledge != "unknown" && strings.Contains(text, secret) {
			t.Errorf("the %s shows a sensitive value:\n%s", form, text)
		}
	}
	shown["JSON"] = encode(t, []any{r.Drift, r.Changes})
	for i, attribute := range c.schema.Block.Attributes {
		broken := broken[c.address(i)]
		if !slices.Contains(broken, "any") || len(broken) < 2 {
			t.Errorf("%s breaks only %q", attribute.Name, broken)
		}
		for form, text := range shown {
			// The last place of an object is the list of all changes, in the order of the plan.
			at := strings.LastIndex(text, c.address(i))
			if at < 0 {
				t.Errorf("the %s does not name the object of %s:\n%s", form, attribute.Name, text)
				continue
			}
			if end := strings.Index(text[at:], c.address(i+1)); end > 0 {
				text = text[:at+end]
			}
			if text = text[at:]; c.changesAttribute() && !strings.Contains(text, strings.TrimSuffix(attribute.Name, "_ext_id")) &&
				!strings.Contains(text, "the whole object") {
				t.Errorf("the %s does not name the attribute %s:\n%s", form, attribute.Name, text)
			}
		}
		c.meaning(t, attribute.Name, broken, known)
	}
}

// meaning compares the broken rules of an attribute with those that the same change breaks with
// known values. An unknown change must break all rules that the known one breaks.
func (c reviewCase) meaning(t *testing.T, attribute string, broken []string, known map[string][]string) {
	t.Helper()
	if _, key := review.Understands(c.resource, attribute); key || c.action != "update" {
		return
	}
	if c.knowledge == "known" {
		known[attribute] = broken
		if slices.Contains(broken, "incomplete.not-understood") {
			t.Errorf("%s breaks %q", attribute, broken)
		}
		return
	}
	for _, rule := range known[attribute] {
		if !slices.Contains(broken, rule) {
			t.Errorf("a known change of %s breaks %s, one that the plan does not show breaks only %q", attribute, rule, broken)
		}
	}
}

// changesAttribute reports whether the action changes the attribute itself.
func (c reviewCase) changesAttribute() bool { return c.action != "forget" && c.action != "import" }

// brokenRules returns the rules that each object breaks, by its address.
func brokenRules(r *review.Review) map[string][]string {
	names := map[string][]string{}
	for _, failure := range r.FailedRules {
		for _, s := range failure.Subjects {
			if !slices.Contains(names[s.Address], failure.Rule) {
				names[s.Address] = append(names[s.Address], failure.Rule)
			}
		}
	}
	return names
}

func forms(t *testing.T, r *review.Review) map[string]string {
	t.Helper()
	var page strings.Builder
	if err := r.Document().HTML(&page); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"JSON": encode(t, r), "page": page.String(), "Markdown": r.Document().Markdown(0)}
}

func encode(t *testing.T, value any) string {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

func (c reviewCase) review(t *testing.T) *review.Review {
	t.Helper()
	var changes []any
	for i, attribute := range c.schema.Block.Attributes {
		changes = append(changes, c.change(i, attribute))
	}
	p := planOf(t, c.document(changes...))
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

// address returns the address of an object of the plan, whose name contains no attribute.
func (c reviewCase) address(i int) string { return fmt.Sprintf("%s.x%03d", c.resource, i) }

// change returns the change of one attribute in the CLI's JSON.
func (c reviewCase) change(i int, attribute *tfprotov6.SchemaAttribute) map[string]any {
	before, after := c.values(i, attribute, "one"), c.values(i, attribute, "one")
	if c.action != "import" {
		after[attribute.Name] = value(attribute.ValueType(), "two")
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
		delete(after, attribute.Name)
		change["after_unknown"] = map[string]any{attribute.Name: true}
	case "sensitive":
		change["before_sensitive"], change["after_sensitive"] = map[string]any{attribute.Name: true},
			map[string]any{attribute.Name: true}
	case "whole object sensitive":
		change["before_sensitive"], change["after_sensitive"] = true, true
	}
	_, name, _ := strings.Cut(c.address(i), ".")
	return map[string]any{
		"address": c.address(i), "mode": "managed", "type": c.resource, "name": name,
		"provider_name": "registry.terraform.io/identity-iac/idm", "change": change,
	}
}

// document returns a plan in the CLI's JSON.
func (c reviewCase) document(changes ...any) map[string]any {
	document := map[string]any{"format_version": "1.2", "terraform_version": "1.11.4", "timestamp": "2026-01-01T00:00:00Z",
		"resource_changes": []any{}}
	if c.action == "drift" {
		document["resource_drift"] = changes
	} else {
		document["resource_changes"] = changes
	}
	return document
}

// values returns an object with every attribute set. The attribute under test contains the word and
// the secret, the others the number of the object.
func (c reviewCase) values(i int, under *tfprotov6.SchemaAttribute, word string) map[string]any {
	values := map[string]any{}
	for _, attribute := range c.schema.Block.Attributes {
		if attribute.Name == under.Name {
			values[attribute.Name] = value(attribute.ValueType(), word)
		} else {
			values[attribute.Name] = value(attribute.ValueType(), fmt.Sprintf("same %d", i))
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
	if number, same := strings.CutPrefix(word, "same "); same {
		return "plain-" + number
	}
	return secret + "-" + word
}

// The drift report names each object and attribute that another writer changed.
func TestDrift_leavesNothingOut(t *testing.T) {
	for name, schema := range resourceSchemas(t) {
		for _, attribute := range schema.Block.Attributes {
			if attribute.Name == "id" || attribute.Computed && !attribute.Optional {
				continue
			}
			c := reviewCase{schema: schema, resource: name, action: "drift", knowledge: "known"}
			document := c.document(c.change(0, attribute))
			undone := c
			undone.action = "update"
			// The plan starts from the remote value and restores the recorded one.
			restored := undone.change(0, attribute)
			change := restored["change"].(map[string]any)
			change["before"], change["after"] = change["after"], change["before"]
			document["resource_changes"] = []any{restored}
			encoded, err := json.Marshal(drift.New("plan", planOf(t, document)))
			if err != nil {
				t.Fatal(err)
			}
			if text := string(encoded); !strings.Contains(text, c.address(0)) || !strings.Contains(text, attribute.Name) {
				t.Errorf("the drift report does not name %s.%s:\n%s", name, attribute.Name, text)
			}
		}
	}
}
