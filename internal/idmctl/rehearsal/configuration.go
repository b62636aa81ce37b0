package rehearsal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// modulePrefix is the prefix of a module's files in a saved plan; the root module has m-/.
const modulePrefix = "tfconfig/m-"

// The top-level and nested blocks that can have effects outside of this provider.
var (
	objects = []string{"resource", "data", "ephemeral", "action", "list"}
	outer   = schema(append([]string{"terraform 0", "check 1", "removed 0"}, labeled(objects, 2)...)...)
	inner   = map[string]*hcl.BodySchema{
		"terraform": schema("backend 1", "cloud 0", "state_store 1", "encryption 0"), "check": schema("data 2"),
		"resource": schema("provisioner 1"),
		"removed":  schema("provisioner 1"),
	}
)

func labeled(types []string, labels int) []string {
	var all []string
	for _, name := range types {
		all = append(all, fmt.Sprint(name, " ", labels))
	}
	return all
}

// schema returns a schema for blocks, by type and number of labels.
func schema(blocks ...string) *hcl.BodySchema {
	s := &hcl.BodySchema{}
	for _, block := range blocks {
		name, labels, _ := strings.Cut(block, " ")
		s.Blocks = append(s.Blocks, hcl.BlockHeaderSchema{Type: name, LabelNames: []string{"type", "name"}[:labels[0]-'0']})
	}
	return s
}

// readConfiguration searches for a backend, for provisioners, and for the resources of other
// providers.
func (s *saved) readConfiguration() {
	for name, content := range s.files {
		file, ok := strings.CutPrefix(name, modulePrefix)
		if !ok {
			continue
		}
		var parsed *hcl.File
		var diagnostics hcl.Diagnostics
		if strings.HasSuffix(name, ".json") {
			parsed, diagnostics = hcljson.Parse(content, file)
		} else {
			parsed, diagnostics = hclsyntax.ParseConfig(content, file, hcl.InitialPos)
		}
		if diagnostics.HasErrors() || !s.blocks(file, parsed.Body, outer) {
			s.foreign = append(s.foreign, "the file "+file+" cannot be read, so that it may do anything")
			s.backend = s.backend || strings.HasPrefix(file, "/")
		}
	}
	slices.Sort(s.foreign)
	s.foreign = slices.Compact(s.foreign)
}

// blocks walks the blocks of a file or of a block, and reports whether they are readable.
func (s *saved) blocks(file string, body hcl.Body, of *hcl.BodySchema) bool {
	content, _, diagnostics := body.PartialContent(of)
	if diagnostics.HasErrors() {
		return false
	}
	for _, block := range content.Blocks {
		s.block(file, block)
		within := inner[block.Type]
		if within == nil {
			continue
		}
		if block.Type == "resource" || block.Type == "removed" {
			if !s.provisioners(block, within) {
				return false
			}
			continue
		}
		if !s.blocks(file, block.Body, within) {
			return false
		}
	}
	return true
}

func (s *saved) block(file string, block *hcl.Block) {
	root := strings.HasPrefix(file, "/")
	switch {
	case slices.Contains([]string{"backend", "cloud", "state_store"}, block.Type):
		s.backend = s.backend || root
	case block.Type == "encryption":
		s.encryption = s.encryption || root
	case slices.Contains(objects, block.Type) && !ownType(block.Labels[0]):
		s.foreign = append(s.foreign, fmt.Sprintf("%s %s is of another provider", block.Type, strings.Join(block.Labels, ".")))
	}
}

func (s *saved) provisioners(block *hcl.Block, of *hcl.BodySchema) bool {
	content, _, diagnostics := block.Body.PartialContent(of)
	if diagnostics.HasErrors() {
		return false
	}
	if len(content.Blocks) > 0 {
		s.foreign = append(s.foreign, strings.TrimSpace(block.Type+" "+strings.Join(block.Labels, "."))+" has a provisioner")
	}
	return true
}

// ownType reports whether a type belongs to this provider, or to the CLI's built-in provider, which
// only accesses states.
func ownType(name string) bool {
	return strings.HasPrefix(name, "idm_") || name == "terraform_data" || name == "terraform_remote_state"
}
