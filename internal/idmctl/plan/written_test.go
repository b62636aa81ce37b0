package plan_test

import (
	"maps"
	"reflect"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

type object = map[string]any

func TestCompleteGrants(t *testing.T) {
	closed := object{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false, "validity": nil}
	with := func(name string, value any) object {
		grant := maps.Clone(closed)
		grant[name] = value
		return grant
	}
	hidden := struct{ mark string }{"sensitive"}
	for name, test := range map[string]struct{ written, complete any }{
		"nothing":            {object{}, closed},
		"nulls":              {object{"unit_global": nil, "validity": nil}, closed},
		"no bounds":          {object{"validity": object{"from": nil, "to": nil}}, closed},
		"an empty validity":  {object{"validity": object{}}, closed},
		"an open room":       {object{"unit_global": true}, with("unit_global", true)},
		"an open room, text": {object{"unit_global": "true"}, with("unit_global", true)},
		"one bound":          {object{"validity": object{"from": nil, "to": "2030"}}, with("validity", object{"to": "2030"})},
		"hidden":             {hidden, hidden},
		"a hidden room":      {object{"app_global": hidden}, with("app_global", hidden)},
		"a hidden validity":  {object{"validity": hidden}, with("validity", hidden)},
		"complete":           {with("app_global", true), with("app_global", true)},
	} {
		t.Run(name, func(t *testing.T) {
			values := object{"id": "p", "authorizations": object{"reader": test.written}}
			want := object{"id": "p", "authorizations": object{"reader": test.complete}}
			if got := plan.CompleteGrants("idm_profile_authorizations", values); !reflect.DeepEqual(got, want) {
				t.Errorf("%v, not %v", got, want)
			}
			if got := plan.CompleteGrants("idm_unit", values); !reflect.DeepEqual(got, values) {
				t.Errorf("another resource is changed: %v", got)
			}
		})
	}
	enterprise := object{"enterprise_authorizations": object{"sales": object{}}}
	if got := plan.CompleteGrants("idm_profile_enterprise_authorizations", enterprise); !reflect.DeepEqual(got,
		object{"enterprise_authorizations": object{"sales": object{"validity": nil}}}) {
		t.Errorf("%v", got)
	}
	if got := plan.CompleteGrants("idm_profile_authorizations", nil); got != nil {
		t.Errorf("%v", got)
	}
}
