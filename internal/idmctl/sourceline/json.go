package sourceline

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// objects records the entries of an expression in JSON: the keys of its objects, the texts in its
// arrays, and the entries of the templates in its texts.
func (m *module) objects(c *Configuration, around []string, expression hcl.Expression) {
	if pairs, diagnostics := hcl.ExprMap(expression); !diagnostics.HasErrors() {
		for _, pair := range pairs {
			if key, ok := textOf(pair.Key); ok {
				path := append(slices.Clone(around), key)
				m.add(c, path, pair.Key)
				m.objects(c, path, pair.Value)
			}
		}
		return
	}
	if elements, diagnostics := hcl.ExprList(expression); !diagnostics.HasErrors() {
		for _, element := range elements {
			for _, scalar := range scalars(element) {
				if text, ok := textOf(scalar); ok {
					m.add(c, append(slices.Clone(around), text), scalar)
				}
			}
			m.objects(c, around, element)
		}
		return
	}
	if template := template(expression); template != nil {
		m.constructors(c, around, template)
	}
}

// scalars returns the values that can be the key of an element: itself, or the values of its object.
func scalars(element hcl.Expression) []hcl.Expression {
	found := []hcl.Expression{element}
	if pairs, diagnostics := hcl.ExprMap(element); !diagnostics.HasErrors() {
		for _, pair := range pairs {
			found = append(found, pair.Value)
		}
	}
	return found
}

// templates calls visit for each text of an expression in JSON that is a template.
func templates(expression hcl.Expression, visit func(hclsyntax.Expression)) {
	if pairs, diagnostics := hcl.ExprMap(expression); !diagnostics.HasErrors() {
		for _, pair := range pairs {
			templates(pair.Value, visit)
		}
		return
	}
	if elements, diagnostics := hcl.ExprList(expression); !diagnostics.HasErrors() {
		for _, element := range elements {
			templates(element, visit)
		}
		return
	}
	if template := template(expression); template != nil {
		visit(template)
	}
}

// template parses a text of an expression in JSON. All its parts are on the line of the text.
func template(expression hcl.Expression) hclsyntax.Expression {
	text, ok := textOf(expression)
	if !ok || !strings.Contains(text, "${") {
		return nil
	}
	at := expression.Range()
	parsed, _ := hclsyntax.ParseTemplate([]byte(strings.ReplaceAll(text, "\n", " ")), at.Filename, at.Start)
	return parsed
}
