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

// pending marks the external ID of an object that is known only after the apply. The address is that
// of the object. A marked text stands for the ID while expressions are evaluated, and an expression
// whose value is that text with this mark alone passes the ID on.
type pending string

// standIn is the text that stands for the ID of an object.
func (p pending) standIn() cty.Value { return cty.StringVal("\x00" + string(p)) }

// originOf is the address of the object whose pending ID a value is, "" when it is anything else.
func originOf(value cty.Value) string {
	text, marks := value.Unmark()
	if len(marks) != 1 {
		return ""
	}
	for mark := range marks {
		if id, isPending := mark.(pending); isPending && text.RawEquals(id.standIn()) {
			return string(id)
		}
	}
	return ""
}

// leavesState reports whether nothing can refer to an object after these actions.
func leavesState(actions tfjson.Actions) bool { return actions.Delete() || actions.Forget() }

// builtinProvider is the provider of terraform_data in both CLIs.
const builtinProvider = "terraform.io/builtin/terraform"

// plannedObjects are the objects of this provider after the apply, by their addresses without the
// keys of their own instances. A plan of a part of the configuration lacks instances, so that the
// repeated ones are unknown.
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

// plannedObject are the attributes of an object after the apply. Those that only the apply shows are
// unknown, and so are sensitive ones.
func plannedObject(c *tfjson.ResourceChange) cty.Value {
	attributes := map[string]cty.Value{}
	values, _ := c.Change.After.(map[string]any)
	for name, value := range values {
		attributes[name] = primitive(value)
	}
	if c.Change.AfterSensitive == true {
		return cty.DynamicVal
	}
	for _, marks := range []any{c.Change.AfterUnknown, c.Change.AfterSensitive} {
		of, _ := marks.(map[string]any)
		for name, mark := range of {
			if anything(mark) {
				attributes[name] = cty.DynamicVal
			}
		}
	}
	if idPending(c.Change.AfterUnknown) && Ours(c.ProviderName) {
		id := pending(c.Address)
		attributes["ext_id"] = id.standIn().Mark(id)
	}
	return cty.ObjectVal(attributes)
}

// idPending reports whether the marks of an object have its external ID, or all of it, as known after
// the apply.
func idPending(marks any) bool {
	if of, isObject := marks.(map[string]any); isObject {
		return of["ext_id"] == true
	}
	return marks == true
}

// resolve names the origin of each unknown attribute that holds an external ID.
func (e *evaluator) resolve(address string, after Values) {
	at, ok := parsePlace(address)
	if !ok || !slices.ContainsFunc(after.Keys(), func(name string) bool { return isUnknown(after[name]) }) {
		return
	}
	inside := e.scope(at.modules)
	if inside == nil {
		return
	}
	body := inside.module.only(blockResource + "." + at.kind + "." + at.name)
	in := e.repetition(body, at.key, inside)
	for name, value := range after {
		if isUnknown(value) && strings.HasSuffix(name, "_ext_id") {
			after[name] = Unknown{From: originOf(e.value(argument(body, name), inside, in))}
		}
	}
}

func isUnknown(value any) bool {
	_, unknown := value.(Unknown)
	return unknown
}

// passesOn reports whether an expression with pending IDs in its value only passes them on: nothing
// in it compares, converts or sorts them, so that it gives the same for any text of theirs.
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

// functions are those that an expression calls. All but a few give an unknown value.
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

// knownFunctions are toset, which for_each is given, and one, which takes the only instance.
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
