package plan

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	tfjson "github.com/hashicorp/terraform-json"
)

// provisioners returns the provisioners that the apply runs for created and destroyed objects of
// all providers.
func provisioners(d *document, saved *archive) []Other {
	declared := map[string][]string{}
	d.configured(func(module string, r *tfjson.ConfigResource) {
		for _, p := range r.Provisioners {
			at := join(module, r.Type+"."+r.Name)
			declared[at] = append(declared[at], p.Type)
		}
	})
	removed := removedProvisioners(saved)
	var found []Other
	var undetermined []string
	for _, c := range d.ResourceChanges {
		if c == nil || c.Change == nil || c.Mode != tfjson.ManagedResourceMode || !createsOrDeletes(c.Change.Actions) {
			continue
		}
		for _, kind := range declared[Resource(c.Address)] {
			other := about(c, OtherProvisioner)
			other.Text = fmt.Sprintf("%s has a provisioner %s, which runs a program when the object is created or destroyed.", c.Address,
				kind)
			found = append(found, other)
		}
		if slices.ContainsFunc(removed, func(from string) bool { return within(Resource(c.Address), from) }) {
			other := about(c, OtherRemovedProvisioner)
			other.Text = fmt.Sprintf("A removed block runs a provisioner, and so a program, when %s is destroyed.", c.Address)
			found = append(found, other)
		}
		if saved == nil && slices.Contains(c.Change.Actions, tfjson.ActionDelete) && orphaned(c) {
			undetermined = append(undetermined, c.Address)
		}
	}
	if len(undetermined) > 0 {
		found = append(found, Other{Kind: OtherRemovedProvisioner, Address: undetermined[0], Action: "delete",
			Text: "The JSON of a plan does not say whether a removed block runs a program when " + strings.Join(undetermined, ", ") +
				" is destroyed: review the saved plan."})
	}
	return found
}

func createsOrDeletes(actions tfjson.Actions) bool {
	return slices.Contains(actions, tfjson.ActionCreate) || slices.Contains(actions, tfjson.ActionDelete)
}

// orphaned reports whether an object is destroyed because its configuration was removed, for
// example by a removed block.
func orphaned(c *tfjson.ResourceChange) bool {
	switch c.ActionReason {
	case tfjson.ActionReasonDeleteBecauseCountIndex, tfjson.ActionReasonDeleteBecauseEachKey,
		tfjson.ActionReasonDeleteBecauseWrongRepetition:
		return false
	}
	return len(c.Change.Actions) == 1
}

func join(module, rest string) string {
	if module == "" {
		return rest
	}
	return module + "." + rest
}

// removedProvisioners returns the addresses, without keys, of removed blocks with provisioners; ""
// for an address that cannot be parsed.
func removedProvisioners(saved *archive) []string {
	if saved == nil {
		return nil
	}
	var found []string
	for call, m := range saved.modules {
		prefix := ""
		for _, name := range strings.FieldsFunc(call, func(r rune) bool { return r == '.' }) {
			prefix = join(prefix, "module."+name)
		}
		for _, block := range m.blocks[blockRemoved] {
			content, _, _ := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "provisioner",
				LabelNames: []string{"type"}}}})
			if content != nil && len(content.Blocks) > 0 {
				found = append(found, removedFrom(block, prefix))
			}
		}
	}
	return found
}

func removedFrom(block *hcl.Block, prefix string) string {
	from := argument(block.Body, "from")
	if from == nil {
		return ""
	}
	traversal, diagnostics := hcl.AbsTraversalForExpr(from)
	if diagnostics.HasErrors() {
		quoted, ok := textOf(valueOf(from))
		if !ok {
			return ""
		}
		if traversal, diagnostics = hclsyntax.ParseTraversalAbs([]byte(quoted), "", hcl.InitialPos); diagnostics.HasErrors() {
			return ""
		}
	}
	at, ok := placeOf(tokens(traversal))
	if !ok {
		return ""
	}
	return join(prefix, Resource(at.canonical()))
}

// within reports whether an address matches a removed block or is inside its module.
func within(address, from string) bool {
	return from == "" || address == from || strings.HasPrefix(address, from+".")
}

// ephemerals returns the ephemeral resources that Terraform opens during the apply but does not
// list.
func ephemerals(d *document, saved *archive) []Other {
	var found []Other
	if saved == nil {
		d.configured(func(module string, r *tfjson.ConfigResource) {
			if r.Mode == modeEphemeral {
				found = append(found, opened(join(module, cmp.Or(r.Address, "ephemeral."+r.Type+"."+r.Name)), r.Type))
			}
		})
		return found
	}
	listed := func(c *tfjson.ResourceChange) bool { return c != nil && c.Mode == modeEphemeral }
	if slices.ContainsFunc(d.ResourceChanges, listed) {
		return nil
	}
	for call, m := range saved.modules {
		for _, name := range slices.Sorted(maps.Keys(m.blocks)) {
			if address, isEphemeral := strings.CutPrefix(name, blockEphemeral+"."); isEphemeral {
				at := join(strings.ReplaceAll(call, ".", ".module."), "ephemeral."+address)
				if call != "" {
					at = "module." + at
				}
				found = append(found, opened(at, m.blocks[name][0].Labels[0]))
			}
		}
	}
	return found
}

func opened(address, of string) Other {
	return Other{Kind: OtherRead, Address: address, Type: of, Action: "open", Text: address + " is opened during the apply."}
}
