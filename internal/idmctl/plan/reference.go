package plan

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// pending is the address of an object whose external ID is known only after the apply, and the mark
// of that ID. Expressions are evaluated with a placeholder text that has this mark. An expression
// whose value is the placeholder with this mark alone passes the ID on unchanged.
type pending string

// placeholder returns the text that replaces the external ID of an object during evaluation.
func (p pending) placeholder() cty.Value { return cty.StringVal("\x00" + string(p)) }

// originOf returns the address of the object if a value is its pending ID; "" otherwise.
func originOf(value cty.Value) string {
	text, marks := value.Unmark()
	if len(marks) != 1 {
		return ""
	}
	for mark := range marks {
		if id, isPending := mark.(pending); isPending && text.RawEquals(id.placeholder()) {
			return string(id)
		}
	}
	return ""
}

// leavesState reports whether an object is no longer in the state after these actions.
func leavesState(actions tfjson.Actions) bool { return actions.Delete() || actions.Forget() }

// builtinProvider is the provider of terraform_data in both CLIs.
const builtinProvider = "terraform.io/builtin/terraform"

// plannedObjects returns the objects of this provider after the apply, by address without their own
// instance keys. A partial plan does not list all instances, so repeated resources are left out.
func plannedObjects(d *document, partial bool) map[string]cty.Value {
	instances := map[string]map[string]cty.Value{}
	for _, c := range d.ResourceChanges {
		at, ok := place{}, false
		if c != nil && c.Change != nil && c.Mode == tfjson.ManagedResourceMode && c.DeposedKey == "" && !leavesState(c.Change.Actions) &&
			(Ours(c.ProviderName) || c.ProviderName == builtinProvider) {
			at, ok = parsePlace(c.Address)
		}
		if !ok {
			continue
		}
		key := at.key
		at.key = ""
		if instances[at.canonical()] == nil {
			instances[at.canonical()] = map[string]cty.Value{}
		}
		instances[at.canonical()][key] = plannedObject(c)
	}
	planned := map[string]cty.Value{}
	for address, of := range instances {
		if single, isSingle := of[""]; isSingle && len(of) == 1 {
			planned[address] = single
		} else if !partial {
			keys := make([]string, 0, len(of))
			for key := range of {
				keys = append(keys, key)
			}
			planned[address] = instancesOf(keys, func(key string) cty.Value { return of[key] })
		}
	}
	return planned
}

// plannedObject returns the attributes of an object after the apply. Attributes that are sensitive,
// or known only after the apply, are unknown.
func plannedObject(c *tfjson.ResourceChange) cty.Value {
	if c.Change.AfterSensitive == true {
		return cty.DynamicVal
	}
	attributes := map[string]cty.Value{}
	for name, value := range Object(mask(unknown(c.Change.After, c.Change.AfterUnknown), c.Change.AfterSensitive, nil)) {
		attributes[name] = primitive(value)
	}
	if idPending(c.Change.AfterUnknown) && Ours(c.ProviderName) {
		id := pending(c.Address)
		attributes["ext_id"] = id.placeholder().Mark(id)
	}
	return cty.ObjectVal(attributes)
}

// idPending reports whether the external ID of an object, or the whole object, is known only after
// the apply.
func idPending(marks any) bool {
	if of, isObject := marks.(map[string]any); isObject {
		return of["ext_id"] == true
	}
	return marks == true
}

// block returns the block of a resource in a saved plan, with its module and the repetition of the
// instance; nil if the plan does not contain it.
func (e *evaluator) block(address string) (hcl.Body, *scope, repetition) {
	at, ok := parsePlace(address)
	inside := e.scope(at.modules)
	if !ok || inside == nil {
		return nil, nil, nil
	}
	body := inside.module.only(blockResource + "." + at.kind + "." + at.name)
	return body, inside, e.repetition(body, at.key, inside)
}

