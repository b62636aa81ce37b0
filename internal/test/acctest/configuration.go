package acctest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// configuration is the root module of a test, for the in-process runs. It covers what the tests use:
// resources, data sources, variables with defaults, locals, outputs, imports and removed blocks.
type configuration struct {
	provider  hclsyntax.Blocks
	blocks    map[string]*declared
	variables map[string]cty.Value
	locals    map[string]hcl.Expression
	outputs   map[string]hcl.Expression
	imports   map[string]hclsyntax.Attributes
	// removed contains the addresses of resources that leave the state without a destroy.
	removed []string
}

// declared is a block of a resource or data source.
type declared struct {
	address, of string
	data        bool
	body        *hclsyntax.Body
	count       hcl.Expression
	// needs lists the addresses of the blocks that must come first.
	needs, ignored []string
	createFirst    bool
}

// metaArguments are the arguments of a block that no provider sees.
var metaArguments = []string{"count", "depends_on"}

const configurationFile = "terraform_plugin_test.tf"

func parse(text string) (*configuration, hcl.Diagnostics) {
	file, diags := hclsyntax.ParseConfig([]byte(text), configurationFile, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	c := &configuration{
		blocks: map[string]*declared{}, variables: map[string]cty.Value{}, locals: map[string]hcl.Expression{},
		outputs: map[string]hcl.Expression{}, imports: map[string]hclsyntax.Attributes{},
	}
	// ParseConfig gives no other body.
	if body, ok := file.Body.(*hclsyntax.Body); ok {
		for _, block := range body.Blocks {
			diags = append(diags, c.add(block)...)
		}
	}
	for _, d := range c.blocks {
		d.needs = append(d.needs, c.references(expressions(d.body)...)...)
		for _, address := range d.needs {
			if c.blocks[address] == nil {
				diags = append(diags, &hcl.Diagnostic{
					Severity: hcl.DiagError, Summary: "Reference to undeclared resource", Detail: address + " is not declared",
				})
			}
		}
	}
	c.spreadCreateFirst()
	return c, diags
}

func (c *configuration) add(block *hclsyntax.Block) hcl.Diagnostics {
	attributes := block.Body.Attributes
	switch block.Type {
	case "provider":
		c.provider = append(c.provider, block)
	case "locals":
		for name, attribute := range attributes {
			c.locals[name] = attribute.Expr
		}
	case "output":
		c.outputs[block.Labels[0]] = attributes["value"].Expr
	case "variable":
		return c.variable(block)
	case "import":
		c.imports[key(attributes["to"].Expr)] = attributes
	case "removed":
		for _, lifecycle := range block.Body.Blocks {
			if keep := lifecycle.Body.Attributes["destroy"]; keep != nil {
				c.removed = append(c.removed, key(attributes["from"].Expr))
			}
		}
	case "resource", "data":
		return c.declare(block)
	default:
		return unsupported(block.Type, block.TypeRange)
	}
	return nil
}

func unsupported(what string, at hcl.Range) hcl.Diagnostics {
	return hcl.Diagnostics{{
		Severity: hcl.DiagError, Summary: "Needs a CLI", Subject: &at,
		Detail: fmt.Sprintf("The runs without a CLI do not know %q: use TestCLI.", what),
	}}
}

// variable adds the default of a variable.
func (c *configuration) variable(block *hclsyntax.Block) hcl.Diagnostics {
	value, diags := block.Body.Attributes["default"].Expr.Value(nil)
	if constraint := block.Body.Attributes["type"]; constraint != nil && !diags.HasErrors() {
		of, defaults, problems := typeexpr.TypeConstraintWithDefaults(constraint.Expr)
		if diags = append(diags, problems...); diags.HasErrors() {
			return diags
		}
		if defaults != nil {
			value = defaults.Apply(value)
		}
		converted, err := convert.Convert(value, of)
		if err != nil {
			return append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Invalid default", Detail: err.Error()})
		}
		value = converted
	}
	c.variables[block.Labels[0]] = value
	return diags
}

func (c *configuration) declare(block *hclsyntax.Block) (diags hcl.Diagnostics) {
	d := &declared{of: block.Labels[0], address: block.Labels[0] + "." + block.Labels[1], data: block.Type == "data", body: block.Body}
	if d.data {
		d.address = "data." + d.address
	}
	for name, attribute := range block.Body.Attributes {
		switch name {
		case "count":
			d.count = attribute.Expr
		case "for_each":
			diags = append(diags, unsupported(name, attribute.NameRange)...)
		case "depends_on":
			elements, problems := hcl.ExprList(attribute.Expr)
			diags = append(diags, problems...)
			for _, element := range elements {
				d.needs = append(d.needs, key(element))
			}
		}
	}
	for _, nested := range block.Body.Blocks {
		if nested.Type != "lifecycle" {
			continue
		}
		for name, attribute := range nested.Body.Attributes {
			switch name {
			case "ignore_changes":
				elements, problems := hcl.ExprList(attribute.Expr)
				diags = append(diags, problems...)
				for _, element := range elements {
					d.ignored = append(d.ignored, key(element))
				}
			case "create_before_destroy":
				d.createFirst = true
			default:
				diags = append(diags, unsupported(name, attribute.NameRange)...)
			}
		}
	}
	c.blocks[d.address] = d
	return diags
}

// spreadCreateFirst also creates before the destroy what such a block refers to.
func (c *configuration) spreadCreateFirst() {
	for range c.blocks {
		for _, d := range c.blocks {
			for _, address := range d.needs {
				if of := c.blocks[address]; of != nil && d.createFirst {
					of.createFirst = true
				}
			}
		}
	}
}

// key returns an address or the name of an attribute, as an expression names it.
func key(expr hcl.Expression) string {
	traversal, diags := hcl.AbsTraversalForExpr(expr)
	if diags.HasErrors() {
		return ""
	}
	var text strings.Builder
	text.WriteString(traversal.RootName())
	for _, step := range traversal[1:] {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			text.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			text.WriteString(index(step.Key))
		}
	}
	return text.String()
}

