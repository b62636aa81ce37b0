package sourceline

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// deepest is the maximum depth of nested modules, and most the maximum number of followed calls.
const deepest, most = 16, 2000

// module is a folder of a configuration, for one call of it.
type module struct {
	files []string
	// blocks holds the places of resources and data sources by type and name.
	blocks map[string]hcl.Range
	// removed holds the places of removed blocks by address.
	removed map[string]hcl.Range
	calls   map[string]*call
	// entries are the entries of maps in the configuration.
	entries []entry
	// data lists the data files that the module reads.
	data []string
}

// call is a module block. The module is nil if its source is not a local folder.
type call struct {
	at        hcl.Range
	arguments hcl.Attributes
	module    *module
}

// module reads the module in a folder, with the constant arguments of the call.
func (c *Configuration) module(root, dir string, arguments map[string]cty.Value, depth int) *module {
	c.modules++
	m := &module{blocks: map[string]hcl.Range{}, removed: map[string]hcl.Range{}, calls: map[string]*call{}}
	for _, name := range input.Configuration(dir) {
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
		source, ok := constant(called.arguments["source"], scope)
		if !ok || depth == deepest || c.modules >= most || source.Type() != cty.String || !local(source.AsString()) {
			continue
		}
		given := map[string]cty.Value{}
		for name, attribute := range called.arguments {
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

// parsed returns the body of a file, in HCL or JSON; nil if it cannot be read.
func parsed(name string) hcl.Body {
	content, ok := read(name)
	if !ok {
		return nil
	}
	parse := hclsyntaxFile
	if filepath.Ext(name) == ".json" {
		parse = json.Parse
	}
	if file, _ := parse(content, name); file != nil {
		return file.Body
	}
	return nil
}

func hclsyntaxFile(content []byte, name string) (*hcl.File, hcl.Diagnostics) {
	return hclsyntax.ParseConfig(content, name, hcl.InitialPos)
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

// blocksOfModules is the schema of the blocks with a place, or with keys of instances.
var blocksOfModules = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}}, {Type: "data", LabelNames: []string{"type", "name"}},
	{Type: "module", LabelNames: []string{"name"}}, {Type: "variable", LabelNames: []string{"name"}},
	{Type: "removed"}, {Type: "locals"}, {Type: "import"},
}}

// read records the blocks of a file, and the entries of its maps.
func (m *module) read(c *Configuration, body hcl.Body) {
	content, _, _ := body.PartialContent(blocksOfModules)
	for _, block := range content.Blocks {
		name, attributes := strings.Join(block.Labels, "."), attributesOf(block.Body)
		switch block.Type {
		case "resource":
			m.blocks[name] = place(block)
		case "data":
			m.blocks["data."+name] = place(block)
		case "module":
			m.calls[name] = &call{at: place(block), arguments: attributes}
		case "removed":
			if from := attributes["from"]; from != nil {
				m.forget(block, from)
			}
		}
		m.maps(c, nil, block.Body)
	}
}

// forget records a removed block.
func (m *module) forget(block *hcl.Block, from *hcl.Attribute) {
	traversal, diagnostics := hcl.AbsTraversalForExpr(from.Expr)
	if diagnostics.HasErrors() {
		return
	}
	at := block.DefRange
	if _, native := block.Body.(*hclsyntax.Body); !native {
		// In JSON, all blocks of an array have the place of the array.
		at = from.NameRange
	}
	m.removed[spelled(traversal)] = at
}

// attributesOf returns the arguments of a block, which in JSON include its nested blocks.
func attributesOf(body hcl.Body) hcl.Attributes {
	attributes, _ := body.JustAttributes()
	return attributes
}

// place returns the place of a block: its name, which in JSON can be lines below its type.
func place(block *hcl.Block) hcl.Range { return block.LabelRanges[len(block.LabelRanges)-1] }

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
func constant(attribute *hcl.Attribute, scope *hcl.EvalContext) (cty.Value, bool) {
	if attribute == nil {
		return cty.NilVal, false
	}
	value, diagnostics := attribute.Expr.Value(scope)
	return value, !diagnostics.HasErrors() && value.IsWhollyKnown() && !value.IsNull()
}

// files returns the files that the functions file and fileset read, if their arguments are
// constant.
func files(body hcl.Body, scope *hcl.EvalContext) []string {
	var found []string
	visit := func(node hclsyntax.Node) {
		if function, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			found = append(found, filesOf(function, scope)...)
		}
	}
	if native, ok := body.(*hclsyntax.Body); ok {
		visitAll(native, visit)
		return found
	}
	for _, attribute := range attributesOf(body) {
		templates(attribute.Expr, func(template hclsyntax.Expression) { visitAll(template, visit) })
	}
	return found
}

func visitAll(node hclsyntax.Node, visit func(hclsyntax.Node)) {
	_ = hclsyntax.VisitAll(node, func(node hclsyntax.Node) hcl.Diagnostics {
		visit(node)
		return nil
	})
}

// filesOf returns the files that one function call reads.
func filesOf(function *hclsyntax.FunctionCallExpr, scope *hcl.EvalContext) []string {
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
		return []string{absolute(scope, arguments[0])}
	case function.Name == "fileset" && len(arguments) == 2:
		names, _ := filepath.Glob(filepath.Join(escaped(absolute(scope, arguments[0])), arguments[1]))
		return names
	}
	return nil
}

// absolute resolves a path as the CLI does: relative to the root.
func absolute(scope *hcl.EvalContext, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(scope.Variables["path"].GetAttr("root").AsString(), name)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
