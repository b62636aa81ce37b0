package resourcebase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// KeepsDeclared reports whether a delete must keep an object, or one element of an authoritative
// resource, because another resource of this run has just created it or found it as planned. It
// then adds a warning. The key of an element is the key of the resource for a single element.
func (r *Resource) KeepsDeclared(key write.LockKey, diags *diag.Diagnostics) bool {
	if !r.Writes.Declared(key) {
		r.Checks.NoteDeleted(key[0], key[1:])
		return false
	}
	noun := diagnostics.Title(strings.TrimSpace(key[0]))
	diags.AddWarning("Kept "+noun,
		fmt.Sprintf("Object: %s %s\n\nThe object was not deleted, because another resource of this run has just declared it. It is only "+
			"removed from the state of this resource. This happens when an element moves between a single and an authoritative "+
			"resource, or when its new instance is created before the old one is destroyed.", noun, objecttype.ImportID(key[1:]...)))
	return true
}

// checkTakeover refuses the create of an authoritative resource because of undeclared elements, each
// with a reason, unless this run has destroyed the resource before. An error would then leave its
// owner without the declared elements too.
func (r *Set[M, G, A, I, P]) checkTakeover(m P, reasons []string) diag.Diagnostics {
	if r.Writes.Declared(r.emptied(m)) {
		return r.about(diagnostics.LeftUndeclared, m, reasons)
	}
	return r.about(diagnostics.RefuseTakeover, m, reasons)
}

// about returns a message about elements.
func (r *Set[M, G, A, I, P]) about(message diagnostics.Elements, m P, elements []string) diag.Diagnostics {
	return message.Of(r.Type.Name, m.KeyValues(), path.Root(r.Calls.Attribute), elements)
}

// emptied is declared once the run has destroyed an authoritative resource.
func (r *Set[M, G, A, I, P]) emptied(m P) write.LockKey {
	return append(write.LockKey{"emptied", r.Type.Name}, m.KeyValues()...)
}

// noteDeclared stores the elements that an apply has declared. After a failure, earlier ones that
// are still held remain declared. A CLI stores the texts of the state, but not those of private
// state, in Unicode normal form C.
func noteDeclared[G any](ctx context.Context, private Private, desired, held map[string]G) diag.Diagnostics {
	recorded, _ := get[[]string](ctx, private, declaredKey)
	declared := slices.DeleteFunc(recorded, func(element string) bool { _, still := held[element]; return !still })
	for element := range desired {
		declared = append(declared, norm.NFC.String(element))
	}
	slices.Sort(declared)
	return put(ctx, private, declaredKey, slices.Compact(declared))
}

// leaveUndeclared removes the elements that the last apply did not declare from those that a destroy
// removes, and warns of them.
func (r *Set[M, G, A, I, P]) leaveUndeclared(ctx context.Context, private Private, m P, held map[string]G) diag.Diagnostics {
	declared, known := get[[]string](ctx, private, declaredKey)
	if !known {
		return nil // The destroy removes what its plan shows.
	}
	all := make(map[string]bool, len(declared))
	for _, element := range declared {
		all[element] = true
	}
	others := grants.KeysOnlyIn(held, all)
	for _, element := range others {
		delete(held, element)
	}
	return r.about(diagnostics.KeptUndeclared, m, others)
}
