package resourcebase

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// KeepsDeclared reports whether a delete must keep an object, or one element of an authoritative
// resource, because another resource of this run has just created it or found it as planned. It
// then adds a warning. The key of an element is the key of the resource for a single element.
func (r *Resource) KeepsDeclared(key write.LockKey, diags *diag.Diagnostics) bool {
	if !r.Writes.Declared(key) {
		r.Checks.NoteDeleted(key[0], key[1:])
		return false
	}
	noun := remedy.Title(strings.TrimSpace(key[0]))
	diags.AddWarning("Kept "+noun,
		fmt.Sprintf("Object: %s %s\n\nThe object was not deleted, because another resource of this run has just declared it. It is only "+
			"removed from the state of this resource. This happens when an element moves between a single and an authoritative "+
			"resource, or when its new instance is created before the old one is destroyed.", noun, objecttype.ImportID(key[1:]...)))
	return true
}

// checkTakeover refuses the create of an authoritative resource because of undeclared elements, each
// with a reason, unless this run has destroyed the resource before. An error would then leave its
// owner without the declared elements too.
func (r *Resource) checkTakeover(m Keyed, attribute string, reasons []string) diag.Diagnostics {
	if r.Writes.Declared(r.emptied(m)) {
		return remedy.LeftUndeclared(r.Type.Name, m.KeyValues(), path.Root(attribute), reasons)
	}
	return remedy.RefuseTakeover(r.Type.Name, m.KeyValues(), path.Root(attribute), reasons)
}

// emptied is declared once the run has destroyed an authoritative resource.
func (r *Resource) emptied(m Keyed) write.LockKey {
	return append(write.LockKey{"emptied", r.Type.Name}, m.KeyValues()...)
}
