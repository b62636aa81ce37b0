package plan

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/zclconf/go-cty/cty"
)

// module is the configuration of one module in a saved plan.
type module struct {
	// blocks holds the blocks by type and labels, such as resource.idm_unit.a. Several blocks with
	// one name are merged by the CLI, by rules that this package does not implement.
	blocks map[string][]*hcl.Block
	// locals holds the local values by name.
	locals map[string][]hcl.Expression
	// unreadable reports that a file of the module cannot be parsed, so that the other files are
	// not conclusive.
	unreadable bool
}

func newModule() *module {
	return &module{blocks: map[string][]*hcl.Block{}, locals: map[string][]hcl.Expression{}}
}

// blocksOfModules is the schema of the blocks that this package reads.
var blocksOfModules = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: blockResource, LabelNames: []string{"type", "name"}}, {Type: blockEphemeral, LabelNames: []string{"type", "name"}},
	{Type: blockVariable, LabelNames: []string{"name"}}, {Type: blockOutput, LabelNames: []string{"name"}},
	{Type: blockModule, LabelNames: []string{"name"}},
	{Type: blockProvider, LabelNames: []string{"name"}}, {Type: blockLocals}, {Type: blockRemoved},
}}

// The block types.
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

// add adds one file to the module.
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
	// The CLI has validated the configuration, so this package ignores blocks that it does not
	// need.
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

// only returns the only block with a name; nil if there is no such block, or several are merged.
func (m *module) only(key string) hcl.Body {
	if m == nil || m.unreadable || len(m.blocks[key]) != 1 {
		return nil
	}
	return m.blocks[key][0].Body
}

// local returns the expression of a local value; nil if it does not exist, or several are merged.
func (m *module) local(name string) hcl.Expression {
	if m == nil || m.unreadable || len(m.locals[name]) != 1 {
		return nil
	}
	return m.locals[name][0]
}

// outputs returns the names of the outputs.
func (m *module) outputs() []string {
	var found []string
	for key := range m.blocks {
		if name, isOutput := strings.CutPrefix(key, blockOutput+"."); isOutput {
			found = append(found, name)
		}
	}
	return found
}

// provider returns the block of a provider configuration; nil if it does not exist, or several are
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

// argument returns the expression of an argument; nil if the block does not set it.
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

// blocks returns the blocks of a type in a body.
func blocks(body hcl.Body, name string, labels ...string) hcl.Blocks {
	if body == nil {
		return nil
	}
	found, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: name, LabelNames: labels}}})
	if found == nil {
		return nil
	}
	return found.Blocks
}

// blockOf returns the body of the only block of a type; nil if the body has none or several.
func blockOf(body hcl.Body, name string) hcl.Body {
	found := blocks(body, name)
	if len(found) != 1 {
		return nil
	}
	return found[0].Body
}

// text returns the constant string of an expression; "" for any other expression.
func text(expression hcl.Expression) string {
	if expression == nil {
		return ""
	}
	quoted, _ := textOf(valueOf(expression))
	return quoted
}

// valueOf returns the constant value of an expression; cty.NilVal for any other expression.
func valueOf(expression hcl.Expression) cty.Value {
	value, diagnostics := expression.Value(nil)
	if diagnostics.HasErrors() {
		return cty.NilVal
	}
	return value
}
