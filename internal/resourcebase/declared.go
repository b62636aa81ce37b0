package resourcebase

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// KeepsDeclared reports whether a delete must leave an object, or one element of an authoritative
// resource, in place, with a warning: another resource of this run has just created it, or found it
// as planned. The key of an element is the key of the resource for a single one.
func (r *Resource) KeepsDeclared(key write.LockKey, diags *diag.Diagnostics) bool {
	if !r.Writes.Declared(key) {
		return false
	}
	noun := remedy.Title(strings.TrimSpace(key[0]))
	diags.AddWarning("Kept "+noun,
		fmt.Sprintf("Object: %s %s\n\nThe object was not deleted, because another resource of this run has just declared it. It is only "+
			"removed from the state of this resource. This happens when an element moves between a single and an authoritative "+
			"resource, or when its new instance is created before the old one is destroyed.", noun, objecttype.ImportID(key[1:]...)))
	return true
}
