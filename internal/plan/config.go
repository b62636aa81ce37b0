package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/zclconf/go-cty/cty"
)

// module is the configuration of one module as a saved plan holds it.
type module struct {
	// blocks are the blocks by their type and labels, such as resource.idm_unit.a. More than one of a
	// name means that they are merged, by rules that this package does not follow.
	blocks map[string][]*hcl.Block
	// locals are the local values by their names.
	locals map[string][]hcl.Expression
	// unreadable reports that a file of the module cannot be read, so that nothing in the others is
	// certain.
	unreadable bool
}

func newModule() *module {
	return &module{blocks: map[string][]*hcl.Block{}, locals: map[string][]hcl.Expression{}}
}

// blocksOfModules are the blocks that this package looks at.
var blocksOfModules = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: blockResource, LabelNames: []string{"type", "name"}}, {Type: blockEphemeral, LabelNames: []string{"type", "name"}},
	{Type: blockVariable, LabelNames: []string{"name"}}, {Type: blockOutput, LabelNames: []string{"name"}},
	{Type: blockModule, LabelNames: []string{"name"}},
	{Type: blockProvider, LabelNames: []string{"name"}}, {Type: blockLocals}, {Type: blockRemoved},
}}

// lockBlocks are the blocks of a lock file.
var lockBlocks = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: blockProvider, LabelNames: []string{"source"}}}}

// The types of the blocks.
const (
	blockResource  = "resource"
	blockEphemeral = "ephemeral"
	blockVariable  = "variable"
	blockOutput    = "output"
	blockModule    = "module"
	blockProvider  = "provider"
	blockLocals    = "locals"
	blockRemoved   = "removed"
)

// add reads one file of the module.
func (m *module) add(name string, content []byte) error {
	parser := hclparse.NewParser()
	var file *hcl.File
	var diagnostics hcl.Diagnostics
	switch {
	case strings.HasSuffix(name, ".tf"), strings.HasSuffix(name, ".tofu"):
		file, diagnostics = parser.ParseHCL(content, name)
	case strings.HasSuffix(name, ".tf.json"), strings.HasSuffix(name, ".tofu.json"):
		file, diagnostics = parser.ParseJSON(content, name)
	default:
		return nil
	}
	if diagnostics.HasErrors() {
		return fmt.Errorf("the configuration cannot be read: %w", diagnostics)
	}
	// The CLI has read the whole of it already: what this package does not know is not its concern.
	found, _, _ := file.Body.PartialContent(blocksOfModules)
	for _, block := range found.Blocks {
		m.addBlock(block)
	}
	return nil
}

func (m *module) addBlock(block *hcl.Block) {
	if block.Type != blockLocals {
		key := strings.Join(append([]string{block.Type}, block.Labels...), ".")
		m.blocks[key] = append(m.blocks[key], block)
		return
	}
	attributes, _ := block.Body.JustAttributes()
	for name, attribute := range attributes {
		m.locals[name] = append(m.locals[name], attribute.Expr)
	}
}

// only is the one block of a name, nil when it does not exist or when several are merged.
func (m *module) only(key string) hcl.Body {
	if m == nil || m.unreadable || len(m.blocks[key]) != 1 {
		return nil
	}
	return m.blocks[key][0].Body
}

// local is the expression of a local value, nil when it does not exist or when several are merged.
func (m *module) local(name string) hcl.Expression {
	if m == nil || m.unreadable || len(m.locals[name]) != 1 {
		return nil
	}
	return m.locals[name][0]
}

// outputs are the names of the outputs.
func (m *module) outputs() []string {
	var found []string
	for key := range m.blocks {
		if name, isOutput := strings.CutPrefix(key, blockOutput+"."); isOutput {
			found = append(found, name)
		}
	}
	return found
}

// provider is the block of a provider configuration, nil when it does not exist or when several are
// merged.
func (m *module) provider(name, alias string) hcl.Body {
	var found []hcl.Body
	if m == nil || m.unreadable {
		return nil
	}
	for _, block := range m.blocks[blockProvider+"."+name] {
		if text(argument(block.Body, "alias")) == alias {
			found = append(found, block.Body)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// argument is the expression of an argument, nil when the block does not have it.
func argument(body hcl.Body, name string) hcl.Expression {
	if body == nil {
		return nil
	}
	found, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	if found == nil || found.Attributes[name] == nil {
		return nil
	}
	return found.Attributes[name].Expr
}

// blockOf is the body of the only block of a type, nil when the body has none or several.
func blockOf(body hcl.Body, name string) hcl.Body {
	if body == nil {
		return nil
	}
	found, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: name}}})
	if found == nil || len(found.Blocks) != 1 {
		return nil
	}
	return found.Blocks[0].Body
}

// isDynamic reports whether a body has a dynamic block of a type.
func isDynamic(body hcl.Body, name string) bool {
	if body == nil {
		return false
	}
	found, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "dynamic", LabelNames: []string{"type"}}}})
	return found != nil && slices.ContainsFunc(found.Blocks, func(block *hcl.Block) bool { return block.Labels[0] == name })
}

// text is an expression that is constant text, "" when it is something else.
func text(expression hcl.Expression) string {
	if expression == nil {
		return ""
	}
	quoted, _ := textOf(valueOf(expression))
	return quoted
}

// valueOf is the constant value of an expression, cty.NilVal when it has none.
func valueOf(expression hcl.Expression) cty.Value {
	value, diagnostics := expression.Value(nil)
	if diagnostics.HasErrors() {
		return cty.NilVal
	}
	return value
}
