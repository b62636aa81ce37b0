package collection_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// node returns an element of a tree.
func node(parent, name string, more ...string) acctest.Values {
	values := acctest.Values{"name": name, "profileless": false}
	if parent != "" {
		values["parent"] = parent
	}
	for i := 0; i < len(more); i += 2 {
		values[more[i]] = more[i+1]
	}
	return values
}

// tenant returns the names of the units in the service with the external IDs of their parents.
func tenant(t *testing.T, s *acctest.Service, extIDs ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, id := range extIDs {
		if unit, err := idm.UnitOps.Get(context.Background(), s.API, idm.In(s.Client), id); err == nil {
			found[id] = unit.Name + "<" + unit.ParentUnitExtID
		}
	}
	return found
}

func newTree(t *testing.T, s *acctest.Service, units acctest.Values) *collected {
	t.Helper()
	return kinds["idm_unit_tree"].create(t, s, units)
}

// A tree of units is created parents first, changed, moved and deleted children first, each in one
// update, with one request for each change.
func TestUnitTree(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A name moves from a removed unit to its child, and between units of any depth.
func TestUnitTree_namesMove(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// After a failed element, all others are done, the state is exact, and the next apply does the rest.
func TestUnitTree_partialUpdate(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// An import by external IDs, or of a subtree, needs a configuration without further changes.
func TestUnitTree_import(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// An import ID names the key of a unit before its external ID, in which characters with a meaning are
// encoded once.
func TestUnitTree_importByKey(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A mistake in the map is an error of the plan, with its path.
func TestUnitTree_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A unit that another writer has moved, renamed or deleted returns to its place.
func TestUnitTree_drift(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	c := newTree(t, s, acctest.Values{"z": node("", "Root"), "a": node("z", "A"), "b": node("z", "B"), "c": node("z", "C")})
	if _, err := idm.UnitWrites.Create(t.Context(), s.API, idm.In(s.Client), idm.UnitInput{ExtID: idm.Set("else"), Name: idm.Set("Else"),
		Profileless: idm.Set(false)}); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		s.API.MoveUnit(t.Context(), s.Client, "else", "a"), s.API.DetachUnit(t.Context(), s.Client, "z", "b"),
		idm.UnitOps.Delete(t.Context(), s.API, idm.In(s.Client), "c"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p := s.Protocol(t)
	if diags := c.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	units, _ := c.Values["units"].(acctest.Values)
	a, _ := units["a"].(acctest.Values)
	b, _ := units["b"].(acctest.Values)
	if err := acctest.Equal([]any{"/else", nil}, []any{a["parent"], b["parent"]}); err != nil || units["c"] != nil {
		t.Error(err, units)
	}
	if diags := c.apply(t); diags.HasError() {
		t.Error(diags)
	}
	if err := acctest.Equal(map[string]string{"a": "A<z", "b": "B<z", "c": "C<z"}, tenant(t, s, "a", "b", "c")); err != nil {
		t.Error(err)
	}
	c.settled(t)
}

// A unit that loses its parent becomes a root unit.
func TestUnitTree_detached(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A unit that leaves the map before its people have moved remains in the state with their number, and
// the plan after they have left deletes it. Neither apply is an error.
func TestUnitTree_remaining(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A unit that has left the map and is declared again is managed as before.
func TestUnitTree_returns(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A unit that gets the name of one that leaves the map, and that others still need, is an error of
// the plan, because the apply cannot delete the other one before: usually a key has changed. With its
// external ID, the unit only gets another key.
func TestUnitTree_namesOfUnitsInUse(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// A name moves from one unit to another in one update. An exchange of names is an error of the plan,
// because no order of the two changes is possible.
func TestUnitTree_namesExchanged(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
