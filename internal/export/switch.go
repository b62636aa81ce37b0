package export

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// source is an HCL file of an existing folder.
type source struct {
	content []byte
	body    *hclsyntax.Body
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// formSwitch converts the files of a folder from one form of grants to the other.
type formSwitch struct {
	*exporter
	// keys holds the import keys of the exported resources in the former form, by address.
	keys map[string][]string
	// readable marks the profiles whose grants were read completely, by import ID.
	readable map[string]bool
	// forgotten holds the addresses that have a removed block, each with its root as prefix.
	forgotten map[string]bool
	// unknown lists the forgotten addresses that no export wrote; count is the number of all
	// forgotten addresses.
	unknown []string
	count   int
	// replaces reports whether the resource at an address is removed, so that references to it
	// become external IDs.
	replaces func(address string) bool
}

// switchForm replaces each resource of the former form with a removed block, which keeps the
// object, and replaces references to its external ID with the ID itself. The export then adds the
// resources of the other form with their import blocks.
func (e *exporter) switchForm() error {
	if e.former == "" {
		return nil
	}
	s := newFormSwitch(e)
	for _, file := range sortedKeys(e.updating.sources) {
		if !e.isRoot(filepath.Dir(file)) {
			continue
		}
		of := e.updating.sources[file]
		edits, err := s.edits(file, of.body)
		if err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
		if len(edits) > 0 {
			e.files[file] = edited(of.content, edits)
		}
	}
	if e.o.Layout == Data {
		if err := s.switchModules(); err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
	}
	e.summary.Notes = append(e.summary.Notes, fmt.Sprintf("The next apply forgets the resources with %s grants (%d) and keeps "+
		"all objects. Delete the removed blocks afterwards.", e.former, s.count))
	if len(s.unknown) > 0 {
		e.summary.Notes = append(e.summary.Notes, "No export has written these resources, which are forgotten too; check that the new "+
			"resources contain their grants: "+strings.Join(s.unknown, ", "))
	}
	return nil
}

func newFormSwitch(e *exporter) *formSwitch {
	s := &formSwitch{exporter: e, keys: map[string][]string{}, readable: map[string]bool{}, forgotten: map[string]bool{}}
	s.replaces = func(address string) bool { return formOfAddress(address) == e.former }
	for kind, names := range e.names.names {
		row := objecttype.ByTypeName(kind)
		if row == nil || formOf(row) != e.former {
			continue
		}
		for id, name := range names {
			if key, err := row.Key.Parse(id); err == nil {
				s.keys[kind+"."+name] = key
			}
		}
	}
	for _, p := range e.b.profiles {
		s.readable[e.b.inClient(p.ExtID)] = p.Authorizations != nil && p.EnterpriseAuthorizations != nil &&
			!e.b.incomplete.Has(objecttype.Authorization, p.ExtID) && !e.b.incomplete.Has(objecttype.EnterpriseAuthorization, p.ExtID)
	}
	return s
}

// isRoot reports whether a folder is a root of the layout. Other folders hold the user's own
// modules, which stay unchanged.
func (e *exporter) isRoot(folder string) bool {
	if e.o.Layout != Split {
		return folder == "."
	}
	return slices.ContainsFunc(e.b.resources, func(r *resource) bool { return r.part == folder })
}

// edits returns the edits of a file.
func (s *formSwitch) edits(file string, body *hclsyntax.Body) ([]edit, error) {
	var edits []edit
	for _, block := range body.Blocks {
		at := block.Range()
		at.End = block.CloseBraceRange.End
		switch address, form := s.subject(block); {
		case form == s.former && !s.covered(address):
		case form == s.former && block.Type != "import":
			edits = append(edits, edit{at.Start.Byte, at.End.Byte, s.forget(filepath.Dir(file), address)})
		case form == s.former, form == s.o.Grants && block.Type == "removed":
			edits = append(edits, edit{at.Start.Byte, at.End.Byte, ""})
		default:
			found, err := s.references(file, block.Body)
			if err != nil {
				return nil, err
			}
			edits = append(edits, found...)
		}
	}
	return edits, nil
}

// subject returns the address in a block, without an instance key, and the form of grants of its
// type. For a moved block it is the old address.
func (s *formSwitch) subject(block *hclsyntax.Block) (string, Grants) {
	address := strings.Join(block.Labels, ".")
	if argument := map[string]string{"import": "to", "removed": "from", "moved": "from"}[block.Type]; argument != "" {
		attribute := block.Body.Attributes[argument]
		if attribute == nil {
			return "", ""
		}
		for _, traversal := range attribute.Expr.Variables() {
			if traversal.RootName() != "each" {
				address = addressOf(traversal)
			}
		}
	} else if block.Type != "resource" {
		return "", ""
	}
	return address, formOfAddress(address)
}

// addressOf returns the type and name at the beginning of a traversal, in the root or in a module.
func addressOf(traversal hcl.Traversal) string {
	if len(traversal) < 2 {
		return ""
	}
	if kind, ok := step(traversal, 2); ok && traversal.RootName() == "module" {
		name, _ := step(traversal, 3)
		return kind + "." + name
	}
	name, _ := traversal[1].(hcl.TraverseAttr)
	return traversal.RootName() + "." + name.Name
}

// step returns the attribute name at an index of a traversal.
func step(traversal hcl.Traversal, i int) (name string, ok bool) {
	if i >= len(traversal) {
		return "", false
	}
	at, ok := traversal[i].(hcl.TraverseAttr)
	return at.Name, ok
}

func formOfAddress(address string) Grants {
	kind, _, _ := strings.Cut(address, ".")
	if row := objecttype.ByTypeName(kind); row != nil {
		return formOf(row)
	}
	return ""
}

// forget returns a removed block; "" if the root already has one for the address.
func (s *formSwitch) forget(root, address string) string {
	if s.forgotten[root+"/"+address] {
		return ""
	}
	s.forgotten[root+"/"+address] = true
	s.count++
	if s.keys[address] == nil {
		s.unknown = append(s.unknown, address)
	}
	return "removed {\n  from = " + address + "\n\n  lifecycle {\n    destroy = false\n  }\n}"
}

// references replaces references to resources of the former form with their external IDs.
func (s *formSwitch) references(file string, body *hclsyntax.Body) ([]edit, error) {
	var edits []edit
	var failed error
	_ = hclsyntax.VisitAll(body, func(n hclsyntax.Node) hcl.Diagnostics {
		of, isTraversal := n.(*hclsyntax.ScopeTraversalExpr)
		if !isTraversal || !s.replaces(addressOf(of.Traversal)) {
			return nil
		}
		at, address := of.Range(), addressOf(of.Traversal)
		key := s.keys[address]
		last, _ := of.Traversal[len(of.Traversal)-1].(hcl.TraverseAttr)
		if len(of.Traversal) != 3 || last.Name != "ext_id" || key == nil {
			failed = cmp.Or(failed, fmt.Errorf("%s:%d refers to %s, which the export replaces: remove the reference first",
				file, at.Start.Line, address))
			return nil
		}
		edits = append(edits, edit{at.Start.Byte, at.End.Byte, quote(key[len(key)-1])})
		return nil
	})
	return edits, failed
}

// covered reports whether this export writes the grants at an address in the other form. A narrower
// export keeps the other grants.
func (s *formSwitch) covered(address string) bool {
	key := s.keys[address]
	if key == nil {
		return true
	}
	kind, _, _ := strings.Cut(address, ".")
	of := objecttype.ByTypeName(kind)
	if s.former == Authoritative {
		return s.o.wants(of.Single().TypeName()) && (of.Owner != objecttype.Profile.Name || s.readable[objecttype.ImportID(key...)])
	}
	return slices.ContainsFunc(rows, func(set *objecttype.Type) bool {
		return set.Single() == of && s.byID[set.TypeName()][objecttype.ImportID(key[:len(key)-1]...)] != nil
	})
}

// edited returns content with the edits applied. Removing a block also removes the empty lines
// after it.
func edited(content []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	content = slices.Clone(content)
	for _, each := range edits {
		if each.text == "" {
			rest := bytes.TrimLeft(content[each.to:], "\n")
			each.to = len(content) - len(rest)
		}
		content = slices.Concat(content[:each.from], []byte(each.text), content[each.to:])
	}
	return append(bytes.TrimRight(content, "\n"), '\n')
}
