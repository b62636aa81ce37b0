package review_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// attacked is a client with people, units and grants that a plan may misrepresent.
func attacked() *access.Tenant {
	t := acme()
	hold(t, access.Unit, "hq", "", "")
	hold(t, access.Unit, "closed", "", "")
	t.Add(access.Object{ID: access.NewID("", "acme", access.User, "dora"), State: access.Exactly(access.Disabled)})
	hold(t, access.Profile, "p-dora", "dora", "hq")
	hold(t, access.Grant, "7", "p-dora", "admin")
	t.Add(access.Object{ID: access.NewID("", "acme", access.Profile, "p-off"), Owner: access.Exactly("ben"),
		State: access.Exactly(access.Disabled)})
	hold(t, access.Grant, "8", "p-off", "admin")
	t.Add(access.Object{ID: access.NewID("", "acme", access.Grant, access.OwnedID("p-ben", "9")), Owner: access.Exactly("p-ben"),
		Target: access.Exactly("crm"), To: access.Exactly(moment("2020-01-01T00:00:00Z"))})
	t.Add(access.Object{ID: access.NewID("", "acme", access.Application, "bare")})
	hold(t, access.Role, "bare-admin", "bare", "")
	hold(t, access.Grant, "10", "p-ben", "bare-admin")
	hold(t, access.EnterpriseRole, "er-empty", "", "")
	hold(t, access.EnterpriseGrant, "11", "p-ben", "er-empty")
	return t
}

