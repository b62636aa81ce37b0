package tenantgen

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Random tenants contain objects of every type.
func TestKinds(t *testing.T) {
	for _, row := range objecttype.OfClass(objecttype.Object) {
		if row != objecttype.Unit && row != objecttype.Profile && !slices.ContainsFunc(kinds, func(k *kind) bool { return k.of == row }) {
			t.Errorf("no tenant has %s", row.Plural)
		}
	}
}