// resolve sets the origin of each unknown attribute that holds an external ID, as an address of the
// joined plan.
func (e *evaluator) resolve(address string, after Values, part Part) {
	if !slices.ContainsFunc(after.Keys(), func(name string) bool { return isUnknown(after[name]) }) {
		return
	}
	body, inside, in := e.block(address)
	for name, value := range after {
		if isUnknown(value) && strings.HasSuffix(name, "_ext_id") {
			after[name] = Unknown{From: part.Address(originOf(e.value(argument(body, name), inside, in)))}
		}
	}
}

func isUnknown(value any) bool {
	_, unknown := value.(Unknown)
	return unknown
}

// passesOn reports whether an expression only passes on the pending IDs in its value. It must not
// compare, convert or sort them, so that the result does not depend on their text.
func passesOn(expression hcl.Expression, context *hcl.EvalContext) bool {
	value, diagnostics := expression.Value(context)
	if diagnostics.HasErrors() {
		return false
	}
	if !value.ContainsMarked() {
		return true
	}
	inner := func(inner hclsyntax.Expression) bool { return passesOn(inner, context) }
	switch expression := expression.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return true
	case *hclsyntax.ParenthesesExpr:
		return inner(expression.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return inner(expression.Wrapped)
	case *hclsyntax.RelativeTraversalExpr:
		return inner(expression.Source)
	case *hclsyntax.IndexExpr:
		return inner(expression.Collection) && unmarked(expression.Key, context)
	case *hclsyntax.SplatExpr:
		_, plain := expression.Each.(*hclsyntax.RelativeTraversalExpr)
		return plain && inner(expression.Source)
	case *hclsyntax.ConditionalExpr:
		return unmarked(expression.Condition, context) && inner(expression.TrueResult) && inner(expression.FalseResult)
	case *hclsyntax.TupleConsExpr:
		return !slices.ContainsFunc(expression.Exprs, func(each hclsyntax.Expression) bool { return !inner(each) })
	case *hclsyntax.ObjectConsExpr:
		return !slices.ContainsFunc(expression.Items,
			func(each hclsyntax.ObjectConsItem) bool {
				return !unmarked(each.KeyExpr, context) || !inner(each.ValueExpr)
			})
	case *hclsyntax.FunctionCallExpr:
		return expression.Name == "one" && len(expression.Args) == 1 && inner(expression.Args[0])
	}
	return false
}

func unmarked(expression hcl.Expression, context *hcl.EvalContext) bool {
	value, diagnostics := expression.Value(context)
	return !diagnostics.HasErrors() && !value.ContainsMarked()
}

// functions returns the functions that an expression calls. All but knownFunctions return an
// unknown value.
func functions(expression hcl.Expression) map[string]function.Function {
	found := map[string]function.Function{}
	node, isNative := expression.(hclsyntax.Node)
	if !isNative {
		return found
	}
	_ = hclsyntax.VisitAll(node, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, isCall := node.(*hclsyntax.FunctionCallExpr); isCall {
			found[call.Name] = anyFunction
			if known, isKnown := knownFunctions[call.Name]; isKnown {
				found[call.Name] = known
			}
		}
		return nil
	})
	return found
}

var anyFunction = function.New(&function.Spec{
	VarParam: &function.Parameter{
		Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true,
	},
	Type: function.StaticReturnType(cty.DynamicPseudoType),
	Impl: func([]cty.Value, cty.Type) (cty.Value, error) { return cty.DynamicVal, nil },
})

// knownFunctions are toset, which for_each needs, and one, which returns the only instance.
var knownFunctions = map[string]function.Function{
	"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"one": function.New(&function.Spec{
		Params: []function.Parameter{{Type: cty.DynamicPseudoType, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true}},
		Type:   function.StaticReturnType(cty.DynamicPseudoType),
		Impl: func(arguments []cty.Value, _ cty.Type) (cty.Value, error) {
			list := arguments[0]
			if !list.IsMarked() && list.Type().IsTupleType() && list.LengthInt() == 1 {
				return list.Index(cty.Zero), nil
			}
			return cty.DynamicVal, nil
		},
	}),
}
