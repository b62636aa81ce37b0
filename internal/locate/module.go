package locate

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// deepest is the maximum depth of nested modules, and most the maximum number of followed calls.
const deepest, most = 16, 2000

// module is a folder of a configuration, for one call of it.
type module struct {
	files []string
	// blocks holds the resources and data sources by type and name.
	blocks map[string]*hclsyntax.Block
	// removed holds the removed blocks by address.
	removed map[string]*hclsyntax.Block
	calls   map[string]*call
	// entries are the entries of maps in the configuration.
	entries []entry
	// data lists the data files that the module reads.
	data []string
}

// call is a module block. The module is nil if its source is not a local folder.
type call struct {
	block  *hclsyntax.Block
	module *module
}

// module reads the module in a folder, with the constant arguments of the call.
func (c *Configuration) module(root, dir string, arguments map[string]cty.Value, depth int) *module {
	c.modules++
	m := &module{blocks: map[string]*hclsyntax.Block{}, removed: map[string]*hclsyntax.Block{}, calls: map[string]*call{}}
	names, _ := filepath.Glob(filepath.Join(escaped(dir), "*.tf"))
	more, _ := filepath.Glob(filepath.Join(escaped(dir), "*.tofu"))
	for _, name := range slices.Sorted(slices.Values(append(names, more...))) {
		if body := parsed(name); body != nil {
			m.files = append(m.files, name)
			m.read(c, body)
		}
	}
	scope := evaluation(root, dir, arguments)
	for _, name := range m.files {
		if body := parsed(name); body != nil {
			m.data = append(m.data, files(body, scope)...)
		}
	}
	for _, called := range m.calls {
		source, ok := constant(called.block.Body.Attributes["source"], scope)
		if !ok || depth == deepest || c.modules >= most || source.Type() != cty.String || !local(source.AsString()) {
			continue
		}
		given := map[string]cty.Value{}
		for name, attribute := range called.block.Body.Attributes {
			if value, ok := constant(attribute, scope); ok {
				given[name] = value
			}
		}
		called.module = c.module(root, filepath.Join(dir, filepath.FromSlash(source.AsString())), given, depth+1)
	}
	return m
}

func local(source string) bool {
	return strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

// escaped escapes the special characters of filepath.Glob in a path.
func escaped(dir string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(dir)
}

// parsed returns the body of an HCL file; nil if it cannot be read.
func parsed(name string) *hclsyntax.Body {
	content, ok := read(name)
	if !ok {
		return nil
	}
	file, _ := hclsyntax.ParseConfig(content, name, hcl.InitialPos)
	if file == nil {
		return nil
	}
	body, _ := file.Body.(*hclsyntax.Body)
	return body
}

// read reads a regular file up to the maximum size.
func read(name string) ([]byte, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largest {
		return nil, false
	}
	content, err := os.ReadFile(name)
	return content, err == nil
}

// read records the blocks of a file, and the entries of its maps.
func (m *module) read(c *Configuration, body *hclsyntax.Body) {
	for _, block := range body.Blocks {
		name := strings.Join(block.Labels, ".")
		switch block.Type {
		case "resource":
			m.blocks[name] = block
		case "data":
			m.blocks["data."+name] = block
		case "module":
			m.calls[name] = &call{block: block}
		case "removed":
			if from := block.Body.Attributes["from"]; from != nil {
				if traversal, diagnostics := hcl.AbsTraversalForExpr(from.Expr); !diagnostics.HasErrors() {
					m.removed[spelled(traversal)] = block
				}
			}
		}
		m.maps(c, nil, block.Body)
	}
}

// spelled returns a traversal as text, without keys.
func spelled(traversal hcl.Traversal) string {
	var names []string
	for _, part := range traversal {
		switch part := part.(type) {
		case hcl.TraverseRoot:
			names = append(names, part.Name)
		case hcl.TraverseAttr:
			names = append(names, part.Name)
		}
	}
	return strings.Join(names, ".")
}

// evaluation returns the scope for constant expressions in a module.
func evaluation(root, dir string, arguments map[string]cty.Value) *hcl.EvalContext {
	variables := cty.EmptyObjectVal
	if len(arguments) > 0 {
		variables = cty.ObjectVal(arguments)
	}
	return &hcl.EvalContext{Variables: map[string]cty.Value{
		"var": variables,
		"path": cty.ObjectVal(map[string]cty.Value{
			"root": cty.StringVal(root), "cwd": cty.StringVal(root), "module": cty.StringVal(dir),
		}),
	}}
}

// constant returns the value of an attribute if it is known without the CLI.
func constant(attribute *hclsyntax.Attribute, scope *hcl.EvalContext) (cty.Value, bool) {
	if attribute == nil {
		return cty.NilVal, false
	}
	value, diagnostics := attribute.Expr.Value(scope)
	return value, !diagnostics.HasErrors() && value.IsWhollyKnown() && !value.IsNull()
}

// files returns the files that the functions file and fileset read, if their arguments are
// constant.
func files(body *hclsyntax.Body, scope *hcl.EvalContext) []string {
	var found []string
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		function, ok := node.(*hclsyntax.FunctionCallExpr)
		if !ok {
			return nil
		}
		var arguments []string
		for _, argument := range function.Args {
			value, diagnostics := argument.Value(scope)
			if diagnostics.HasErrors() || !value.IsKnown() || value.IsNull() || value.Type() != cty.String {
				return nil
			}
			arguments = append(arguments, value.AsString())
		}
		switch {
		case function.Name == "file" && len(arguments) == 1:
			found = append(found, absolute(scope, arguments[0]))
		case function.Name == "fileset" && len(arguments) == 2:
			names, _ := filepath.Glob(filepath.Join(escaped(absolute(scope, arguments[0])), arguments[1]))
			found = append(found, names...)
		}
		return nil
	})
	return found
}

// absolute resolves a path as the CLI does: relative to the root.
func absolute(scope *hcl.EvalContext, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(scope.Variables["path"].GetAttr("root").AsString(), name)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
