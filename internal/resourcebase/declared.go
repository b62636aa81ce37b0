package resourcebase

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// KeepsDeclared reports whether a delete must leave its object alone, with a warning: another
// resource of this run has just created it, or found it as planned.
func (r *Resource) KeepsDeclared(m Keyed, diags *diag.Diagnostics) bool {
	return r.KeepsElement(r.LockKey(m), diags)
}

// KeepsElement is KeepsDeclared for one element of a resource that holds several. The key is the one
// of the resource that holds the element alone.
func (r *Resource) KeepsElement(key write.LockKey, diags *diag.Diagnostics) bool {
	if !r.writes.Declared(key) {
		return false
	}
	noun := remedy.Title(strings.TrimSpace(key[0]))
	diags.AddWarning("Kept "+noun,
		fmt.Sprintf("Object: %s %s\n\nThe object was not deleted, because another resource of this run has just declared it. It is only "+
			"removed from the state of this resource. This happens when an element moves between a single and an authoritative "+
			"resource, or when its new instance is created before the old one is destroyed.", noun, objecttype.ImportID(key[1:]...)))
	return true
}

// Declare notes elements that a resource has just created, or found as planned. The key of each is
// the parent's, and the element.
func (r *Resource) Declare(parent write.LockKey, elements iter.Seq[string]) {
	for element := range elements {
		r.writes.Declare(append(slices.Clone(parent), element))
	}
}

// Declared reports whether this run has created or changed an object.
func (r *Resource) Declared(key write.LockKey) bool { return r.writes.Declared(key) }
