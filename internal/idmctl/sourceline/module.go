package sourceline

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// module is a folder of a configuration.
type module struct {
	dir string
	// files are the texts of the configuration, and data those of the data files that it may read.
	files, data []*text
	// blocks holds the places of resources and data sources by type and name, and of removed blocks
	// by address.
	blocks, removed map[string]hcl.Range
	calls           map[string]*call
}

// call is a module block. The module is nil if its source is not a local folder.
type call struct {
	at     hcl.Range
	module *module
}

// module reads the module in a folder, once.
func (c *Configuration) module(dir string) *module {
	if m := c.modules[dir]; m != nil {
		return m
	}
	m := &module{dir: dir, blocks: map[string]hcl.Range{}, removed: map[string]hcl.Range{}, calls: map[string]*call{}}
	c.modules[dir] = m
	for _, name := range input.Configuration(dir) {
		content, ok := read(name)
		if !ok {
			continue
		}
		if file, _ := parse(content, name); file != nil {
			m.files = append(m.files, newText(name, content))
			m.read(c, file)
		}
	}
	m.data = dataFiles(dir)
	return m
}

func parse(content []byte, name string) (*hcl.File, hcl.Diagnostics) {
	if filepath.Ext(name) == ".json" {
		return json.Parse(content, name)
	}
	return hclsyntax.ParseConfig(content, name, hcl.InitialPos)
}

// blocksOfModules is the schema of the blocks with a place.
var blocksOfModules = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}}, {Type: "data", LabelNames: []string{"type", "name"}},
	{Type: "module", LabelNames: []string{"name"}}, {Type: "removed"},
}}

// read records the blocks of a file.
func (m *module) read(c *Configuration, file *hcl.File) {
	content, _, _ := file.Body.PartialContent(blocksOfModules)
	for _, block := range content.Blocks {
		name := strings.Join(block.Labels, ".")
		// In JSON, the arguments include nested blocks.
		attributes, _ := block.Body.JustAttributes()
		switch block.Type {
		case "resource":
			m.blocks[name] = place(block)
		case "data":
			m.blocks["data."+name] = place(block)
		case "module":
			m.calls[name] = &call{at: place(block)}
			if source := attributes["source"]; source != nil {
				if folder := written(file, source); strings.HasPrefix(folder, ".") {
					m.calls[name].module = c.module(filepath.Join(m.dir, filepath.FromSlash(folder)))
				}
			}
		case "removed":
			if from := attributes["from"]; from != nil {
				m.removed[plan.Resource(written(file, from))] = removedAt(block, from)
			}
		}
	}
}

// written returns an expression as it is written, without quotes.
func written(file *hcl.File, a *hcl.Attribute) string {
	return strings.Trim(string(a.Expr.Range().SliceBytes(file.Bytes)), `" `)
}

// removedAt returns the place of a removed block.
func removedAt(block *hcl.Block, from *hcl.Attribute) hcl.Range {
	if _, native := block.Body.(*hclsyntax.Body); native {
		return block.DefRange
	}
	// In JSON, all blocks of an array have the place of the array.
	return from.NameRange
}

// place returns the place of a block: its name, which in JSON can be lines below its type.
func place(block *hcl.Block) hcl.Range { return block.LabelRanges[len(block.LabelRanges)-1] }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
