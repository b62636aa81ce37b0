package plan

import (
	"encoding/json"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// evaluator evaluates expressions of a saved plan's configuration with HCL. Any input that it does
// not have is unknown, so that every known result is the CLI's result.
type evaluator struct {
	modules   map[string]*module
	variables map[string]*tfjson.PlanVariable
	atApply   []string
	// planned holds the objects after the apply, by address without their own instance keys.
	planned map[string]cty.Value
	// found caches values by name. An entry exists while its value is computed, so that a name that
	// refers to itself is unknown.
	found map[string]cty.Value
}

func newEvaluator(d *document, saved *archive, planned map[string]cty.Value) *evaluator {
	e := &evaluator{variables: d.Variables, planned: planned, found: map[string]cty.Value{}}
	if saved != nil {
		e.modules, e.atApply = saved.modules, saved.atApply
	}
	return e
}

// once returns the value of a name, and computes it on the first call.
func (e *evaluator) once(name string, compute func() cty.Value) cty.Value {
	if value, exists := e.found[name]; exists {
		return value
	}
	e.found[name] = cty.DynamicVal
	e.found[name] = compute()
	return e.found[name]
}

// known returns the value of an expression; false if the value depends on anything that the plan
// does not contain. A secret counts as not known.
func (e *evaluator) known(expression hcl.Expression, at *scope, in repetition) (cty.Value, bool) {
	found := e.value(expression, at, in)
	return found, found.IsWhollyKnown() && !found.ContainsMarked()
}

// value returns the value of an expression. It contains the mark of a pending ID only if the
// expression passes the ID on unchanged.
func (e *evaluator) value(expression hcl.Expression, at *scope, in repetition) cty.Value {
	if expression == nil || at == nil || at.module == nil {
		return cty.DynamicVal
	}
	context := e.context(expression, at, in)
	found, diagnostics := expression.Value(context)
	if diagnostics.HasErrors() || found.ContainsMarked() && !passesOn(expression, context) {
		return cty.DynamicVal
	}
	return found
}

// context returns the values of the names in an expression.
func (e *evaluator) context(expression hcl.Expression, at *scope, in repetition) *hcl.EvalContext {
	roots := map[string]map[string]cty.Value{}
	for _, traversal := range expression.Variables() {
		root, name := traversal.RootName(), ""
		if len(traversal) > 1 {
			if attribute, named := traversal[1].(hcl.TraverseAttr); named {
				name = attribute.Name
			}
		}
		if roots[root] == nil {
			roots[root] = map[string]cty.Value{}
		}
		roots[root][name] = e.name(root, name, at, in)
	}
	context := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: functions(expression)}
	for root, names := range roots {
		context.Variables[root] = cty.ObjectVal(names)
		if _, whole := names[""]; whole {
			context.Variables[root] = cty.DynamicVal
		}
	}
	return context
}

func (e *evaluator) name(root, name string, at *scope, in repetition) cty.Value {
	key := at.at.canonical() + " " + root + "." + name
	switch root {
	case "local":
		return e.once(key, func() cty.Value { return e.value(at.module.local(name), at, nil) })
	case "var":
		return e.once(key, func() cty.Value { return e.variable(name, at) })
	case "each", "count":
		if value, known := in[root+"."+name]; known {
			return value
		}
		return cty.DynamicVal
	case "module":
		return e.call(name, at)
	}
	if planned, known := e.planned[place{modules: at.at.modules, kind: root, name: name}.canonical()]; known {
		return planned
	}
	return cty.DynamicVal
}

func (e *evaluator) variable(name string, at *scope) cty.Value {
	declared := at.module.only(blockVariable + "." + name)
	if declared == nil || argument(declared, "sensitive") != nil || argument(declared, "ephemeral") != nil {
		return cty.DynamicVal
	}
	given := cty.NilVal
	if at.parent == nil {
		given = e.rootVariable(name)
	} else {
		body, key := at.call()
		if body == nil {
			return cty.DynamicVal
		}
		if expression := argument(body, name); expression != nil {
			given = e.value(expression, at.parent, e.repetition(body, key, at.parent))
		}
	}
	return e.converted(declared, given, at)
}

// converted converts the value of a variable as the CLI does: it applies the default if the value
// is not set, or is null and nullable is false, then the defaults of optional attributes, and then
// the declared type.
func (e *evaluator) converted(declared hcl.Body, given cty.Value, at *scope) cty.Value {
	nullable := true
	if expression := argument(declared, "nullable"); expression != nil {
		flag := valueOf(expression)
		if flag == cty.NilVal || flag.IsNull() || flag.Type() != cty.Bool {
			return cty.DynamicVal
		}
		nullable = flag.True()
	}
	if given == cty.NilVal || given.IsNull() && !nullable {
		given = e.value(argument(declared, "default"), at, nil)
	}
	constraint := argument(declared, "type")
	if constraint == nil {
		return given
	}
	kind, defaults, diagnostics := typeexpr.TypeConstraintWithDefaults(constraint)
	if diagnostics.HasErrors() || given.ContainsMarked() && hasSet(kind) {
		// The order and the number of elements of a set depend on the text of a pending ID.
		return cty.DynamicVal
	}
	if defaults != nil && !given.IsNull() {
		given = defaults.Apply(given)
	}
	value, err := convert.Convert(given, kind)
	if err != nil {
		return cty.DynamicVal
	}
	return value
}

// hasSet reports whether a type is or contains a set.
func hasSet(kind cty.Type) bool {
	switch {
	case kind.IsSetType():
		return true
	case kind.IsCollectionType():
		return hasSet(kind.ElementType())
	case kind.IsTupleType():
		return slices.ContainsFunc(kind.TupleElementTypes(), hasSet)
	case kind.IsObjectType():
		for _, attribute := range kind.AttributeTypes() {
			if hasSet(attribute) {
				return true
			}
		}
	}
	return false
}

func (e *evaluator) rootVariable(name string) cty.Value {
	variable := e.variables[name]
	if variable == nil || slices.Contains(e.atApply, name) {
		return cty.DynamicVal
	}
	var value ctyjson.SimpleJSONValue
	if encoded, err := json.Marshal(variable.Value); err != nil || value.UnmarshalJSON(encoded) != nil {
		return cty.DynamicVal
	}
	return value.Value
}

// textOf returns a known string; false for null and any other value.
func textOf(value cty.Value) (string, bool) {
	if value == cty.NilVal || value.IsNull() || !value.IsKnown() || value.IsMarked() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}
