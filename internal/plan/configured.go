package plan

import (
	"encoding/json"
	"slices"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// AllAttributes is the element of Ignored for ignore_changes = all.
const AllAttributes = "all"

// Ignores reports whether ignore_changes keeps the configured value of an attribute from the plan.
func (c Change) Ignores(attribute string) bool {
	return slices.Contains(c.Ignored, attribute) || slices.Contains(c.Ignored, AllAttributes)
}

// configuredObjects evaluates the configuration of objects whose changes may be ignored.
type configuredObjects struct {
	// expressions are the attributes of resources in the JSON, by addresses without keys.
	expressions map[string]map[string]*tfjson.Expression
	evaluator   *evaluator
	planned     map[string]*tfjson.ResourceChange
}

func newConfiguredObjects(d *document, e *evaluator) *configuredObjects {
	c := &configuredObjects{evaluator: e}
	c.expressions, c.planned = map[string]map[string]*tfjson.Expression{}, map[string]*tfjson.ResourceChange{}
	if d.Config != nil {
		c.collect(d.Config.RootModule, "")
	}
	for _, change := range d.ResourceChanges {
		if change != nil && change.DeposedKey == "" {
			c.planned[canonical(change.Address)] = change
		}
	}
	return c
}

func (c *configuredObjects) collect(m *tfjson.ConfigModule, address string) {
	if m == nil {
		return
	}
	for _, resource := range m.Resources {
		c.expressions[join(address, resource.Address)] = resource.Expressions
	}
	for name, call := range m.ModuleCalls {
		if call != nil {
			c.collect(call.Module, join(address, "module."+name))
		}
	}
}

// fill enters what the configuration of an object ignores, and the values that it gives.
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
	change.Configured = Values{}
	for name, expression := range c.expressions[Resource(change.Address)] {
		change.Configured[name] = c.value(expression, argument(body, name), body, at, key)
	}
}

// block is the block of a resource in a saved plan, with its module and the key of the instance;
// nil when the plan does not show it.
func (c *configuredObjects) block(address string) (hcl.Body, *scope, string) {
	at, ok := parsePlace(address)
	if c.evaluator == nil || !ok {
		return nil, nil, ""
	}
	inside := c.evaluator.links.scope(at.modules)
	if inside == nil {
		return nil, nil, ""
	}
	return inside.module.only(blockResource + "." + at.kind + "." + at.name), inside, at.key
}

// ignored are the attributes that ignore_changes of a resource names.
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

// value is the value of an attribute: the constant of the JSON, or what follows from variables, local
// values and planned objects; Unknown where it depends on anything else.
func (c *configuredObjects) value(expression *tfjson.Expression, written hcl.Expression, body hcl.Body, at *scope, key string) any {
	// The JSON does not distinguish null from a value that is computed without a reference.
	if expression != nil && expression.ExpressionData != nil && expression.ConstantValue != nil &&
		expression.ConstantValue != tfjson.UnknownConstantValue {
		return expression.ConstantValue
	}
	if written == nil || c.evaluator == nil {
		return Unknown{}
	}
	with := *c.evaluator
	with.instance = &instance{at: at, names: map[string]cty.Value{}, object: func(kind, name string) (cty.Value, bool) {
		return c.object(place{modules: at.at.modules, kind: kind, name: name})
	}}
	with.each(body, key)
	found, known := with.value(written, at, followLimit)
	if !known {
		return Unknown{}
	}
	return plainValue(found)
}

// instance is the object whose configuration is evaluated.
type instance struct {
	at *scope
	// names are each.key, each.value and count.index where they are known.
	names map[string]cty.Value
	// object finds the planned values of another object of the same module.
	object func(kind, name string) (cty.Value, bool)
}

// each enters what distinguishes an instance of a resource.
func (e *evaluator) each(body hcl.Body, key string) {
	value, ok := keyValue(key)
	if !ok {
		return
	}
	if value.Type() == cty.Number {
		e.instance.names["count.index"] = value
		return
	}
	e.instance.names["each.key"] = value
	all, known := e.value(argument(body, "for_each"), e.instance.at, followLimit)
	switch {
	case !known:
		if isSet(argument(body, "for_each")) {
			e.instance.names["each.value"] = value
		}
	case all.Type().IsObjectType() && all.Type().HasAttribute(value.AsString()):
		e.instance.names["each.value"] = all.GetAttr(value.AsString())
	case all.Type().IsMapType() && all.HasIndex(value).True():
		e.instance.names["each.value"] = all.Index(value)
	}
}

// keyValue is the key of an instance in an address.
func keyValue(key string) (cty.Value, bool) {
	var decoded any
	if key == "" || json.Unmarshal([]byte(key), &decoded) != nil {
		return cty.NilVal, false
	}
	switch decoded := decoded.(type) {
	case string:
		return cty.StringVal(decoded), true
	case float64:
		number, err := convert.Convert(cty.NumberFloatVal(decoded), cty.Number)
		return number, err == nil
	}
	return cty.NilVal, false
}

// object are the planned values of an object that is not repeated. Those that only the apply shows
// are unknown, and so are collections, because the JSON does not show their types.
func (c *configuredObjects) object(at place) (cty.Value, bool) {
	change := c.planned[at.canonical()]
	if change == nil || change.Change == nil || anything(change.Change.AfterSensitive) {
		return cty.NilVal, false
	}
	values, isObject := change.Change.After.(map[string]any)
	if !isObject {
		return cty.NilVal, false
	}
	attributes := map[string]cty.Value{}
	for name, value := range values {
		attributes[name] = primitive(value)
	}
	unknowns, _ := change.Change.AfterUnknown.(map[string]any)
	for name, mark := range unknowns {
		if anything(mark) {
			attributes[name] = cty.DynamicVal
		}
	}
	return cty.ObjectVal(attributes), change.Change.AfterUnknown != true
}

// primitive is text, a number, a flag or null; any other value is unknown.
func primitive(value any) cty.Value {
	encoded, err := json.Marshal(value)
	if err != nil {
		return cty.DynamicVal
	}
	kind, err := ctyjson.ImpliedType(encoded)
	if err != nil || !kind.IsPrimitiveType() && value != nil {
		return cty.DynamicVal
	}
	known, err := ctyjson.Unmarshal(encoded, kind)
	if err != nil {
		return cty.DynamicVal
	}
	return known
}