// index returns the index of an instance in its address.
func index(of cty.Value) string { return "[" + of.AsBigFloat().String() + "]" }

// expressions returns the expressions of a body that can refer to objects.
func expressions(body *hclsyntax.Body) (all []hcl.Expression) {
	for name, attribute := range body.Attributes {
		if name != "depends_on" {
			all = append(all, attribute.Expr)
		}
	}
	for _, block := range body.Blocks {
		if block.Type != "lifecycle" {
			all = append(all, expressions(block.Body)...)
		}
	}
	return all
}

// references returns the addresses of the blocks to which expressions refer, also through locals.
func (c *configuration) references(exprs ...hcl.Expression) []string {
	found := map[string]bool{}
	for _, expr := range exprs {
		for _, traversal := range expr.Variables() {
			switch name := traversal.RootName(); name {
			case "var", "count":
			case "local":
				if local := c.locals[attribute(traversal, 1)]; local != nil {
					for _, address := range c.references(local) {
						found[address] = true
					}
				}
			case "data":
				found["data."+attribute(traversal, 1)+"."+attribute(traversal, 2)] = true
			default:
				found[name+"."+attribute(traversal, 1)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func attribute(traversal hcl.Traversal, at int) string {
	if at < len(traversal) {
		if step, ok := traversal[at].(hcl.TraverseAttr); ok {
			return step.Name
		}
	}
	return ""
}

// value evaluates an expression. lookup returns the value of a block by its address.
func (c *configuration) value(expr hcl.Expression, lookup func(string) cty.Value, more map[string]cty.Value) (cty.Value, hcl.Diagnostics) {
	variables, locals := maps.Clone(more), map[string]cty.Value{}
	if variables == nil {
		variables = map[string]cty.Value{}
	}
	of, data := map[string]map[string]cty.Value{}, map[string]map[string]cty.Value{}
	for _, traversal := range expr.Variables() {
		switch name := traversal.RootName(); name {
		case "var":
			variables["var"] = cty.ObjectVal(c.variables)
		case "local":
			local := attribute(traversal, 1)
			if c.locals[local] == nil {
				continue
			}
			value, diags := c.value(c.locals[local], lookup, nil)
			if diags.HasErrors() {
				return cty.DynamicVal, diags
			}
			locals[local] = value
		case "count":
		case "data":
			put(data, attribute(traversal, 1), attribute(traversal, 2), lookup, "data.")
		default:
			put(of, name, attribute(traversal, 1), lookup, "")
		}
	}
	for name, members := range of {
		variables[name] = cty.ObjectVal(members)
	}
	if len(locals) > 0 {
		variables["local"] = cty.ObjectVal(locals)
	}
	types := map[string]cty.Value{}
	for name, members := range data {
		types[name] = cty.ObjectVal(members)
	}
	if len(types) > 0 {
		variables["data"] = cty.ObjectVal(types)
	}
	return expr.Value(&hcl.EvalContext{Variables: variables, Functions: functions})
}

func put(in map[string]map[string]cty.Value, of, name string, lookup func(string) cty.Value, prefix string) {
	if in[of] == nil {
		in[of] = map[string]cty.Value{}
	}
	in[of][name] = lookup(prefix + of + "." + name)
}

// object evaluates a block for a schema, as the CLIs do: a value is converted to the type of its
// attribute, and a missing one is null.
func (c *configuration) object(schema *tfprotov6.SchemaBlock, body *hclsyntax.Body, lookup func(string) cty.Value,
	more map[string]cty.Value) (cty.Value, hcl.Diagnostics) {
	members, diags := map[string]cty.Value{}, hcl.Diagnostics(nil)
	for _, attribute := range schema.Attributes {
		of := attributeType(attribute)
		given := body.Attributes[attribute.Name]
		if given == nil {
			if attribute.Required {
				diags = append(diags, &hcl.Diagnostic{
					Severity: hcl.DiagError, Summary: "Missing required argument", Subject: body.MissingItemRange().Ptr(),
					Detail: fmt.Sprintf("The argument %q is required, but no definition was found.", attribute.Name),
				})
			}
			members[attribute.Name] = cty.NullVal(of.WithoutOptionalAttributesDeep())
			continue
		}
		value, problems := c.value(given.Expr, lookup, more)
		if diags = append(diags, problems...); problems.HasErrors() {
			continue
		}
		converted, err := convert.Convert(value, of)
		if err != nil {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "Incorrect attribute value type", Subject: given.SrcRange.Ptr(),
				Detail: fmt.Sprintf("Inappropriate value for attribute %q: %s.", attribute.Name, err),
			})
			continue
		}
		members[attribute.Name] = converted
	}
	for name, given := range body.Attributes {
		known := slices.ContainsFunc(schema.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == name })
		if !known && !slices.Contains(metaArguments, name) {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "Unsupported argument", Subject: given.NameRange.Ptr(),
				Detail: fmt.Sprintf("An argument named %q is not expected here.", name),
			})
		}
	}
	for _, nested := range schema.BlockTypes {
		value, problems := c.nested(nested, body, lookup)
		members[nested.TypeName], diags = value, append(diags, problems...)
	}
	return cty.ObjectVal(members), diags
}

// nested evaluates the block of one type, of which a provider has at most one.
func (c *configuration) nested(schema *tfprotov6.SchemaNestedBlock, body *hclsyntax.Body, lookup func(string) cty.Value,
) (cty.Value, hcl.Diagnostics) {
	for _, block := range body.Blocks {
		if block.Type == schema.TypeName {
			return c.object(schema.Block, block.Body, lookup, nil)
		}
	}
	return cty.NullVal(languageType(schema.Block)), nil
}
