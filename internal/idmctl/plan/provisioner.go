package plan

import (
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// provisioners adds the provisioners that the apply runs for created and destroyed objects of all
// providers. The JSON of a plan does not list those of removed blocks; see Unlisted.
func (r *reader) provisioners() {
	removed := r.saved.removedProvisioners()
	for _, c := range r.document.ResourceChanges {
		if c == nil || c.Change == nil || c.Mode != tfjson.ManagedResourceMode || !createsOrDeletes(c.Change.Actions) {
			continue
		}
		written := r.configured[Resource(c.Address)]
		if written != nil {
			for _, p := range written.Provisioners {
				r.add(OtherProvisioner, c.Address,
					"%s has a provisioner %s, which runs a program when the object is created or destroyed.", c.Address, p.Type)
			}
		}
		if written == nil && removed {
			r.add(OtherRemovedProvisioner, c.Address,
				"A removed block may run a provisioner, and so a program, when %s is destroyed.", c.Address)
		}
	}
}

func createsOrDeletes(actions tfjson.Actions) bool {
	return slices.Contains(actions, tfjson.ActionCreate) || slices.Contains(actions, tfjson.ActionDelete)
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

// removedProvisioners reports whether any removed block has a provisioner.
func (a *archive) removedProvisioners() bool {
	if a == nil {
		return false
	}
	for _, m := range a.modules {
		for _, block := range m.blocks[blockRemoved] {
			if len(blocks(block.Body, "provisioner", "type")) > 0 {
				return true
			}
		}
	}
	return false
}

// ephemerals adds the ephemeral resources that Terraform opens during the apply but does not list.
func (r *reader) ephemerals() {
	opened := func(address string) { r.add(OtherRead, address, "%s is opened during the apply.", address) }
	if r.saved == nil {
		for address, written := range r.configured {
			if written.Mode == modeEphemeral {
				opened(address)
			}
		}
		return
	}
	listed := func(c *tfjson.ResourceChange) bool { return c != nil && c.Mode == modeEphemeral }
	if slices.ContainsFunc(r.document.ResourceChanges, listed) {
		return
	}
	for call, m := range r.saved.modules {
		for name := range m.blocks {
			if address, isEphemeral := strings.CutPrefix(name, blockEphemeral+"."); isEphemeral {
				opened(join(moduleOf(call), "ephemeral."+address))
			}
		}
	}
}
