package access_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// The same external ID of two owners is two objects, whatever characters they have.
func TestOwnedID(t *testing.T) {
	seen := map[string]bool{}
	for _, pair := range [][2]string{{"a", "b/c"}, {"a/b", "c"}, {"a%2Fb", "c"}, {"a", "b%2Fc"}, {"a", "b"}, {"", "a/b"}} {
		id := access.OwnedID(pair[0], pair[1])
		if seen[id] {
			t.Errorf("%q is the id of two objects", id)
		}
		seen[id] = true
		if own := access.NewID("", "c", access.Grant, id).Own(); own != pair[1] {
			t.Errorf("%q is the external ID of %q", own, id)
		}
	}
	if own := access.NewID("", "c", access.Unit, "a/b").Own(); own != "a/b" {
		t.Errorf("the unit a/b is %q", own)
	}
}
