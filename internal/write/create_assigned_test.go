package write

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// An object whose id the service assigns is found after a lost answer by what came since, and made
// once.
func TestCreateAssigned(t *testing.T) {
	lists := func(all ...[]string) [][]string { return all }
	tests := map[string]struct {
		posts   []error
		similar [][]string
		failing int // which list fails, counted from 1
		sent    int
		want    string
		lost    string
	}{
		"at once":                 {nil, lists(nil), 0, 1, "answered", ""},
		"lost, and done":          {[]error{errLost}, lists([]string{"old"}, []string{"old", "new"}), 0, 1, "new", ""},
		"lost, and not done":      {[]error{errLost}, lists([]string{"old"}, []string{"old"}), 0, 2, "answered", ""},
		"unidentified":            {[]error{errUnidentified}, lists(nil, []string{"new"}), 0, 1, "new", ""},
		"several came":            {[]error{errLost}, lists(nil, []string{"a", "b"}), 0, 1, "", "a, b"},
		"lost every time":         {[]error{errLost, errLost, errLost, errLost}, lists(nil), 0, 4, "", "after attempt 4"},
		"not listed before":       {[]error{errLost}, lists(nil), 1, 1, "", "the objects that existed before could not be listed"},
		"not listed afterwards":   {[]error{errLost}, lists(nil), 2, 1, "", "the existing objects could not be listed"},
		"not listed, but at once": {nil, lists(nil), 1, 1, "answered", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent, listed := 0, 0
				extID, err := newRun().CreateAssigned(t.Context(), tfsdk.Plan(stateOf(t, of("a", "hidden"))), func() (string, error) {
					if sent++; sent <= len(test.posts) {
						return "", test.posts[sent-1]
					}
					return "answered", nil
				}, func() ([]string, error) {
					if listed++; listed == test.failing {
						return nil, errRefused
					}
					return slices.Clone(test.similar[min(listed, len(test.similar))-1]), nil
				})
				if extID != test.want || sent != test.sent || stopped(err, Lost) != (test.lost != "") {
					t.Fatalf("%q after %d creates, %v", extID, sent, err)
				}
				if err != nil && (!strings.Contains(err.Error(), test.lost) || strings.Contains(err.Error(), "hidden")) {
					t.Error(err)
				}
			})
		})
	}
}

func TestCreateAssigned_refused(t *testing.T) {
	sent := 0
	_, err := newRun().CreateAssigned(t.Context(), tfsdk.Plan(stateOf(t, of("a", "s"))), func() (string, error) {
		sent++
		return "", errRefused
	}, func() ([]string, error) { return nil, nil })
	if !errors.Is(err, errRefused) || sent != 1 {
		t.Errorf("%d creates, %v", sent, err)
	}
}

// A cancelled run does not send a create again.
func TestCreateAssigned_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sent := 0
	_, err := newRun().CreateAssigned(ctx, tfsdk.Plan(stateOf(t, of("a", "s"))), func() (string, error) {
		sent++
		return "", errLost
	}, func() ([]string, error) { return nil, nil })
	if !stopped(err, Lost) || sent != 1 {
		t.Errorf("%d creates, %v", sent, err)
	}
}
