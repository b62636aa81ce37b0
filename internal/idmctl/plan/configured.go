package plan

import (
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

// omitted returns the unknown attributes that the configuration does not set.
func omitted(after Values, written map[string]*tfjson.Expression) []string {
	return slices.DeleteFunc(after.Keys(), func(name string) bool { return !isUnknown(after[name]) || written[name] != nil })
}

// fill sets the ignored attributes of a change and, if any are or may be ignored, the configured
// values.
func (r *reader) fill(address string, change *Change, written *tfjson.ConfigResource) {
	if change.Before == nil || change.After == nil {
		return
	}
	body, at, in := r.evaluator.block(address)
	change.MayIgnore = body == nil
	if body != nil {
		if change.Ignored = ignored(body); len(change.Ignored) == 0 {
			return
		}
	}
	change.Configured = Values{}
	if written == nil {
		return
	}
	for name, expression := range written.Expressions {
		change.Configured[name] = r.evaluator.configured(expression, argument(body, name), at, in)
	}
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

// configured returns the configured value of an attribute: the constant of the JSON, or the value of
// the expression; Unknown if it depends on anything that the plan does not contain.
func (e *evaluator) configured(expression *tfjson.Expression, written hcl.Expression, at *scope, in repetition) any {
	// The JSON does not distinguish null from a value that is computed without references.
	if expression != nil && expression.ExpressionData != nil && expression.ConstantValue != nil &&
		expression.ConstantValue != tfjson.UnknownConstantValue {
		return expression.ConstantValue
	}
	found, known := e.known(written, at, in)
	if !known {
		return Unknown{}
	}
	return plainValue(found)
}
