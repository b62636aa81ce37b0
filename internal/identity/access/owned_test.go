package access_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// The same external ID of two owners identifies two objects, regardless of its characters.
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

// The identity of a grant contains its profile and its own external ID, and can return both.
func TestID_Within(t *testing.T) {
	for _, own := range []string{"a", "a/b", "a%2Fb", ""} {
		for _, kind := range []access.Kind{access.Grant, access.EnterpriseGrant, access.Unit} {
			id := access.NewID("s", "c", kind, own)
			within := id.Within("p/1")
			if got := within.Own(); got != own {
				t.Errorf("%s %q: own external ID %q", kind, own, got)
			}
			if same := within == id; same != (kind == access.Unit) {
				t.Errorf("%s %q: the same identity with an owner: %t", kind, own, same)
			}
		}
	}
	created := access.NewID("s", "c", access.Grant, access.PendingID("module.m/x.idm_authorization.a"))
	if created.Own() != "module.m/x.idm_authorization.a" {
		t.Errorf("a grant without an external ID: %q", created.Own())
	}
}
