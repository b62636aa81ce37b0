package drift_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A state that a refresh, an import or a hand has changed shows access by hand only as a change of
// the next apply. What leaves access that the configuration does not declare is a finding; what
// only gives access, or changes nothing of it, is not.
func TestNew_notApplied(t *testing.T) {
	update := func(typeName string, found, declared plan.Values) plan.Change {
		return plan.Change{Address: typeName + ".a", Type: typeName, Action: plan.Update, Before: found, After: declared}
	}
	ended := func(action plan.Action, typeName string, found plan.Values) plan.Change {
		return plan.Change{Address: typeName + ".a", Type: typeName, Action: action, Before: found}
	}
	until := func(day string) plan.Values {
		return plan.Values{"validity": map[string]any{"to": day + "T00:00:00Z"}}
	}
	grants := func(all ...string) plan.Values {
		of := map[string]any{}
		for _, role := range all {
			of[role] = map[string]any{"client_global": false}
		}
		return plan.Values{"authorizations": of}
	}
	open, closed := plan.Values{"client_global": true}, plan.Values{"client_global": false}
	deposed := ended(plan.Delete, "idm_authorization", plan.Values{"role_ext_id": "admin"})
	deposed.Deposed = true
	for name, test := range map[string]struct {
		change plan.Change
		want   bool
	}{
		"an open room":         {update("idm_authorization", open, closed), true},
		"a room to open":       {update("idm_authorization", closed, open), false},
		"a later end":          {update("idm_authorization", until("2030-01-01"), until("2029-01-01")), true},
		"no end":               {update("idm_authorization", plan.Values{"validity": nil}, until("2029-01-01")), true},
		"an extension":         {update("idm_authorization", until("2029-01-01"), until("2030-01-01")), false},
		"an end to remove":     {update("idm_authorization", until("2029-01-01"), plan.Values{"validity": nil}), false},
		"a grant of a set":     {update("idm_profile_authorizations", grants("a", "b"), grants("a")), true},
		"a new grant of a set": {update("idm_profile_authorizations", grants("a"), grants("a", "b")), false},
		"an application of a set": {update("idm_client_applications", plan.Values{"application_ext_ids": []any{"a", "b"}},
			plan.Values{"application_ext_ids": []any{"a"}}), true},
		"an active user":   {update("idm_user", plan.Values{"user_state": "active"}, plan.Values{"user_state": "disabled"}), true},
		"a user to enable": {update("idm_user", plan.Values{"user_state": "disabled"}, plan.Values{"user_state": "active"}), false},
		"a login":          {update("idm_user", plan.Values{"login_id": "mallory"}, plan.Values{"login_id": "ben"}), true},
		"a remark":         {update("idm_user", plan.Values{"remarks": "x"}, plan.Values{"remarks": "y"}), false},
		"a missing limit": {update("idm_authorization_properties", plan.Values{"properties": map[string]any{}},
			plan.Values{"properties": map[string]any{"limit": "1"}}), true},
		"a property of a unit": {update("idm_unit_properties", plan.Values{"properties": map[string]any{"costs": "1"}},
			plan.Values{"properties": map[string]any{"costs": "2"}}), false},
		"a grant to delete":      {ended(plan.Delete, "idm_authorization", plan.Values{"role_ext_id": "admin"}), true},
		"a grant to forget":      {ended(plan.Forget, "idm_authorization", plan.Values{"role_ext_id": "admin"}), true},
		"a credential to delete": {ended(plan.Delete, "idm_kerberos_credential", plan.Values{"ext_id": "k"}), true},
		"a deposed grant":        {deposed, true},
		"an empty set to delete": {ended(plan.Delete, "idm_profile_authorizations", grants()), false},
		"a unit to delete":       {ended(plan.Delete, "idm_unit", plan.Values{"ext_id": "u"}), false},
		"a grant to create": {plan.Change{Address: "idm_authorization.a", Type: "idm_authorization", Action: plan.Create,
			After: open}, false},
		"a limit of a collection": {update("idm_unit_tree", plan.Values{"max_removals": 5}, plan.Values{"max_removals": 6}), false},
	} {
		r := drift.New("here", &plan.Plan{Changes: []plan.Change{held("idm_unit", "acme/u", plan.Values{}), test.change}})
		listed := len(r.NotApplied) == 1
		text := r.Document().Text(0)
		if !listed || r.Found() != test.want || strings.Contains(text, "the service has access that") != test.want ||
			strings.Contains(text, "All managed objects are as declared") == test.want {
			t.Errorf("%s: listed %t, found %t:\n%s", name, listed, r.Found(), text)
		}
	}
}
