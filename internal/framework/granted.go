package framework

import (
	"errors"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Grant is what tells the grants of one profile apart. A profile has a role, or an enterprise role, once.
type Grant struct{ ExtID, RoleExtID string }

// NotGranted is NotCreated for the grant of a role. When the service calls it a duplicate, the one in the way is looked for among the grants that the
// profile has, and the error carries the import block of that one: its external id is another than the one that was to be created.
func NotGranted[T any](r *Resource, m Keyed, role string, err error, granted iter.Seq2[T, error], key func(T) Grant) diag.Diagnostic {
	if !errors.Is(err, rest.ErrDuplicate) {
		return r.NotCreated(m, err)
	}
	f := Failure{Verb: "create", Noun: r.Noun, Parts: m.Parts(), Err: err}
	for element, failed := range granted {
		if failed != nil {
			break
		}
		if there := key(element); there.RoleExtID == role {
			parts := m.Parts()
			parts[len(parts)-1] = there.ExtID
			return diag.NewErrorDiagnostic(f.summary(), fmt.Sprintf("%s\n\nThe profile has %q already, by the %s %q. If that one is yours, adopt it:\n\n%s",
				f.detail(), role, r.title(), there.ExtID, r.ImportBlock(parts...)))
		}
	}
	return f.Diagnostic()
}

// Grants turns a list of the grants of a profile into what tells them apart.
func Grants[T any](granted iter.Seq2[T, error], key func(T) Grant) iter.Seq2[Grant, error] {
	return func(yield func(Grant, error) bool) {
		for element, err := range granted {
			if !yield(key(element), err) {
				return
			}
		}
	}
}