// Each plan gives a user a role, and hides this from one of the examinations. It breaks the access
// rule with and without the facts of the service.
func TestAttacks(t *testing.T) {
	unknown := plan.Unknown{}
	grant := func(profile, role any, id any, more ...any) plan.Values {
		return authorization(profile, role, append(more, "ext_id", id)...)
	}
	sales := func(profile, role, id any) plan.Values {
		return values("profile_ext_id", profile, "enterprise_role_ext_id", role, "ext_id", id)
	}
	member := func(of, role any) plan.Values { return values("enterprise_role_ext_id", of, "role_ext_id", role) }
	user := func(id, state any) plan.Values { return values("ext_id", id, "user_state", state) }
	created := func(address string, after plan.Values) plan.Change { return object(address, plan.Create, nil, after) }
	updated := func(address string, before, after plan.Values) plan.Change {
		return object(address, plan.Update, before, after)
	}
	replaced := func(first bool, address string, before, after plan.Values) plan.Change {
		c := object(address, plan.Replace, before, after)
		c.CreatedFirst = first
		return c
	}
	given := func(c plan.Change) plan.Change {
		c.ExtIDGiven = true
		return c
	}
	for class, attempts := range map[string]map[string][]plan.Change{
		"taken ids": {
			"a user": {created("idm_user.u", user("ben", "active")), created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"an application": {created("idm_application.a", values("ext_id", "bare")),
				created("idm_client_application.a", values("application_ext_id", "bare"))},
			"a role": {created("idm_role.r", values("ext_id", "admin", "application_ext_id", "other")),
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"a unit": {created("idm_unit.u", unit("hq", "New", nil)),
				updated("idm_user.dora", user("dora", "disabled"), user("dora", "active"))},
			"an id known later": {given(created("idm_enterprise_role.e", values("ext_id", unknown))),
				created("idm_enterprise_role_member.m", member(plan.Unknown{From: "idm_enterprise_role.e"}, "admin"))},
			"an enterprise role": {created("idm_enterprise_role.e", values("ext_id", "er-empty")),
				created("idm_enterprise_role_member.m", member("er-empty", "admin"))},
			"members as a list": {created("idm_enterprise_role.e", values("ext_id", "er-empty")),
				created("idm_enterprise_role_members.m", values("enterprise_role_ext_id", "er-empty", "role_ext_ids", []any{"admin"}))},
		},
		"another person's profile": {
			"declared for another": {created("idm_profile.p", profile("p-ben", "eva")),
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"changed in the state": {updated("idm_profile.p", profile("p-ben", "eva"), profile("p-ben", "eva", "name", "B")),
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"replaced for another": {replaced(false, "idm_profile.p", profile("p-eva", "eva"), profile("p-eva", "ben")),
				created("idm_enterprise_authorization.e", sales("p-eva", "er-sales", unknown))},
			"created before deleted": {replaced(true, "idm_profile.p", profile("p-ben", "ben"), profile("p-ben", "eva")),
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"disabled, by the state": {updated("idm_profile.p", profile("p-off", "ben", "profile_state", "active"),
				profile("p-off", "ben", "profile_state", "active", "name", "x")),
				created("idm_authorization.a", grant("p-off", "crm", unknown))},
		},
		"invented state": {
			"a grant that goes": {object("idm_authorization.x", plan.Delete, grant("p-ben", "admin", "99"), nil),
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"an enterprise grant": {object("idm_enterprise_authorization.x", plan.Delete, sales("p-ben", "er-sales", "99"), nil),
				created("idm_enterprise_authorization.a", sales("p-ben", "er-sales", unknown))},
			"a member that goes": {object("idm_enterprise_role_member.x", plan.Delete, member("er-sales", "admin"), nil),
				created("idm_enterprise_role_member.m", member("er-sales", "admin"))},
			"an assignment that goes": {object("idm_client_application.x", plan.Delete, values("application_ext_id", "bare"), nil),
				created("idm_client_application.y", values("application_ext_id", "bare"))},
			"an element of a map": {updated("idm_profile_authorizations.p",
				values("profile_ext_id", "p-ben", "authorizations", grants("admin", nil, "x", nil)),
				values("profile_ext_id", "p-ben", "authorizations", grants("admin", nil)))},
			"an open room": {updated("idm_authorization.a", grant("p-eva", "reader", "2", "client_global", true),
				grant("p-eva", "reader", "2", "client_global", true, "unit_global", true))},
			"a validity": {updated("idm_authorization.a", grant("p-ben", "crm", "9"),
				grant("p-ben", "crm", "9", "validity", valid(nil, "2030-01-01T00:00:00Z")))},
			"a user who is active": {updated("idm_user.d", user("dora", "active"), user("dora", "active")),
				updated("idm_user.e", user("dora", "disabled"), user("dora", "active"))},
			"a grant of another person": {updated("idm_authorization.a", grant("p-ben", "reader", "9"),
				grant("p-ben", "reader", "9", "validity", valid(nil, "2030-01-01T00:00:00Z")))},
			"a grant taken over": {created("idm_profile_authorizations.p",
				values("profile_ext_id", "p-ben", "authorizations", grants("admin", map[string]any{})))},
		},
		"wrong and unknown references": {
			"an unknown profile": {created("idm_authorization.a", grant(unknown, "admin", unknown))},
			"an unknown role":    {created("idm_authorization.a", grant("p-ben", unknown, unknown))},
			"a masked role":      {created("idm_authorization.a", grant("p-ben", plan.Masked{}, unknown))},
			"a masked client": {created("idm_authorization.a",
				values("profile_ext_id", "p-ben", "role_ext_id", "admin", "client_ext_id", plan.Masked{}))},
			"an unknown client": {created("idm_authorization.a",
				values("profile_ext_id", "p-ben", "role_ext_id", "admin", "client_ext_id", unknown))},
			"unknown elements": {updated("idm_profile_authorizations.p", values("profile_ext_id", "p-ben", "authorizations", grants()),
				values("profile_ext_id", "p-ben", "authorizations", unknown))},
			"an unknown element": {updated("idm_enterprise_role_members.m",
				values("enterprise_role_ext_id", "er-sales", "role_ext_ids", []any{"crm"}),
				values("enterprise_role_ext_id", "er-sales", "role_ext_ids", []any{"crm", unknown}))},
			"from a data source": {created("idm_enterprise_role_member.m",
				member("er-sales", plan.Unknown{From: "data.idm_role.r"}))},
			"a role that is a number":  {created("idm_authorization.a", grant("p-ben", json.Number("7"), unknown))},
			"a profile that is a list": {created("idm_authorization.a", grant([]any{"p-ben"}, "admin", unknown))},
			"a whole hidden object": {{Address: "idm_authorization.a", Type: "idm_authorization",
				Action: plan.Create, AfterHidden: plan.Masked{}}},
			"a hidden profile state": {updated("idm_profile.p", profile("p-off", "ben", "profile_state", plan.Masked{}),
				profile("p-off", "ben", "profile_state", plan.Masked{Changed: true}))},
		},
		"time claims": {
			"expired in the plan's time": {created("idm_authorization.a",
				grant("p-ben", "admin", unknown, "validity", valid(nil, "2026-07-01T00:00:00Z")))},
			"not yet valid": {created("idm_authorization.a",
				grant("p-ben", "admin", unknown, "validity", valid("2029-01-01T00:00:00Z", nil)))},
			"another zone": {created("idm_authorization.a",
				grant("p-ben", "admin", unknown, "validity", valid(nil, "2026-06-01T13:59:59-12:00")))},
			"an odd time": {created("idm_authorization.a",
				grant("p-ben", "admin", unknown, "validity", valid(nil, "2026-06-01")))},
			"an unknown end": {updated("idm_authorization.a",
				grant("p-ben", "crm", "9", "validity", valid(nil, "2020-01-01T00:00:00Z")),
				grant("p-ben", "crm", "9", "validity", valid(nil, unknown)))},
		},
		"latent access": {
			"a disabled user":    {created("idm_authorization.a", grant("p-dora", "crm", unknown))},
			"a disabled profile": {created("idm_authorization.a", grant("p-off", "crm", unknown))},
			"no assignment":      {created("idm_authorization.a", grant("p-eva", "bare-admin", unknown))},
			"assigned later":     {created("idm_client_application.a", values("application_ext_id", "bare"))},
			"a user is enabled":  {updated("idm_user.d", user("dora", "disabled"), user("dora", "active"))},
			"a profile is enabled": {updated("idm_profile.p", profile("p-off", "ben", "profile_state", "disabled"),
				profile("p-off", "ben", "profile_state", "active"))},
			"a member of an unused": {created("idm_enterprise_role_member.m", member("er-empty", "admin"))},
		},
		"moves and duplicates": {
			"twice, once deleted": {object("idm_authorization.x", plan.Delete, grant("p-ben", "crm", "9"), nil),
				created("idm_authorization.a", grant("p-ben", "crm", "9"))},
			"forgotten and made": {{Address: "idm_authorization.a", Type: "idm_authorization",
				Action: plan.ForgetCreate, Before: grant("p-ben", "admin", "98"), After: grant("p-ben", "admin", unknown)}},
			"a deposed one": {{Address: "idm_authorization.a", Type: "idm_authorization",
				Action: plan.Delete, Deposed: true, Before: grant("p-ben", "admin", "97")},
				created("idm_authorization.a", grant("p-ben", "admin", unknown))},
			"a moved address": {{Address: "idm_authorization.b", PreviousAddress: "idm_authorization.a", Type: "idm_authorization",
				Action: plan.Update, Before: grant("p-ben", "crm", "9"), After: grant("p-ben", "crm", "9", "app_global", true)}},
			"an import": {{Address: "idm_authorization.a", Type: "idm_authorization",
				Action: plan.Update, Imported: true, Before: grant("p-ben", "crm", "9", "validity", valid(nil, "2020-01-01T00:00:00Z")),
				After: grant("p-ben", "crm", "9")}},
		},
		"other spellings": {
			"a state in capitals": {updated("idm_user.d", user("dora", "DISABLED"), user("dora", "ACTIVE"))},
			"no client": {object("idm_authorization.a", plan.Create, nil,
				plan.Values{"profile_ext_id": "p-ben", "role_ext_id": "admin", "ext_id": unknown})},
		},
	} {
		for name, changes := range attempts {
			t.Run(class+"/"+name, func(t *testing.T) {
				for _, held := range []*access.Tenant{attacked(), nil} {
					r, broken := reviewedWith(t, held, changes...)
					if !slices.Contains(broken, "access") {
						t.Errorf("with facts %t: breaks %q\n%s", held != nil, broken, r.Document().Markdown(0))
					}
				}
			})
		}
	}
}
