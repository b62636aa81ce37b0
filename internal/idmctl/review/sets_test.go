package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// An element that a set may still declare, or grants again, may be lost, but its loss is not
// certain.
func TestSets_mayLose(t *testing.T) {
	set := func(of any) plan.Values { return values("profile_ext_id", "p-eva", "authorizations", of) }
	members := func(of any) plan.Values { return values("enterprise_role_ext_id", "er-sales", "role_ext_ids", of) }
	none := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	single := authorization("p-eva", "reader", "ext_id", "2")
	for name, test := range map[string]struct {
		changes []plan.Change
		want    string
	}{
		"a map that becomes unknown": {[]plan.Change{object("idm_profile_authorizations.p", plan.Update,
			set(grants("reader", none)), set(plan.Unknown{}))}, "may lose role reader"},
		"a map without the element": {[]plan.Change{object("idm_profile_authorizations.p", plan.Update,
			set(grants("reader", none)), set(grants()))}, "loses role reader"},
		"a set that becomes unknown": {[]plan.Change{object("idm_enterprise_role_members.m", plan.Update,
			members([]any{"crm"}), members(plan.Unknown{}))}, "role crm in app of eva changes in a way"},
		"a set with an unknown element": {[]plan.Change{object("idm_enterprise_role_members.m", plan.Update,
			members([]any{"crm"}), members([]any{plan.Unknown{}}))}, "role crm in app of eva changes in a way"},
		"a set that is destroyed": {[]plan.Change{object("idm_enterprise_role_members.m", plan.Delete,
			members([]any{"crm"}), nil)}, "loses role crm"},
		"from a single grant to a map": {[]plan.Change{object("idm_authorization.a", plan.Delete, single, nil),
			object("idm_profile_authorizations.p", plan.Create, nil, set(grants("reader", none)))}, "may lose role reader"},
		"from a single grant to nothing": {[]plan.Change{object("idm_authorization.a", plan.Delete, single, nil)}, "loses role reader"},
	} {
		t.Run(name, func(t *testing.T) {
			r, broken := reviewed(t, true, test.changes...)
			text := r.Document().Text(0)
			if !strings.Contains(text, test.want) || strings.HasPrefix(test.want, "may") && strings.Contains(text, "loses role") {
				t.Errorf("%q is not in\n%s", test.want, text)
			}
			if !slices.Contains(broken, "loss") {
				t.Errorf("breaks only %q", broken)
			}
		})
	}
}
