package plan

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// links describes which object a value that is known only after the apply is the external ID of. It
// follows expressions only where they hand a value on as it is: the JSON of a plan names the
// references of an expression, but not what becomes of them, so that nothing is followed without
// the configuration in a saved plan.
type links struct {
	modules map[string]*module
	// instances are the addresses of the objects whose external ID is known only after the apply, by
	// their canonical addresses: a reference to any other object is known.
	instances map[string]string
}

func newLinks(raw *tfjson.Plan, saved *archive) *links {
	if saved == nil {
		return nil
	}
	l := &links{modules: saved.modules, instances: make(map[string]string, len(raw.ResourceChanges))}
	for _, c := range raw.ResourceChanges {
		if c != nil && c.Change != nil && c.Mode == tfjson.ManagedResourceMode && c.DeposedKey == "" && Ours(c.ProviderName) &&
			!gone(c.Change.Actions) && idPending(c.Change.AfterUnknown) {
			l.instances[canonical(c.Address)] = c.Address
		}
	}
	return l
}

// gone reports whether nothing can refer to an object after these actions.
func gone(actions tfjson.Actions) bool { return actions.Delete() || actions.Forget() }

// idPending reports whether the marks of an object have its external ID, or all of it, as known after
// the apply.
func idPending(marks any) bool {
	if of, isObject := marks.(map[string]any); isObject {
		return of["ext_id"] == true
	}
	return marks == true
}

// scope is one instance of a module.
type scope struct {
	module *module
	at     place
	parent *scope
}

// repetition is the block with count or for_each that contains an expression, and the key of the
// instance. Its zero value is for an expression outside of such blocks.
type repetition struct {
	body hcl.Body
	key  string
}

// resolve names the origin of each unknown attribute that holds an external ID.
func (l *links) resolve(address string, after Values) {
	at, ok := parsePlace(address)
	if !ok || !slices.ContainsFunc(after.Keys(), func(name string) bool { return isUnknown(after[name]) }) {
		return
	}
	inside := l.scope(at.modules)
	if inside == nil {
		return
	}
	body := inside.module.only(blockResource + "." + at.kind + "." + at.name)
	for name, value := range after {
		if isUnknown(value) && strings.HasSuffix(name, "_ext_id") {
			after[name] = Unknown{From: l.follow(argument(body, name), nil, inside, repetition{body, at.key}, followLimit)}
		}
	}
}

func isUnknown(value any) bool {
	_, unknown := value.(Unknown)
	return unknown
}

// followLimit is how many steps from name to name are followed.
const followLimit = 50

// scope finds an instance of a module, nil when the configuration does not hold it.
func (l *links) scope(modules []step) *scope {
	found := &scope{module: l.modules[""]}
	for i := range modules {
		at := place{modules: modules[:i+1]}
		found = &scope{module: l.modules[at.call()], at: at, parent: found}
	}
	if found.module == nil {
		return nil
	}
	return found
}

// call is the block that calls the module of the scope, and the key of the instance.
func (s *scope) call() repetition {
	last := s.at.modules[len(s.at.modules)-1]
	return repetition{s.parent.module.only(blockModule + "." + last.name), last.key}
}

// follow is the address of the object whose external ID an expression must be, after what rest
// still takes out of its value; "" unless it is plain.
func (l *links) follow(expression hcl.Expression, rest []token, at *scope, in repetition, limit int) string {
	if limit == 0 || expression == nil || at == nil || at.module == nil {
		return ""
	}
	expression = bare(expression)
	if object, isObject := expression.(*hclsyntax.ObjectConsExpr); isObject && len(rest) > 0 {
		return l.follow(item(object, rest[0]), rest[1:], at, in, limit-1)
	}
	parts := parts(expression, in)
	if parts == nil {
		return ""
	}
	return l.target(append(slices.Clone(parts), rest...), at, in, limit-1)
}

// target follows a reference in its parts.
func (l *links) target(parts []token, at *scope, in repetition, limit int) string {
	if len(parts) < 2 || parts[0].name == "" || parts[1].name == "" {
		return ""
	}
	name, rest := parts[1].name, parts[2:]
	switch parts[0].name {
	case "local":
		return l.follow(at.module.local(name), rest, at, repetition{}, limit)
	case "var":
		if at.parent != nil && at.parent.module != nil && keepsText(at.module.only(blockVariable+"."+name), rest) {
			call := at.call()
			return l.follow(argument(call.body, name), rest, at.parent, call, limit)
		}
	case "each":
		if name == "value" && in.body != nil && in.key != "" {
			return l.follow(argument(in.body, "for_each"), append([]token{{key: in.key}}, rest...), at, in, limit)
		}
	case "module":
		return l.output(parts, at, limit)
	case "data", "path", "terraform", "self", "ephemeral", "count", "provider", "action":
	default:
		return l.object(parts, at)
	}
	return ""
}

