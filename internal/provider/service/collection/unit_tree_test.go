package collection_test

import (
	"context"
	"maps"
	"slices"
	"strings"
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
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	units := acctest.Values{"z": node("", "Root"), "b": node("z", "B"), "a": node("b", "A"), "c": node("z", "C", "location", "Bern")}
	c := newTree(t, s, units)
	want := map[string]string{"z": "Root<", "b": "B<z", "a": "A<b", "c": "C<z"}
	if err := acctest.Equal(want, tenant(t, s, "z", "a", "b", "c")); err != nil {
		t.Fatal(err)
	}
	c.settled(t)
	c.elements = acctest.Values{"z": node("", "Root"), "b": node("a", "B"), "a": node("z", "A2"), "new": node("b", "New")}
	s.ClearRequests()
	if diags := c.apply(t); len(diags) > 0 {
		t.Fatal(diags)
	}
	want = map[string]string{"z": "Root<", "b": "B<a", "a": "A2<z", "new": "New<b"}
	if err := acctest.Equal(want, tenant(t, s, "z", "a", "b", "c", "new")); err != nil {
		t.Error(err)
	}
	if err := acctest.Equal(5, len(s.Writes())); err != nil {
		t.Error(err, s.Writes())
	}
	c.settled(t)
	p := s.Protocol(t)
	planned, diags := c.Plan(t, p, nil)
	if diags.HasError() {
		t.Fatal(diags)
	}
	if diags := c.Apply(t, p, planned); diags.HasError() || len(tenant(t, s, "z", "a", "b", "new")) > 0 {
		t.Errorf("after the destroy: %v %v", diags, tenant(t, s, "z", "a", "b", "new"))
	}
}

// A name moves from a removed unit to its child, and between units of any depth.
func TestUnitTree_namesMove(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	c := newTree(t, s, acctest.Values{"z": node("", "Root"), "old": node("z", "Sales"), "child": node("old", "Team"), "w": node("z", "W")})
	c.elements = acctest.Values{"z": node("", "Root"), "child": node("z", "Sales"), "w": node("z", "W")}
	s.ClearRequests()
	if diags := c.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	// The refused new name is sent once more, without the pauses of a single unit.
	if writes := s.Writes(); len(writes) != 4 {
		t.Error(writes)
	}
	if err := acctest.Equal(map[string]string{"child": "Sales<z"}, tenant(t, s, "child", "old")); err != nil {
		t.Error(err)
	}
	c.settled(t)
}

// After a failed element, all others are done, the state is exact, and the next apply does the rest.
func TestUnitTree_partialUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	c := newTree(t, s, acctest.Values{"z": node("", "Root")})
	for _, id := range []string{"p", "q", "r"} {
		c.elements[id] = node("z", id)
	}
	c.elements["p2"] = node("p", "below")
	p := s.Protocol(t)
	planned, diags := c.Plan(t, p, c.config())
	if diags.HasError() {
		t.Fatal(diags)
	}
	// The name is taken after the plan.
	if _, err := idm.UnitWrites.Create(t.Context(), s.API, idm.In(s.Client), idm.UnitInput{ExtID: idm.Set("other"),
		ParentUnitExtID: idm.Set("z"), Name: idm.Set("p"),
		Profileless: idm.Set(false)}); err != nil {
		t.Fatal(err)
	}
	diags = c.Apply(t, p, planned)
	for _, want := range []string{`"units"`, `"p"`, "already has this name", "nothing was sent"} {
		if !strings.Contains(diags.String(), want) {
			t.Errorf("%q is missing in %s", want, diags)
		}
	}
	ids, _ := c.Values["ext_ids"].(acctest.Values)
	if err := acctest.Equal([]string{"q", "r", "z"}, slices.Sorted(maps.Keys(ids))); err != nil {
		t.Error(err)
	}
	if err := idm.UnitOps.Delete(t.Context(), s.API, idm.In(s.Client), "other"); err != nil {
		t.Fatal(err)
	}
	if diags := c.apply(t); diags.HasError() {
		t.Error(diags)
	}
	c.settled(t)
}

