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

// evaluator computes expressions of constants, variables and local values, in the configuration of
// a saved plan.
type evaluator struct {
	links     *links
	variables map[string]*tfjson.PlanVariable
	atApply   []string
	// instance is the object whose configuration is evaluated; nil where only constants, variables and
	// local values count.
	instance *instance
}

// value is that of an expression, and false when it depends on anything else. A secret counts as
// not known.
func (e *evaluator) value(expression hcl.Expression, at *scope, limit int) (cty.Value, bool) {
	if expression == nil || at == nil || at.module == nil || limit == 0 {
		return cty.NilVal, false
	}
	names := map[string]map[string]cty.Value{}
	for _, traversal := range expression.Variables() {
		reference := tokens(traversal)
		if len(reference) < 2 || reference[1].name == "" {
			return cty.NilVal, false
		}
		root, name := reference[0].name, reference[1].name
		found, known := e.name(root, name, at, limit-1)
		if !known {
			return cty.NilVal, false
		}
		if names[root] == nil {
			names[root] = map[string]cty.Value{}
		}
		names[root][name] = found
	}
	context := &hcl.EvalContext{Variables: map[string]cty.Value{}}
	for root, values := range names {
		context.Variables[root] = cty.ObjectVal(values)
	}
	found, diagnostics := expression.Value(context)
	if diagnostics.HasErrors() || !found.IsWhollyKnown() || found.ContainsMarked() {
		return cty.NilVal, false
	}
	return found, true
}

func (e *evaluator) name(root, name string, at *scope, limit int) (cty.Value, bool) {
	switch root {
	case "local":
		return e.value(at.module.local(name), at, limit)
	case "var":
		return e.variable(name, at, limit)
	}
	if e.instance == nil || e.instance.at != at {
		return cty.NilVal, false
	}
	switch root {
	case "each", "count":
		found, known := e.instance.names[root+"."+name]
		return found, known
	}
	return e.instance.object(root, name)
}

func (e *evaluator) variable(name string, at *scope, limit int) (cty.Value, bool) {
	declared := at.module.only(blockVariable + "." + name)
	if declared == nil || argument(declared, "sensitive") != nil || argument(declared, "ephemeral") != nil {
		return cty.NilVal, false
	}
	var given cty.Value
	known := true
	switch {
	case at.parent == nil:
		given, known = e.rootVariable(name)
	case at.call().body == nil:
		known = false
	default:
		if expression := argument(at.call().body, name); expression != nil {
			given, known = e.value(expression, at.parent, limit)
		}
	}
	if !known {
		return cty.NilVal, false
	}
	return e.converted(declared, given, at, limit)
}

// converted is the value of a variable by the rules of the CLI: its default where it is not given,
// or null although nullable is false; the defaults of optional attributes; the declared type.
func (e *evaluator) converted(declared hcl.Body, given cty.Value, at *scope, limit int) (cty.Value, bool) {
	nullable := true
	if expression := argument(declared, "nullable"); expression != nil {
		flag := valueOf(expression)
		if flag == cty.NilVal || flag.IsNull() || flag.Type() != cty.Bool {
			return cty.NilVal, false
		}
		nullable = flag.True()
	}
	if given == cty.NilVal || given.IsNull() && !nullable {
		var known bool
		if given, known = e.value(argument(declared, "default"), at, limit); !known {
			return cty.NilVal, false
		}
	}
	constraint := argument(declared, "type")
	if constraint == nil {
		return given, true
	}
	kind, defaults, diagnostics := typeexpr.TypeConstraintWithDefaults(constraint)
	if diagnostics.HasErrors() {
		return cty.NilVal, false
	}
	if defaults != nil && !given.IsNull() {
		given = defaults.Apply(given)
	}
	value, err := convert.Convert(given, kind)
	return value, err == nil
}

func (e *evaluator) rootVariable(name string) (cty.Value, bool) {
	variable := e.variables[name]
	if variable == nil || slices.Contains(e.atApply, name) {
		return cty.NilVal, false
	}
	encoded, err := json.Marshal(variable.Value)
	if err != nil {
		return cty.NilVal, false
	}
	kind, err := ctyjson.ImpliedType(encoded)
	if err != nil {
		return cty.NilVal, false
	}
	value, err := ctyjson.Unmarshal(encoded, kind)
	return value, err == nil
}

// textOf is known text, and false when the value is something else, null too.
func textOf(value cty.Value) (string, bool) {
	if value == cty.NilVal || value.IsNull() || !value.IsKnown() || value.IsMarked() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}
