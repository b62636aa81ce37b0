package access

import "testing"

// The references of each kind follow from the rows of the types. A changed row would silently
// change the computed access, so the test lists the expected references.
func TestKinds(t *testing.T) {
	want := [lastKind + 1]struct{ owner, target Kind }{
		Role: {owner: Application}, Unit: {owner: Unit},
		Profile:    {owner: User, target: Unit},
		Assignment: {target: Application}, Member: {owner: EnterpriseRole, target: Role},
		Grant: {owner: Profile, target: Role}, Credential: {owner: User},
		EnterpriseGrant: {owner: Profile, target: EnterpriseRole},
	}
	for kind := Client; kind <= lastKind; kind++ {
		row := kinds[kind]
		if row.owner != want[kind].owner || row.target != want[kind].target {
			t.Errorf("%s refers to %v and %v, want %v", kind, row.owner, row.target, want[kind])
		}
		if global := kind == Client || kind == Application || kind == Role; kind.Global() != global {
			t.Errorf("%s is global: %t, want %t", kind, kind.Global(), global)
		}
		if KindOf(row.of.Name) != kind {
			t.Errorf("%s is not the kind of %s", kind, row.of.Name)
		}
	}
	if KindOf("policy") != 0 || KindOf("") != 0 {
		t.Error("a type that does not decide on access has a kind")
	}
}
