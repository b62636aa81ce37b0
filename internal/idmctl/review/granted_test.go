package review_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// ofState returns a fact with a state.
func ofState(kind access.Kind, extID, owner, target string, state access.State) access.Object {
	o := fact(kind, extID, owner, target)
	o.State = access.Exactly(state)
	return o
}

// A change that the service refuses today, and a grant without an effect today, break the rules
// about what they grant, and the rules of a policy: the obstacle may be gone when the plan is
// applied.
func TestGranted(t *testing.T) {
	off := access.Disabled
	disabledUser := func(t *access.Tenant) {
		t.Add(ofState(access.User, "dora", "", "", off))
		hold(t, access.Profile, "p-dora", "dora", "")
	}
	disabledProfile := func(t *access.Tenant) { t.Add(ofState(access.Profile, "p-dora", "ben", "", off)) }
	disabledUnit := func(t *access.Tenant) {
		t.Add(ofState(access.Unit, "it", "", "", off))
		hold(t, access.Profile, "p-dora", "ben", "it")
	}
	overUser := func(t *access.Tenant) {
		o := fact(access.User, "dora", "", "")
		o.To = access.Exactly(moment("2020-01-01T00:00:00Z"))
		t.Add(o)
		hold(t, access.Profile, "p-dora", "dora", "")
	}
	temporary := func(t *access.Tenant) {
		o := fact(access.Grant, "by-hand", "p-ben", "admin")
		o.To = access.Exactly(moment("2026-06-08T00:00:00Z"))
		t.Add(o)
	}
	empty := func(t *access.Tenant) { hold(t, access.EnterpriseRole, "er-empty", "", "") }
	both := func(a, b func(*access.Tenant)) func(*access.Tenant) {
		return func(t *access.Tenant) { a(t); b(t) }
	}
	unknown := plan.Unknown{}
	create := func(values plan.Values) plan.Change { return object("idm_authorization.a", plan.Create, nil, values) }
	wide := func(profile, id any) plan.Change {
		return create(authorization(profile, "admin", "ext_id", id, "client_global", true))
	}
	set := func(profile string) plan.Change {
		return object("idm_profile_authorizations.s", plan.Create, nil, values("profile_ext_id", profile, "authorizations",
			grants("admin", map[string]any{"client_global": true})))
	}
	enterprise := func(profile, role string) plan.Change {
		return object("idm_enterprise_authorization.e", plan.Create, nil,
			values("profile_ext_id", profile, "enterprise_role_ext_id", role, "ext_id", unknown))
	}
	for name, test := range map[string]struct {
		hold    func(*access.Tenant)
		changes []plan.Change
		rules   []string
		// policy is a rule that the plan breaks.
		policy string
	}{
		"a grant of a role that is granted by hand": {temporary, []plan.Change{wide("p-ben", unknown)},
			[]string{"gain.global", "gain.extended", "gain.unlimited"}, `roles = ["admin"]`},
		"a grant with a taken ID": {temporary, []plan.Change{create(authorization("p-ben", "crm", "ext_id", "by-hand"))},
			[]string{"gain.role"}, `roles = ["crm"]`},
		"a global grant with a taken ID": {temporary, []plan.Change{wide("p-ben", "by-hand")},
			[]string{"gain.global", "gain.unlimited"}, "global = true"},
		"a grant on a profile that does not exist": {nil, []plan.Change{wide("p-later", unknown)},
			[]string{"gain.role", "gain.global"}, "global = true\nroles = [\"admin\"]"},
		"a set on a profile that does not exist": {nil, []plan.Change{set("p-later")},
			[]string{"gain.role", "gain.global"}, "global = true"},
		"an enterprise role on a profile that does not exist": {nil, []plan.Change{enterprise("p-later", "er-sales")},
			[]string{"gain.enterprise-role"}, `enterprise_roles = ["er-sales"]`},
		"a grant of a role that does not exist": {nil, []plan.Change{create(authorization("p-ben", "later", "ext_id", unknown))},
			[]string{"gain.role"}, `roles = ["later"]`},
		"a grant on a new profile in a disabled unit": {disabledUnit, []plan.Change{
			object("idm_profile.n", plan.Create, nil, profile("p-new", "ben", "unit_ext_id", "it")), wide("p-new", unknown)},
			[]string{"gain.role", "gain.global"}, `roles = ["admin"]`},
		"a grant of a disabled user": {disabledUser, []plan.Change{wide("p-dora", unknown)},
			[]string{"gain.role", "gain.global", "gain.dormant"},
			"global = true\nusers = [\"dora\"]"},
		"a grant of a user who is no longer valid": {overUser, []plan.Change{wide("p-dora", unknown)},
			[]string{"gain.role", "gain.global"}, "global = true"},
		"a grant of a disabled profile": {disabledProfile, []plan.Change{wide("p-dora", unknown)}, []string{"gain.role", "gain.global"},
			"global = true"},
		"a grant in a disabled unit": {disabledUnit, []plan.Change{wide("p-dora", unknown)}, []string{"gain.role", "gain.global"},
			"global = true\nunits = [\"it\"]"},
		"a set of a disabled user": {disabledUser, []plan.Change{set("p-dora")}, []string{"gain.role", "gain.global"}, "global = true"},
		"an enterprise role of a disabled user": {disabledUser, []plan.Change{enterprise("p-dora", "er-sales")},
			[]string{"gain.enterprise-role"},
			`roles = ["crm"]`},
		"a grant of an application that is not assigned": {func(t *access.Tenant) {
			hold(t, access.Application, "bare", "", "")
			hold(t, access.Role, "bare-admin", "bare", "")
		}, []plan.Change{create(authorization("p-ben", "bare-admin", "ext_id", unknown, "unit_global", true))},
			[]string{"gain.role", "gain.global"}, "global = true"},
		"a data room of a grant of a disabled user": {both(disabledUser, func(t *access.Tenant) {
			hold(t, access.Grant, "9", "p-dora", "admin")
		}), []plan.Change{object("idm_authorization.a", plan.Update, authorization("p-dora", "admin", "ext_id", "9"),
			authorization("p-dora", "admin", "ext_id", "9", "client_global", true))}, []string{"gain.global"}, "global = true"},
		"a longer grant of a disabled user": {both(disabledUser, func(t *access.Tenant) {
			o := fact(access.Grant, "9", "p-dora", "admin")
			o.To = access.Exactly(moment("2027-01-01T00:00:00Z"))
			t.Add(o)
		}), []plan.Change{object("idm_authorization.a", plan.Update,
			authorization("p-dora", "admin", "ext_id", "9", "validity", valid(nil, "2027-01-01T00:00:00Z")),
			authorization("p-dora", "admin", "ext_id", "9"))}, []string{"gain.extended", "gain.unlimited"}, `roles = ["admin"]`},
		"a role of an enterprise role of a disabled user": {both(both(disabledUser, empty), func(t *access.Tenant) {
			hold(t, access.EnterpriseGrant, "9", "p-dora", "er-empty")
		}), []plan.Change{object("idm_enterprise_role_member.m", plan.Create, nil, member("er-empty", "admin"))},
			[]string{"gain.role"}, "roles = [\"admin\"]\nusers = [\"dora\"]"},
		"an application for a disabled user": {both(disabledUser, func(t *access.Tenant) {
			hold(t, access.Application, "bare", "", "")
			hold(t, access.Role, "bare-admin", "bare", "")
			hold(t, access.Grant, "9", "p-dora", "bare-admin")
		}), []plan.Change{object("idm_client_application.x", plan.Create, nil, values("application_ext_id", "bare"))},
			[]string{"gain.role", "application.assign"}, `roles = ["bare-admin"]`},
		"an enabled profile of a disabled user": {func(t *access.Tenant) {
			t.Add(ofState(access.User, "dora", "", "", off))
			t.Add(ofState(access.Profile, "p-dora", "dora", "", off))
			hold(t, access.Grant, "9", "p-dora", "admin")
		}, []plan.Change{object("idm_profile.p", plan.Update, profile("p-dora", "dora", "profile_state", "disabled"),
			profile("p-dora", "dora", "profile_state", "active"))}, []string{"gain.role", "profile.enable"}, `roles = ["admin"]`},
		"a change of a grant that does not exist": {nil, []plan.Change{object("idm_authorization.a", plan.Update,
			authorization("p-ben", "admin", "ext_id", "77"), authorization("p-ben", "admin", "ext_id", "77", "client_global", true))},
			[]string{"gain.role", "gain.global"}, "global = true"},
		"a grant on a second profile with a taken ID": {nil, []plan.Change{
			object("idm_profile.n", plan.Create, nil, profile("p-eva", "ben")), wide("p-eva", unknown)},
			[]string{"gain.role", "gain.global"}, "roles = [\"admin\"]\nusers = [\"ben\"]"},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			if test.hold != nil {
				test.hold(held)
			}
			r, broken := reviewedWith(t, held, test.changes...)
			for _, rule := range append(test.rules, "access") {
				if !slices.Contains(broken, rule) {
					t.Errorf("breaks %q, and not %s\n%q", broken, rule, lines(r))
				}
			}
			r.FailedRules = nil
			if r.Check(policy(t, test.policy)); len(r.FailedRules) == 0 {
				t.Errorf("the policy %s is not broken: %q", test.policy, lines(r))
			}
		})
	}
}

// A grant of a person, or in a unit, with an end is one gain until then, and it breaks the rules of
// the grant itself, which has no end.
func TestGranted_endsWithItsOwner(t *testing.T) {
	for _, kind := range []access.Kind{access.User, access.Profile, access.Unit} {
		held := acme()
		hold(held, access.Unit, "it", "", "")
		for _, o := range []access.Object{fact(access.User, "dora", "", ""), fact(access.Profile, "p-dora", "dora", "lab"),
			fact(access.Unit, "lab", "it", "")} {
			if o.Kind == kind {
				o.To = access.Exactly(moment("2027-06-08T00:00:00Z"))
			}
			held.Add(o)
		}
		r, broken := reviewedWith(t, held, object("idm_authorization.a", plan.Create, nil, authorization("p-dora", "admin", "ext_id", "9")))
		if got, want := lines(r), "dora p-dora gain admin: though the grant itself is valid without end"; len(got) != 1 || got[0] != want {
			t.Errorf("%v: %q, want %q", kind, got, want)
		}
		if !slices.Contains(broken, "gain.role") || !slices.Contains(broken, "gain.dormant") {
			t.Errorf("%v: breaks %q", kind, broken)
		}
	}
}