// keepsText reports whether the type of a variable leaves text at a path in its value as it is, so
// that no conversion changes it.
func keepsText(variable hcl.Body, path []token) bool {
	if variable == nil {
		return false
	}
	constraint := argument(variable, "type")
	if constraint == nil {
		return true
	}
	kind, _, diagnostics := typeexpr.TypeConstraintWithDefaults(constraint)
	if diagnostics.HasErrors() {
		return false
	}
	for _, part := range path {
		switch name := part.text(); {
		case kind == cty.DynamicPseudoType:
			return true
		case kind.IsMapType():
			kind = kind.ElementType()
		case kind.IsObjectType() && kind.HasAttribute(name):
			kind = kind.AttributeType(name)
		default:
			return false
		}
	}
	return kind == cty.String || kind == cty.DynamicPseudoType
}

// output follows a reference to an output of a module.
func (l *links) output(parts []token, at *scope, limit int) string {
	call := step{name: parts[1].name}
	parts = parts[2:]
	if len(parts) > 0 && parts[0].key != "" {
		call.key, parts = parts[0].key, parts[1:]
	}
	if len(parts) == 0 || parts[0].name == "" {
		return ""
	}
	inner := l.scope(append(slices.Clone(at.at.modules), call))
	if inner == nil {
		return ""
	}
	return l.follow(argument(inner.module.only(blockOutput+"."+parts[0].name), "value"), parts[1:], inner, repetition{}, limit)
}

// object is the object of a reference TYPE.NAME.ext_id or TYPE.NAME[KEY].ext_id, when the plan
// holds it.
func (l *links) object(parts []token, at *scope) string {
	last := len(parts) - 1
	if parts[last].name != "ext_id" {
		return ""
	}
	found, ok := placeOf(parts[:last])
	if !ok || found.mode != "" || len(found.modules) > 0 {
		return ""
	}
	found.modules = at.at.modules
	return l.instances[found.canonical()]
}

// bare takes off what does not change a value: parentheses, and quotes around nothing but an
// expression.
func bare(expression hcl.Expression) hcl.Expression {
	for {
		switch wrapped := expression.(type) {
		case *hclsyntax.ParenthesesExpr:
			expression = wrapped.Expression
		case *hclsyntax.TemplateWrapExpr:
			expression = wrapped.Wrapped
		default:
			return expression
		}
	}
}

// item is the value of a key in an object that is written out, nil when it is not there once and in
// plain text. The keys of an object are text: 1 and "1" are the same.
func item(object *hclsyntax.ObjectConsExpr, key token) hcl.Expression {
	wanted := key.text()
	var found []hcl.Expression
	for _, each := range object.Items {
		name, known := keyOf(each)
		if !known {
			// A computed key may be any.
			return nil
		}
		if name == wanted {
			found = append(found, each.ValueExpr)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// keyOf is the key of an item as the CLI converts it, false when it is not constant.
func keyOf(item hclsyntax.ObjectConsItem) (string, bool) {
	value, diagnostics := item.KeyExpr.Value(nil)
	if diagnostics.HasErrors() {
		return "", false
	}
	converted, err := convert.Convert(value, cty.String)
	if err != nil {
		return "", false
	}
	return textOf(converted)
}

// parts are the parts of an expression that only names something, nil when it does anything else.
func parts(expression hcl.Expression, in repetition) []token {
	switch expression := bare(expression).(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return tokens(expression.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		source, rest := parts(expression.Source, in), tokens(expression.Traversal)
		if source == nil || rest == nil {
			return nil
		}
		return append(slices.Clone(source), rest...)
	case *hclsyntax.IndexExpr:
		source, key := parts(expression.Collection, in), index(expression.Key, in)
		if source == nil || key == "" {
			return nil
		}
		return append(slices.Clone(source), token{key: key})
	}
	return nil
}

// index is an index as keyText writes it, "" unless it is constant or the key of the instance
// itself.
func index(expression hcl.Expression, in repetition) string {
	expression = bare(expression)
	if value, diagnostics := expression.Value(nil); !diagnostics.HasErrors() {
		key, _ := keyText(value)
		return key
	}
	traversal, isTraversal := expression.(*hclsyntax.ScopeTraversalExpr)
	if !isTraversal || len(traversal.Traversal) != 2 {
		return ""
	}
	names := tokens(traversal.Traversal)
	if len(names) != 2 {
		return ""
	}
	text := strings.HasPrefix(in.key, `"`)
	switch names[0].name + "." + names[1].name {
	case "each.key":
		if text {
			return in.key
		}
	case "each.value":
		if text && isSet(argument(in.body, "for_each")) {
			return in.key
		}
	case "count.index":
		if !text {
			return in.key
		}
	}
	return ""
}

// isSet reports whether an expression is a call of toset, of which each.key and each.value are the
// same.
func isSet(expression hcl.Expression) bool {
	if expression == nil {
		return false
	}
	call, isCall := bare(expression).(*hclsyntax.FunctionCallExpr)
	return isCall && call.Name == "toset"
}