// An import by external IDs, or of a subtree, needs a configuration without further changes.
func TestUnitTree_import(t *testing.T) {
	t.Parallel()
	for id, want := range map[string][]string{"a,b": {"a", "b"}, "a/**": {"a", "b", "c"}} {
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		newTree(t, s, acctest.Values{"z": node("", "Root"), "a": node("z", "A"),
			"b": node("a", "B", "location", "Bern"), "c": node("b", "C")})
		all := acctest.Values{"a": node("", "A"), "b": node("a", "B", "location", "Bern"), "c": node("b", "C")}
		c := kinds["idm_unit_tree"].of(s, acctest.Values{})
		c.more = acctest.Values{"parent_unit_ext_id": "z"}
		for _, key := range want {
			c.elements[key] = all[key]
		}
		p := s.Protocol(t)
		if diags := c.Import(t, p, s.Client+"/"+id); diags.HasError() {
			t.Fatal(diags)
		}
		if diags := c.Refresh(t, p); diags.HasError() {
			t.Fatal(diags)
		}
		c.settled(t)
	}
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	c := acctest.Instance{Type: "idm_unit_tree"}
	p := s.Protocol(t)
	if diags := c.Import(t, p, s.Client+"/nosuch"); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := c.Refresh(t, p); !strings.Contains(diags.String(), "There is no such unit") {
		t.Error(diags)
	}
	for _, malformed := range []string{"client", "client/", "/a", "client/a,", "client/a,b/**", "client/a/b"} {
		if diags := c.Import(t, p, malformed); !strings.Contains(diags.String(), "malformed") {
			t.Errorf("%s: %v", malformed, diags)
		}
	}
}

// An import ID names the key of a unit before its external ID, in which characters with a meaning are
// encoded once.
func TestUnitTree_importByKey(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	newTree(t, s, acctest.Values{"a": node("", "A", "ext_id", "a,=%2C"), "b": node("a", "B", "ext_id", "b/1"), "c": node("a", "C")})
	c := kinds["idm_unit_tree"].of(s, acctest.Values{"top": node("", "A", "ext_id", "a,=%2C"), "b-1": node("top", "B", "ext_id", "b/1"),
		"c": node("top", "C")})
	p := s.Protocol(t)
	if diags := c.Import(t, p, s.Client+"/top=a%2C%3D%252C,b-1=b%2F1,c"); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := c.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	c.settled(t)
}

// A mistake in the map is an error of the plan, with its path.
func TestUnitTree_refused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	for want, units := range map[string]acctest.Values{
		"Unknown key in a unit": {"a": node("", "A", "locaton", "Bern")},
		"Missing key in a unit": {"a": acctest.Values{"name": "A"}},
		"Unknown parent":        {"a": node("b", "A")},
		`parent is "salse", which is not a key of units. Did you mean "sales"? Without a parent`: {
			"sales": node("", "Sales"), "team": node("salse", "Team"),
		},
		"Below itself":   {"a": node("b", "A"), "b": node("a", "B")},
		"Declared twice": {"a": node("", "A"), "b": node("", "B", "ext_id", "a")},
		"Empty string":   {"a": node("", "A", "location", "")},
		"Null unit":      {"a": nil},
		`value must be one of: ["active" "disabled"]`: {"a": node("", "A", "state", "closed")},
	} {
		c := acctest.Instance{Type: "idm_unit_tree"}
		if _, diags := c.Plan(t, s.Protocol(t), acctest.Values{"units": units}); !strings.Contains(diags.String(), want) {
			t.Errorf("%s: %v", want, diags)
		}
	}
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
	if err := acctest.Equal([]any{s.Client + "/else", nil}, []any{a["parent"], b["parent"]}); err != nil || units["c"] != nil {
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
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	c := newTree(t, s, acctest.Values{"z": node("", "Root"), "a": node("z", "A")})
	c.elements = acctest.Values{"z": node("", "Root"), "a": node("", "A")}
	if diags := c.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	if err := acctest.Equal(map[string]string{"a": "A<"}, tenant(t, s, "a")); err != nil {
		t.Error(err)
	}
	c.settled(t)
}

// A unit that leaves the map before its people have moved remains in the state with their number, and
// the plan after they have left deletes it. Neither apply is an error.
func TestUnitTree_remaining(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	tree := newTree(t, s, acctest.Values{"z": node("", "Root"), "old": node("z", "Old"), "sub": node("old", "Sub"),
		"new": node("z", "New")})
	profiles := kinds["idm_profiles"]
	staff := profiles.create(t, s, acctest.Values{"eva": profiles.element("eva", "unit_ext_id", "sub")})
	tree.elements = acctest.Values{"z": node("", "Root"), "new": node("z", "New")}
	left := func(want acctest.Values) {
		t.Helper()
		if err := acctest.Equal(any(want), tree.Values["remaining"]); err != nil {
			t.Error(err)
		}
	}
	if diags := tree.apply(t); diags.HasError() || !strings.Contains(diags.String(), "Still in use") {
		t.Fatal(diags)
	}
	left(acctest.Values{"old": 1.0, "sub": 1.0})
	tree.settled(t)
	staff.elements = acctest.Values{"eva": profiles.element("eva", "unit_ext_id", "new")}
	if diags := staff.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := tree.apply(t); len(diags) > 0 {
		t.Fatal(diags)
	}
	left(acctest.Values{})
	if err := acctest.Equal(map[string]string{}, tenant(t, s, "old", "sub")); err != nil {
		t.Error(err)
	}
	tree.settled(t)
}

