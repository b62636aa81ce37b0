package review_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A change matches the rules of its effects in the service and no others, with and without facts.
func TestRules_effects(t *testing.T) {
	contacts := func(values map[string]any) plan.Values { return map[string]any{"ext_id": "u", "contacts": values} }
	for name, test := range map[string]struct {
		changes      []plan.Change
		rules, clear []string
		withFacts    bool
	}{
		"a new default profile of a user who exists": {
			changes: []plan.Change{object("idm_profile.two", plan.Create, nil, profile("p-two", "eva", "is_default_profile", true))},
			rules:   []string{"profile.default", "access", "loss"},
		},
		"a new profile that may become the default": {
			changes: []plan.Change{object("idm_profile.two", plan.Create, nil,
				profile("p-two", "eva", "is_default_profile", plan.Unknown{}))},
			rules: []string{"profile.default"},
		},
		"the first profile of a new user": {
			changes: []plan.Change{object("idm_user.new", plan.Create, nil, values("ext_id", "new", "user_state", "active")),
				object("idm_profile.new", plan.Create, nil, profile("p-new", "new", "is_default_profile", true))},
			clear: []string{"profile.default", "loss"},
		},
		"a fax number": {
			changes: []plan.Change{object("idm_user.u", plan.Update,
				contacts(map[string]any{"email": "a@example.com", "telefax": "1"}), contacts(map[string]any{"email": "a@example.com"}))},
			rules: []string{"cosmetic.attribute"}, clear: []string{"login", "access", "loss"},
		},
		"the URL of an application": {
			changes: []plan.Change{object("idm_application.a", plan.Update, values("ext_id", "app", "url", "https://app.example.com"),
				values("ext_id", "app", "url", "https://app.example.net"))},
			rules: []string{"application.url", "access", "loss"}, clear: []string{"cosmetic.attribute"},
		},
		"a mobile number": {
			changes: []plan.Change{object("idm_user.u", plan.Update, contacts(nil), contacts(map[string]any{"mobile": "1"}))},
			rules:   []string{"login", "access", "loss"},
		},
		"a grant whose properties are deleted with it": {
			changes: []plan.Change{object("idm_authorization.a", plan.Replace, authorization("p-eva", "reader", "ext_id", "2"),
				authorization("p-eva", "reader", "ext_id", "3"))},
			rules: []string{"property", "access", "loss"}, withFacts: true,
		},
		"a definition whose values may limit grants": {
			changes: []plan.Change{object("idm_property_definition.d", plan.Delete, values("scope", "PROFILE_FOR_APPLICATION_GLOBAL",
				"name", "limit"), nil)},
			rules: []string{"property.delete", "property.values", "access", "loss"}, withFacts: true,
		},
		"an allowed value that may limit grants": {
			changes: []plan.Change{object("idm_property_definition.d", plan.Update,
				values("name", "limit", "allowed_values", []any{"1", "2"}), values("name", "limit", "allowed_values", []any{"2"}))},
			rules: []string{"property.values", "access", "loss"}, clear: []string{"property.delete"}, withFacts: true,
		},
		"one more allowed value": {
			changes: []plan.Change{object("idm_property_definition.d", plan.Update, values("name", "limit", "allowed_values", []any{"1"}),
				values("name", "limit", "allowed_values", []any{"1", "2"}))},
			rules: []string{"cosmetic.attribute"}, clear: []string{"access", "loss"}, withFacts: true,
		},
		"a grant of a profile that exists only later": {
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, authorization("p-later", "admin", "ext_id", "9"))},
			rules:   []string{"fails", "incomplete.unproven", "access"}, withFacts: true,
		},
		"a set of grants of a profile that exists only later": {
			changes: []plan.Change{object("idm_profile_authorizations.a", plan.Create, nil,
				values("profile_ext_id", "p-later", "authorizations", grants("admin", nil)))},
			rules: []string{"incomplete.unproven", "access"}, withFacts: true,
		},
		"a grant of a profile that exists only later, and that is over": {
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
				authorization("p-later", "admin", "ext_id", "9", "validity", valid(nil, "2020-01-01T00:00:00Z")))},
			rules: []string{"fails"}, clear: []string{"incomplete.unproven", "access"}, withFacts: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, broken := reviewed(t, test.withFacts, test.changes...)
			for _, rule := range test.rules {
				if !slices.Contains(broken, rule) {
					t.Errorf("breaks %q, and not %s", broken, rule)
				}
			}
			for _, rule := range test.clear {
				if slices.Contains(broken, rule) {
					t.Errorf("breaks %s: %+v", rule, r.Findings)
				}
			}
		})
	}
}
