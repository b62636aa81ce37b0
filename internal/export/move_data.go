package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// movedFile is the file with the moved blocks of a folder that changed to the layout data.
const movedFile = "moved.tf"

// moveToModules moves the resources of a folder with one root into the modules of the layout data:
// it removes their blocks from the files and writes moved blocks. The rest of each file stays.
func (e *exporter) moveToModules() error {
	if !e.moves {
		return nil
	}
	if e.existing("part/main.tf") != nil || e.existing(movedFile) != nil {
		return fmt.Errorf("the folder already has part/main.tf or %s: rename the file", movedFile)
	}
	m, err := e.newMove()
	if err != nil {
		return err
	}
	for _, file := range sortedKeys(e.updating.sources) {
		if filepath.Dir(file) != "." {
			continue
		}
		edits, err := m.edits(file, e.updating.sources[file].body)
		if err != nil {
			return err
		}
		if len(edits) == 0 {
			continue
		}
		// The export may have added blocks at the end.
		content := e.updating.sources[file].content
		added := strings.TrimPrefix(string(e.files[file]), string(content))
		left := edited(content, edits)
		if len(strings.TrimSpace(string(left)+added)) == 0 {
			e.emptied = append(e.emptied, file)
		}
		e.files[file] = append(left, strings.TrimPrefix(added, "\n")...)
	}
	var b strings.Builder
	for _, r := range e.b.resources {
		if from := e.names.addresses[r.kind][r.id]; m.moved[from] == r {
			fmt.Fprintf(&b, "moved {\nfrom = %s\nto = %s\n}\n\n", from, dataAddress(r.part, r.kind, r.name))
		}
	}
	e.files[movedFile] = hclwrite.Format([]byte(strings.TrimSpace(b.String()) + "\n"))
	e.summary.Notes = append(e.summary.Notes, fmt.Sprintf("The next apply moves %d resources into modules and changes nothing. "+
		"Delete %s afterwards. The values in data are the values of the service.", len(m.moved), movedFile))
	return nil
}

// relocation removes resources from the files of a root.
type relocation struct {
	formSwitch
	// moved holds the resources by their former address.
	moved map[string]*resource
}

func (e *exporter) newMove() (*relocation, error) {
	m := &relocation{formSwitch{exporter: e, keys: map[string][]string{}}, map[string]*resource{}}
	m.replaces = func(address string) bool { return m.moved[address] != nil }
	var undeclared []string
	for _, r := range e.b.resources {
		from := e.names.addresses[r.kind][r.id]
		switch {
		case from == "" || e.byID[r.kind][r.id] != r:
		case !e.updating.declared[""][from]:
			undeclared = append(undeclared, from)
		default:
			m.moved[from] = r
			if key, err := objecttype.ByTypeName(r.kind).Key.Parse(r.id); err == nil {
				m.keys[from] = key
			}
		}
	}
	if len(undeclared) > 0 {
		return nil, fmt.Errorf("%s has these addresses, and no file of the folder declares them: %s: correct %[1]s: without these "+
			"lines, the objects are imported", NamesFile, enumerated(undeclared))
	}
	return m, nil
}

// edits remove the resource and import blocks of moved resources and replace references to them.
func (m *relocation) edits(file string, body *hclsyntax.Body) ([]edit, error) {
	var edits []edit
	for _, block := range body.Blocks {
		address, _ := m.subject(block)
		moved := m.moved[address]
		at := block.Range()
		at.End = block.CloseBraceRange.End
		switch {
		case moved != nil && block.Type == "resource":
			if err := m.same(file, block, moved); err != nil {
				return nil, err
			}
			edits = append(edits, edit{at.Start.Byte, at.End.Byte, ""})
		case moved != nil && block.Type == "import":
			edits = append(edits, edit{at.Start.Byte, at.End.Byte, ""})
		case moved != nil:
			return nil, fmt.Errorf("%s:%d is a %s block of %s: run an apply, and delete the block", file, at.Start.Line, block.Type,
				address)
		default:
			found, err := m.references(file, block.Body)
			if err != nil {
				return nil, err
			}
			edits = append(edits, found...)
		}
	}
	return edits, nil
}

// same returns an error if a block contains anything that the move would lose.
func (m *relocation) same(file string, block *hclsyntax.Block, r *resource) error {
	for name, attribute := range block.Body.Attributes {
		written := slices.ContainsFunc(r.args, func(a arg) bool { return a.name == name })
		computed := slices.ContainsFunc(attribute.Expr.Variables(), func(t hcl.Traversal) bool {
			return !strings.HasPrefix(t.RootName(), "idm_")
		})
		if !written || computed {
			return fmt.Errorf("%s:%d: %s.%s was edited, but data contains only values of the service: use a plain value and "+
				"apply, or remove the argument", file, attribute.Range().Start.Line, strings.Join(block.Labels, "."), name)
		}
	}
	for _, inner := range block.Body.Blocks {
		if inner.Type == "lifecycle" && len(r.ignored) > 0 {
			continue
		}
		return fmt.Errorf("%s:%d: %s has a %s block, which data cannot contain: export to a new folder, or remove it", file,
			inner.Range().Start.Line, strings.Join(block.Labels, "."), inner.Type)
	}
	return nil
}
