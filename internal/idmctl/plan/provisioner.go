package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	tfjson "github.com/hashicorp/terraform-json"
)

// provisioners returns the provisioners that the apply runs for created and destroyed objects of
// all providers.
func (r *reader) provisioners() []Other {
	removed := r.saved.removedProvisioners()
	var found []Other
	var undetermined []string
	for _, c := range r.document.ResourceChanges {
		if c == nil || c.Change == nil || c.Mode != tfjson.ManagedResourceMode || !createsOrDeletes(c.Change.Actions) {
			continue
		}
		if written := r.configured[Resource(c.Address)]; written != nil {
			for _, p := range written.Provisioners {
				other := about(c, OtherProvisioner)
				other.Text = fmt.Sprintf("%s has a provisioner %s, which runs a program when the object is created or destroyed.", c.Address,
					p.Type)
				found = append(found, other)
			}
		}
		if slices.ContainsFunc(removed, func(from string) bool { return within(Resource(c.Address), from) }) {
			other := about(c, OtherRemovedProvisioner)
			other.Text = fmt.Sprintf("A removed block runs a provisioner, and so a program, when %s is destroyed.", c.Address)
			found = append(found, other)
		}
		if r.saved == nil && slices.Contains(c.Change.Actions, tfjson.ActionDelete) && orphaned(c) {
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

// moduleOf returns the address of a module of the configuration: module.a.module.b for a.b.
func moduleOf(call string) string {
	if call == "" {
		return ""
	}
	return "module." + strings.ReplaceAll(call, ".", ".module.")
}

// removedProvisioners returns the addresses, without keys, of removed blocks with provisioners; ""
// for an address that cannot be parsed.
func (a *archive) removedProvisioners() []string {
	if a == nil {
		return nil
	}
	var found []string
	for call, m := range a.modules {
		for _, block := range m.blocks[blockRemoved] {
			content, _, _ := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "provisioner",
				LabelNames: []string{"type"}}}})
			if content != nil && len(content.Blocks) > 0 {
				found = append(found, removedFrom(block, moduleOf(call)))
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
func (r *reader) ephemerals() []Other {
	var found []Other
	if r.saved == nil {
		for address, written := range r.configured {
			if written.Mode == modeEphemeral {
				found = append(found, opened(address, written.Type))
			}
		}
		return found
	}
	listed := func(c *tfjson.ResourceChange) bool { return c != nil && c.Mode == modeEphemeral }
	if slices.ContainsFunc(r.document.ResourceChanges, listed) {
		return nil
	}
	for call, m := range r.saved.modules {
		for name, blocks := range m.blocks {
			if address, isEphemeral := strings.CutPrefix(name, blockEphemeral+"."); isEphemeral {
				found = append(found, opened(join(moduleOf(call), "ephemeral."+address), blocks[0].Labels[0]))
			}
		}
	}
	return found
}

func opened(address, of string) Other {
	return Other{Kind: OtherRead, Address: address, Type: of, Action: "open", Text: address + " is opened during the apply."}
}
