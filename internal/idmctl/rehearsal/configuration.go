package rehearsal

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// modulePrefix is the prefix of a module's files in a saved plan; the root module has m-/.
const modulePrefix = "tfconfig/m-"

// searched are the blocks that can have effects outside of this provider, by the type of the block
// around them; "" is a file.
var searched = map[string]*hcl.BodySchema{
	"": schema("terraform", "removed", "check name", "resource type name", "data type name", "ephemeral type name", "action type name",
		"list type name"),
	"terraform": schema("backend type", "cloud", "state_store type", "encryption"), "check": schema("data type name"),
	"resource": schema("provisioner type"), "removed": schema("provisioner type"),
}

// schema returns a schema for blocks, each with its labels.
func schema(blocks ...string) *hcl.BodySchema {
	s := &hcl.BodySchema{}
	for _, block := range blocks {
		words := strings.Fields(block)
		s.Blocks = append(s.Blocks, hcl.BlockHeaderSchema{Type: words[0], LabelNames: words[1:]})
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
		if diagnostics.HasErrors() || !s.blocks(strings.HasPrefix(file, "/"), "", parsed.Body) {
			s.foreign = append(s.foreign, "the file "+file+" cannot be read, so that it may do anything")
			s.backend = s.backend || strings.HasPrefix(file, "/")
		}
	}
	slices.Sort(s.foreign)
	s.foreign = slices.Compact(s.foreign)
}

// blocks walks the blocks of a file or of a block, whose name is around, and reports whether they are
// readable. root reports whether they are in the root module.
func (s *saved) blocks(root bool, around string, body hcl.Body) bool {
	within, _, _ := strings.Cut(around, " ")
	content, _, diagnostics := body.PartialContent(searched[within])
	for _, block := range content.Blocks {
		name := strings.TrimSpace(block.Type + " " + strings.Join(block.Labels, "."))
		switch {
		case block.Type == "provisioner":
			s.foreign = append(s.foreign, around+" has a provisioner")
		case block.Type == "encryption":
			s.encryption = s.encryption || root
		case within == "terraform":
			s.backend = s.backend || root
		case len(block.Labels) == 2 && !ownType(block.Labels[0]):
			s.foreign = append(s.foreign, name+" is of another provider")
		}
		if searched[block.Type] != nil && !s.blocks(root, name, block.Body) {
			return false
		}
	}
	return !diagnostics.HasErrors()
}

// ownType reports whether a type belongs to this provider, or to the CLI's built-in provider, which
// only accesses states.
func ownType(name string) bool {
	return strings.HasPrefix(name, "idm_") || name == "terraform_data" || name == "terraform_remote_state"
}
