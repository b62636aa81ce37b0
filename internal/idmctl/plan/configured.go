package plan

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
)

// AllAttributes is the element of Ignored for ignore_changes = all.
const AllAttributes = "all"

// Ignores reports whether ignore_changes ignores changes of an attribute.
func (c Change) Ignores(attribute string) bool {
	return slices.Contains(c.Ignored, attribute) || slices.Contains(c.Ignored, AllAttributes)
}

// configuredObjects evaluates the configuration of objects that have or may have ignore_changes.
type configuredObjects struct {
	// expressions holds the attributes of resources in the JSON, by address without keys.
	expressions map[string]map[string]*tfjson.Expression
	evaluator   *evaluator
}

func newConfiguredObjects(d *document, e *evaluator) *configuredObjects {
	c := &configuredObjects{evaluator: e, expressions: map[string]map[string]*tfjson.Expression{}}
	d.configured(func(module string, r *tfjson.ConfigResource) { c.expressions[join(module, r.Address)] = r.Expressions })
	return c
}

// omitted returns the unknown attributes that the configuration does not set.
func (c *configuredObjects) omitted(change *Change) []string {
	expressions, known := c.expressions[Resource(change.Address)]
	if !known {
		return nil
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(change.After)) {
		if _, unknown := change.After[name].(Unknown); unknown && expressions[name] == nil {
			found = append(found, name)
		}
	}
	return found
}

// fill sets the ignored attributes of a change and, if any are ignored, the configured values.
func (c *configuredObjects) fill(change *Change) {
	if change.Before == nil || change.After == nil {
		return
	}
	body, at, key := c.block(change.Address)
	change.MayIgnore = body == nil
	if body != nil {
		if change.Ignored = ignored(body); len(change.Ignored) == 0 {
			return
		}
	}
	var in repetition
	if c.evaluator != nil {
		in = c.evaluator.repetition(body, key, at)
	}
	change.Configured = Values{}
	for name, expression := range c.expressions[Resource(change.Address)] {
		change.Configured[name] = c.value(expression, argument(body, name), at, in)
	}
}

// block returns the block of a resource in a saved plan, with its module and the instance key; nil
// if the plan does not contain it.
func (c *configuredObjects) block(address string) (hcl.Body, *scope, string) {
	at, ok := parsePlace(address)
	if c.evaluator == nil || !ok {
		return nil, nil, ""
	}
	inside := c.evaluator.scope(at.modules)
	if inside == nil {
		return nil, nil, ""
	}
	return inside.module.only(blockResource + "." + at.kind + "." + at.name), inside, at.key
}

// ignored returns the attributes in ignore_changes of a resource.
func ignored(body hcl.Body) []string {
	expression := argument(blockOf(body, "lifecycle"), "ignore_changes")
	if expression == nil {
		return nil
	}
	if hcl.ExprAsKeyword(expression) == AllAttributes {
		return []string{AllAttributes}
	}
	elements, diagnostics := hcl.ExprList(expression)
	if diagnostics.HasErrors() {
		return []string{AllAttributes}
	}
	var found []string
	for _, element := range elements {
		if hcl.ExprAsKeyword(element) == AllAttributes {
			return []string{AllAttributes}
		}
		traversal, diagnostics := hcl.RelTraversalForExpr(element)
		if diagnostics.HasErrors() || len(traversal) == 0 {
			return []string{AllAttributes}
		}
		if root, named := traversal[0].(hcl.TraverseAttr); named {
			found = append(found, root.Name)
		}
	}
	return found
}

// value returns the configured value of an attribute: the constant of the JSON, or the value of the
// expression; Unknown if it depends on anything that the plan does not contain.
func (c *configuredObjects) value(expression *tfjson.Expression, written hcl.Expression, at *scope, in repetition) any {
	// The JSON does not distinguish null from a value that is computed without references.
	if expression != nil && expression.ExpressionData != nil && expression.ConstantValue != nil &&
		expression.ConstantValue != tfjson.UnknownConstantValue {
		return expression.ConstantValue
	}
	if written == nil || c.evaluator == nil {
		return Unknown{}
	}
	found, known := c.evaluator.known(written, at, in)
	if !known {
		return Unknown{}
	}
	return plainValue(found)
}
