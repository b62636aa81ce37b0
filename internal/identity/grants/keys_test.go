package grants

import (
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"testing"
)

func granted(grants ...Grant) iter.Seq2[Grant, error] {
	return func(yield func(Grant, error) bool) {
		for _, grant := range grants {
			if !yield(grant, nil) {
				return
			}
		}
	}
}

func itself(g Grant) Grant { return g }

func TestByRole_secondGrantOfARole(t *testing.T) {
	twins := granted(Grant{"1", "reader"}, Grant{"2", "reader"}, Grant{"3/4", "reader"}, Grant{"5", "admin"})
	tests := map[string]struct {
		recorded Records
		want     map[string]string
	}{
		"nothing recorded": {nil, map[string]string{"reader": "1", "reader/2": "2", "reader/3%2F4": "3/4", "admin": "5"}},
		"the second recorded": {Records{"reader": {ExtID: "2"}},
			map[string]string{"reader/1": "1", "reader": "2", "reader/3%2F4": "3/4", "admin": "5"}},
		"the recorded is gone": {Records{"reader": {ExtID: "9"}},
			map[string]string{"reader": "1", "reader/2": "2", "reader/3%2F4": "3/4", "admin": "5"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			keyed, err := ByRole(twins, itself, test.recorded)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for key, grant := range keyed {
				got[key] = grant.ExtID
			}
			if !maps.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestByRole_errorOnALaterPage(t *testing.T) {
	broken := errors.New("broken")
	list := func(yield func(Grant, error) bool) {
		_ = yield(Grant{"1", "reader"}, nil) && yield(Grant{}, broken)
	}
	if keyed, err := ByRole(list, itself, nil); !errors.Is(err, broken) || keyed != nil {
		t.Errorf("%v, %v: a part passes for all", keyed, err)
	}
}

// A key leads back to its grant for any IDs of roles and grants. The only exception is a role whose
// ID is the escaped key of a second grant of another role of the profile; see TestSplitKey.
func TestSplitKey_undoesKeys(t *testing.T) {
	ids := []string{"reader", "writer/2", "a/b", "a%2Fb", "100%", "%", "/", "a/", "/b", "ü ö", "a b"}
	var all []Grant
	for _, role := range ids {
		for _, extID := range ids[:1+len(role)%3] {
			all = append(all, Grant{ExtID: extID, RoleExtID: role})
		}
	}
	keys := Keys(all, func(string) string { return "" })
	if unique := slices.Compact(slices.Sorted(slices.Values(keys))); len(unique) != len(keys) {
		t.Errorf("%d of %d keys are unique", len(unique), len(keys))
	}
	seen := map[string]bool{}
	for i, key := range keys {
		role, extID := SplitKey(key, func(key string) bool { return slices.Contains(keys, key) })
		if role != all[i].RoleExtID || extID != "" && extID != all[i].ExtID {
			t.Errorf("%q is %q and %q, not %+v", key, role, extID, all[i])
		}
		if (extID == "") == seen[all[i].RoleExtID] {
			t.Errorf("%q is not shown as the first or a further grant of %q", key, role)
		}
		seen[all[i].RoleExtID] = true
	}
}

func TestSplitKey(t *testing.T) {
	keys := map[string]bool{"reader": true, "a/b": true}
	tests := map[string]Grant{
		"reader":       {RoleExtID: "reader"},
		"reader/2":     {RoleExtID: "reader", ExtID: "2"},
		"reader/3%2F4": {RoleExtID: "reader", ExtID: "3/4"},
		"a%2Fb/7":      {RoleExtID: "a/b", ExtID: "7"},
		"writer/2":     {RoleExtID: "writer/2"},
		"a/b":          {RoleExtID: "a/b"},
		"reader/":      {RoleExtID: "reader/"},
		"reader/1/2":   {RoleExtID: "reader/1/2"},
		"reader/%zz":   {RoleExtID: "reader/%zz"},
		"reader/%41":   {RoleExtID: "reader/%41"},
		"%72eader/2":   {RoleExtID: "%72eader/2"},
		"reader%2F1":   {RoleExtID: "reader%2F1"},
	}
	for key, want := range tests {
		if role, extID := SplitKey(key, func(key string) bool { return keys[key] }); role != want.RoleExtID || extID != want.ExtID {
			t.Errorf("%q is %q and %q, want %+v", key, role, extID, want)
		}
	}
}

func TestKeysOnlyInAndCommonKeys(t *testing.T) {
	one, other := map[string]int{"a": 1, "c": 1, "b": 1}, map[string]bool{"c": true, "d": true, "b": true}
	if got := [][]string{KeysOnlyIn(one, other), CommonKeys(one, other), KeysOnlyIn(other, one)}; !reflect.DeepEqual(got,
		[][]string{{"a"}, {"b", "c"}, {"d"}}) {
		t.Error(got)
	}
	if got := slices.Concat(KeysOnlyIn[int, int](nil, nil), CommonKeys(one, map[string]int{})); len(got) > 0 {
		t.Error(got)
	}
}

func TestRecords(t *testing.T) {
	records := Records{"reader": {ExtID: "1", Version: 7}}
	if got, err := ParseRecords(records.JSON()); err != nil || !maps.Equal(got, records) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := ParseRecords(nil); err != nil || got == nil || len(got) > 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := ParseRecords([]byte(`{"reader": 7}`)); err == nil {
		t.Error("damaged records pass for none")
	}
}
