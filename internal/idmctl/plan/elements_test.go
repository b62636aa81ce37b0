package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
)

// treeOf returns a tree of units with external IDs that are their keys in capitals.
func treeOf(units map[string]any) Values {
	ids := map[string]any{}
	for key := range units {
		ids[key] = "U-" + key
	}
	return Values{"client_ext_id": "acme", "parent_unit_ext_id": "hq", "units": units, "ext_ids": ids}
}

// changesOf returns the changes of the elements of a collection.
func changesOf(c Change) []Change {
	all, _ := elements(c)
	return all
}

// A change of a collection is one change for each element, with the object above it.
func TestElements(t *testing.T) {
	before := treeOf(map[string]any{
		"a": map[string]any{"name": "A", "state": "disabled"}, "b": map[string]any{"parent": "a", "name": "B"},
		"c": map[string]any{"parent": "/else"},
		"e": map[string]any{"name": "E"},
	})
	after := treeOf(map[string]any{
		"a": map[string]any{"name": "A"}, "b": map[string]any{"name": "B"}, "d": map[string]any{"parent": "b"},
		"e": map[string]any{"name": "F"},
	})
	got := map[string]string{}
	changes, _ := elements(Change{Address: "idm_unit_tree.x", Type: "idm_unit_tree", Action: Update, Before: before, After: after})
	for _, c := range changes {
		got[c.Address] = c.Type + " " + string(c.Action) + " " +
			c.Before.Text("parent_unit_ext_id") + ">" + c.After.Text("parent_unit_ext_id")
	}
	want := map[string]string{
		`idm_unit_tree.x.units["a"]`: "idm_unit no-op hq>hq",
		`idm_unit_tree.x.units["b"]`: "idm_unit update U-a>hq",
		`idm_unit_tree.x.units["c"]`: "idm_unit delete else>",
		`idm_unit_tree.x.units["d"]`: "idm_unit create >U-b",
		`idm_unit_tree.x.units["e"]`: "idm_unit update hq>hq",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	// A tree that stays keeps a unit until what is in it has left.
	for keeps, action := range map[bool]Action{true: Update, false: Replace} {
		kept := maps.Clone(after)
		kept["remaining"] = map[string]any{}
		change := Change{Address: "idm_unit_tree.x", Type: "idm_unit_tree", Action: action, Before: before, After: kept}
		for _, c := range changesOf(change) {
			if last := keeps && c.Action == Delete; c.DestroyedLast != last {
				t.Errorf("%s of %s is destroyed last: %t", c.Action, c.Address, c.DestroyedLast)
			}
		}
	}
	for _, c := range changesOf(Change{Address: "idm_unit_tree.x", Type: "idm_unit_tree", Action: Replace, Before: before, After: before}) {
		if c.Action != Replace {
			t.Errorf("%s of a replaced collection is %s", c.Address, c.Action)
		}
	}
	created := changes[slices.IndexFunc(changes, func(c Change) bool { return c.Action == Create })]
	if !reflect.DeepEqual(created.Omitted, []string{"name", "state"}) || created.After["state"] != (Unknown{}) {
		t.Errorf("omitted %v of %v", created.Omitted, created.After)
	}
}

// A unit that has left the map before is deleted once nothing needs it.
func TestElements_remaining(t *testing.T) {
	before, after := treeOf(map[string]any{}), treeOf(map[string]any{})
	before["remaining"], after["remaining"] = map[string]any{"a": json.Number("0"), "b": json.Number("2")}, Unknown{}
	got := map[string]Action{}
	for _, c := range changesOf(Change{Address: "idm_unit_tree.x", Type: "idm_unit_tree", Action: Update, Before: before, After: after}) {
		got[c.Address+" "+c.Type] = c.Action
	}
	_, kept := elements(Change{Address: "idm_unit_tree.x", Type: "idm_unit_tree", Action: NoOp, Before: before, After: before})
	if len(kept) != 1 || kept[0].Address != `idm_unit_tree.x.remaining["b"]` || kept[0].Before.Text("id") != "acme/b" {
		t.Errorf("still in use: %v", kept)
	}
	if want := map[string]Action{`idm_unit_tree.x.remaining["a"] idm_unit`: Delete}; !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// What an element has of other types is a change of its own.
func TestElements_parts(t *testing.T) {
	grants := func(roles ...string) map[string]any {
		all := map[string]any{}
		for _, role := range roles {
			all[role] = map[string]any{}
		}
		return all
	}
	profiles := func(all map[string]any) Values {
		ids := map[string]any{}
		for key := range all {
			ids[key] = key
		}
		return Values{"client_ext_id": "acme", "profiles": all, "ext_ids": ids}
	}
	before := profiles(map[string]any{
		"a": map[string]any{"user_ext_id": "a", "authorizations": grants("r"), "properties": map[string]any{"badge": "1"}},
		"b": map[string]any{"user_ext_id": "b", "authorizations": grants("r")},
		"c": map[string]any{"user_ext_id": "c", "authorizations": grants("r")},
	})
	after := profiles(map[string]any{
		"a": map[string]any{"user_ext_id": "a", "authorizations": grants("r", "s")},
		"b": map[string]any{"user_ext_id": "b"},
		"d": map[string]any{"user_ext_id": "d", "enterprise_authorizations": grants()},
	})
	got := map[string]string{}
	for _, c := range changesOf(Change{Address: "idm_profiles.x", Type: "idm_profiles", Action: Update, Before: before, After: after}) {
		got[c.Address] = c.Type + " " + string(c.Action) + " " + c.Before.Text("profile_ext_id") + ">" + c.After.Text("profile_ext_id")
		// A data room that a grant leaves out is closed, as in a single resource.
		for role, grant := range c.After.Map("authorizations") {
			if open, known := Object(grant)["unit_global"].(bool); open || !known {
				t.Errorf("%s, %s: %v", c.Address, role, grant)
			}
		}
	}
	want := map[string]string{
		`idm_profiles.x.profiles["a"]`:                           "idm_profile no-op >",
		`idm_profiles.x.profiles["a"].authorizations`:            "idm_profile_authorizations update a>a",
		`idm_profiles.x.profiles["a"].properties`:                "idm_profile_properties delete a>",
		`idm_profiles.x.profiles["b"]`:                           "idm_profile no-op >",
		`idm_profiles.x.profiles["b"].authorizations`:            "idm_profile_authorizations forget b>",
		`idm_profiles.x.profiles["c"]`:                           "idm_profile delete >",
		`idm_profiles.x.profiles["c"].authorizations`:            "idm_profile_authorizations delete c>",
		`idm_profiles.x.profiles["d"]`:                           "idm_profile create >",
		`idm_profiles.x.profiles["d"].enterprise_authorizations`: "idm_profile_enterprise_authorizations create >d",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	before["on_destroy"], after["on_destroy"] = "keep", "keep"
	for _, shorter := range []Values{after, nil} {
		change := Change{Address: "idm_profiles.x", Type: "idm_profiles", Action: Delete, Before: before, After: shorter}
		for _, c := range changesOf(change) {
			if c.Address == `idm_profiles.x.profiles["c"]` && c.Action != Forget {
				t.Errorf("a kept profile: %v", c.Action)
			}
		}
	}
}

// An element whose new value requires a replacement is replaced with what it has.
func TestElements_replaced(t *testing.T) {
	of := func(user string, more map[string]any) Values {
		a := map[string]any{"user_ext_id": user, "authorizations": map[string]any{"r": map[string]any{}}}
		maps.Copy(a, more)
		return Values{"client_ext_id": "acme", "profiles": map[string]any{"a": a}, "ext_ids": map[string]any{"a": "a"}}
	}
	for name, test := range map[string]struct {
		after Values
		want  Action
	}{
		"another user": {of("eva", nil), Replace},
		"another name": {of("ben", map[string]any{"name": "A"}), Update},
	} {
		changes, _ := elements(Change{Address: "idm_profiles.x", Type: "idm_profiles", Action: Update, Before: of("ben", nil),
			After: test.after})
		grants := test.want
		if grants == Update {
			grants = NoOp
		}
		if len(changes) != 2 || changes[0].Action != test.want || changes[1].Action != grants {
			t.Errorf("%s: %v", name, changes)
		}
	}
}

// Only the encrypted properties that differ are a change, and no value of them is shown.
func TestElements_secrets(t *testing.T) {
	users := func(pins map[string]any) map[string]any {
		return map[string]any{"client_ext_id": "acme",
			"users":   map[string]any{"a": map[string]any{}, "b": map[string]any{}, "c": map[string]any{}},
			"ext_ids": map[string]any{"a": "a", "b": "b", "c": "c"}, "sensitive_properties": pins}
	}
	pin := func(value string) map[string]any { return map[string]any{"pin": value} }
	sensitive := map[string]any{"sensitive_properties": true}
	before, after := beforeAndAfter(secretsByElement(&tfjson.ResourceChange{Type: "idm_users", Change: &tfjson.Change{
		Before: users(map[string]any{"a": pin("0815"), "b": pin("0816"), "c": map[string]any{}}), BeforeSensitive: sensitive,
		After: users(map[string]any{"a": pin("0815"), "b": pin("0817"), "c": map[string]any{}}), AfterSensitive: sensitive,
	}}))
	changes, _ := elements(Change{Address: "idm_users.x", Type: "idm_users", Action: Update, Before: Object(before), After: Object(after)})
	got := map[string]Action{}
	for _, c := range changes {
		if c.Type == "idm_user_properties" {
			got[c.Address] = c.Action
		}
	}
	want := map[string]Action{`idm_users.x.users["a"].properties`: NoOp, `idm_users.x.users["b"].properties`: Update}
	if shown := fmt.Sprint(changes); !maps.Equal(got, want) || strings.Contains(shown, "081") {
		t.Errorf("got %v: %s", got, shown)
	}
}

// What cannot be read stays a change of the collection, which no reader of changes takes for
// harmless.
func TestElements_hidden(t *testing.T) {
	whole := treeOf(map[string]any{"a": map[string]any{"name": "A"}})
	for name, hide := range map[string]func(Values){
		"sensitive map": func(v Values) { v["units"] = Masked{Changed: true} },
		"unknown map":   func(v Values) { v["units"] = Unknown{} },
		"unknown unit":  func(v Values) { v["units"] = map[string]any{"a": Unknown{}} },
	} {
		after := maps.Clone(whole)
		hide(after)
		if got, _ := elements(Change{Type: "idm_unit_tree", Action: Update, Before: whole, After: after}); len(got) != 1 ||
			got[0].Type != "idm_unit_tree" {
			t.Errorf("%s: %v", name, got)
		}
	}
	raised := maps.Clone(whole)
	raised["max_removals"] = json.Number("500")
	if got, _ := elements(Change{Type: "idm_unit_tree", Action: Update, Before: whole, After: raised}); len(got) != 2 ||
		got[1].Type != "idm_unit_tree" || got[1].After["units"] != nil {
		t.Errorf("a raised limit: %v", got)
	}
	one := treeOf(map[string]any{"a": map[string]any{"name": "A", "parent": Masked{}}})
	if got, _ := elements(Change{Type: "idm_unit_tree", Action: Create, After: one}); got[0].After["parent_unit_ext_id"] != (Unknown{}) {
		t.Errorf("a sensitive parent: %v", got[0].After)
	}
}
