package sourceline

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// entry is one key of a map, with the keys of the enclosing maps.
type entry struct {
	path []string
	at   Location
}

// matches reports whether an instance key refers to the entry. A key of several parts refers to
// nested entries: ann/crm is crm anywhere below ann.
func (e entry) matches(key string) bool {
	if len(e.path) == 0 {
		return false
	}
	if e.path[len(e.path)-1] == key {
		return true
	}
	parts := strings.Split(key, "/")
	if e.path[len(e.path)-1] != parts[len(parts)-1] {
		return false
	}
	rest := e.path
	for _, part := range parts {
		i := slices.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return len(rest) == 0
}

// within reports whether an enclosing map has the name of the type, such as units, or of the
// resource.
func (e entry) within(t target) bool {
	around := e.path[:len(e.path)-1]
	if slices.Contains(around, cmp.Or(t.elements, t.name)) {
		return true
	}
	of := objecttype.ByTypeName(t.kind)
	return of != nil && slices.ContainsFunc(around, func(name string) bool {
		return name == strings.ReplaceAll(of.Plural, " ", "_") || name == strings.TrimPrefix(t.kind, "idm_")+"s"
	})
}

// maps records the entries of the object constructors in a body. Attribute names, such as the names
// of locals, count as enclosing keys.
func (m *module) maps(c *Configuration, around []string, body hcl.Body) {
	native, ok := body.(*hclsyntax.Body)
	if !ok {
		attributes := attributesOf(body)
		for _, name := range sortedKeys(attributes) {
			m.objects(c, append(slices.Clone(around), name), attributes[name].Expr)
		}
		return
	}
	for _, name := range sortedKeys(native.Attributes) {
		m.constructors(c, append(slices.Clone(around), name), native.Attributes[name].Expr)
	}
	for _, block := range native.Blocks {
		m.maps(c, around, block.Body)
	}
}

func (m *module) constructors(c *Configuration, around []string, expression hclsyntax.Expression) {
	switch expression := expression.(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range expression.Items {
			key, ok := textOf(item.KeyExpr)
			if !ok {
				continue
			}
			path := append(slices.Clone(around), key)
			m.add(c, path, item.KeyExpr)
			m.constructors(c, path, item.ValueExpr)
		}
	case *hclsyntax.TupleConsExpr:
		for _, item := range expression.Exprs {
			scalars := []hclsyntax.Expression{item}
			if object, ok := item.(*hclsyntax.ObjectConsExpr); ok {
				for _, each := range object.Items {
					scalars = append(scalars, each.ValueExpr)
				}
			}
			for _, scalar := range scalars {
				if text, ok := textOf(scalar); ok {
					m.add(c, append(slices.Clone(around), text), scalar)
				}
			}
			m.constructors(c, around, item)
		}
	case *hclsyntax.FunctionCallExpr:
		for _, argument := range expression.Args {
			m.constructors(c, around, argument)
		}
	case *hclsyntax.ParenthesesExpr:
		m.constructors(c, around, expression.Expression)
	case *hclsyntax.TemplateWrapExpr:
		m.constructors(c, around, expression.Wrapped)
	}
}

// textOf returns the constant string of an expression.
func textOf(expression hcl.Expression) (string, bool) {
	value, diagnostics := expression.Value(nil)
	if diagnostics.HasErrors() || !value.IsKnown() || value.IsNull() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}

func (m *module) add(c *Configuration, path []string, expression hcl.Expression) {
	if at, ok := c.line(expression.Range().Filename, expression.Range().Start.Line); ok {
		m.entries = append(m.entries, entry{path, at})
	}
}

// file returns the entries of a data file. Each file is read once.
func (c *Configuration) file(name string) []entry {
	if found, read := c.entries[name]; read {
		return found
	}
	var found []entry
	if content, ok := read(name); ok {
		switch filepath.Ext(name) {
		case ".yaml", ".yml", ".json":
			if top, err := sheet.Parse(content); err == nil && top != nil {
				found = c.nodes(nil, name, nil, &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{top}})
			}
		case ".csv":
			found = c.rows(name, content)
		}
	}
	c.entries[name] = found
	return found
}

// nodes appends the keys of the mappings in a document, and the scalars in its sequences, also
// inside mappings of a sequence: each of them can be the key of its element.
func (c *Configuration) nodes(found []entry, file string, around []string, node *yaml.Node) []entry {
	add := func(name *yaml.Node) []string {
		path := append(slices.Clone(around), name.Value)
		if at, ok := c.line(file, name.Line); ok {
			found = append(found, entry{path, at})
		}
		return path
	}
	if node.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(node.Content); i += 2 {
			path := add(node.Content[i])
			found = c.nodes(found, file, path, node.Content[i+1])
		}
		return found
	}
	for _, child := range node.Content {
		switch {
		case node.Kind == yaml.SequenceNode && child.Kind == yaml.ScalarNode:
			add(child)
		case node.Kind == yaml.SequenceNode && child.Kind == yaml.MappingNode:
			for i := 1; i < len(child.Content); i += 2 {
				if child.Content[i].Kind == yaml.ScalarNode {
					add(child.Content[i])
				}
			}
		}
		found = c.nodes(found, file, around, child)
	}
	return found
}

// rows returns the cells of a table; each of them can be the key of its row.
func (c *Configuration) rows(file string, content []byte) []entry {
	var found []entry
	for line, cells := range sheet.Lines(string(content)) {
		if at, ok := c.line(file, line); ok {
			for _, cell := range cells {
				found = append(found, entry{[]string{cell}, at})
			}
		}
	}
	return found
}
