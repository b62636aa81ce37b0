package review_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Differences of a set show the removed and added elements, differences of a map its keys, and a
// list in another order its indexes.
func TestReview_changedElements(t *testing.T) {
	change := func(before, after any) string {
		r, _ := reviewedWith(t, nil, object("idm_enterprise_role_members.m", plan.Update,
			values("enterprise_role_ext_id", "er-sales", "role_ext_ids", before),
			values("enterprise_role_ext_id", "er-sales", "role_ext_ids", after)))
		return r.Document().Text(0)
	}
	for name, test := range map[string]struct {
		before, after any
		want          string
	}{
		"the first goes":  {[]any{"a", "b", "c"}, []any{"b", "c"}, "role_ext_ids: a → none"},
		"one is replaced": {[]any{"a", "b"}, []any{"a", "x"}, "role_ext_ids: b → none; role_ext_ids: none → x"},
		"another order":   {[]any{"a", "b"}, []any{"b", "a"}, "role_ext_ids.0: a → b; role_ext_ids.1: b → a"},
		"a new element with defaults": {map[string]any{}, map[string]any{"a": map[string]any{"validity": nil, "unit_global": false}},
			"role_ext_ids.a: none → {}"},
		"its removal": {map[string]any{"a": map[string]any{"validity": nil, "unit_global": false}}, map[string]any{},
			"role_ext_ids.a: {} → none"},
		"a new element with an open room": {map[string]any{}, map[string]any{"a": map[string]any{"app_global": false, "unit_global": true}},
			"m: role_ext_ids.a.unit_global: none → true"},
		"a room that closes": {map[string]any{"a": map[string]any{"unit_global": true}},
			map[string]any{"a": map[string]any{"unit_global": false}},
			"role_ext_ids.a.unit_global: true → false"},
		"a room that the service leaves open": {map[string]any{"a": map[string]any{"unit_global": nil}},
			map[string]any{"a": map[string]any{"unit_global": false}}, "role_ext_ids.a.unit_global: none → false"},
		"a map": {map[string]any{"0": "a"}, map[string]any{"0": "b"}, "role_ext_ids.0: a → b"},
	} {
		t.Run(name, func(t *testing.T) {
			if text := change(test.before, test.after); !strings.Contains(text, test.want) {
				t.Errorf("%q is not in\n%s", test.want, text)
			}
		})
	}
}
