package framework

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
		recorded GrantRecords
		want     map[string]string
	}{
		"nothing recorded":     {nil, map[string]string{"reader": "1", "reader/2": "2", "reader/3%2F4": "3/4", "admin": "5"}},
		"the second recorded":  {GrantRecords{"reader": {ExtID: "2"}}, map[string]string{"reader/1": "1", "reader": "2", "reader/3%2F4": "3/4", "admin": "5"}},
		"the recorded is gone": {GrantRecords{"reader": {ExtID: "9"}}, map[string]string{"reader": "1", "reader/2": "2", "reader/3%2F4": "3/4", "admin": "5"}},
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

func TestWithoutAndShared(t *testing.T) {
	one, other := map[string]int{"a": 1, "c": 1, "b": 1}, map[string]bool{"c": true, "d": true, "b": true}
	if got := [][]string{Without(one, other), Shared(one, other), Without(other, one)}; !reflect.DeepEqual(got, [][]string{{"a"}, {"b", "c"}, {"d"}}) {
		t.Error(got)
	}
	if got := slices.Concat(Without[int, int](nil, nil), Shared(one, map[string]int{})); len(got) > 0 {
		t.Error(got)
	}
}