// A unit that has left the map and is declared again is managed as before.
func TestUnitTree_returns(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	all := acctest.Values{"z": node("", "Root"), "old": node("z", "Old")}
	tree := newTree(t, s, all)
	profiles := kinds["idm_profiles"]
	profiles.create(t, s, acctest.Values{"eva": profiles.element("eva", "unit_ext_id", "old")})
	tree.elements = acctest.Values{"z": node("", "Root")}
	if diags := tree.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	tree.elements = acctest.Values{"z": node("", "Root"), "old": node("z", "Older")}
	if diags := tree.apply(t); diags.HasError() {
		t.Fatal(diags)
	}
	if err := acctest.Equal(map[string]string{"old": "Older<z"}, tenant(t, s, "old")); err != nil {
		t.Error(err)
	}
	tree.settled(t)
}

// A unit that gets the name of one that leaves the map, and that others still need, is an error of
// the plan, because the apply cannot delete the other one before: usually a key has changed. With its
// external ID, the unit only gets another key.
func TestUnitTree_namesOfUnitsInUse(t *testing.T) {
	t.Parallel()
	profile := func(t *testing.T, s *acctest.Service) {
		t.Helper()
		_, err := idm.ProfileWrites.Create(t.Context(), s.API, idm.Under(s.Client, s.User),
			idm.ProfileInput{ExtID: idm.Set("in-use"), UnitExtID: idm.Set("old")})
		if err != nil {
			t.Error(err)
		}
	}
	foreign := func(t *testing.T, s *acctest.Service) {
		t.Helper()
		_, err := idm.UnitWrites.Create(t.Context(), s.API, idm.In(s.Client),
			idm.UnitInput{ExtID: idm.Set("foreign"), Name: idm.Set("F"), Profileless: idm.Set(true), ParentUnitExtID: idm.Set("old")})
		if err != nil {
			t.Error(err)
		}
	}
	for name, test := range map[string]struct {
		happens func(*testing.T, *acctest.Service)
		now     acctest.Values
		refused bool
	}{
		"a profile":                {profile, acctest.Values{"new": node("z", "Sales"), "child": node("z", "C")}, true},
		"a unit of another state":  {foreign, acctest.Values{"new": node("z", "Sales"), "child": node("z", "C")}, true},
		"a child of the new unit":  {nil, acctest.Values{"new": node("z", "Sales"), "child": node("new", "C")}, true},
		"an existing unit":         {profile, acctest.Values{"child": node("z", "Sales")}, true},
		"an existing unit, empty":  {nil, acctest.Values{"child": node("z", "Sales")}, false},
		"not in use":               {nil, acctest.Values{"new": node("z", "Sales")}, false},
		"another name":             {profile, acctest.Values{"new": node("z", "S"), "child": node("z", "C")}, false},
		"another place":            {profile, acctest.Values{"new": node("", "Sales"), "child": node("z", "C")}, false},
		"another key":              {profile, acctest.Values{"new": node("z", "Sales", "ext_id", "old"), "child": node("new", "C")}, false},
		"another key and no child": {profile, acctest.Values{"new": node("z", "Sales", "ext_id", "old")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
			c := newTree(t, s, acctest.Values{"z": node("", "Root"), "old": node("z", "Sales"), "child": node("old", "C")})
			if test.happens != nil {
				test.happens(t, s)
			}
			c.elements = test.now
			c.elements["z"] = node("", "Root")
			p := s.Protocol(t)
			planned, diags := c.Plan(t, p, c.config())
			if diags.HasError() != test.refused || test.refused && !strings.Contains(diags.String(), `keep it with ext_id = "old"`) {
				t.Fatal(diags)
			}
			if !test.refused {
				if diags := c.Apply(t, p, planned); diags.HasError() {
					t.Error(diags)
				}
			}
		})
	}
}
