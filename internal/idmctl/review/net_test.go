package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// With facts, the review compares the access of each user over all paths.
func TestNet(t *testing.T) {
	id := func(text string) []any { return []any{"ext_id", text} }
	inUnit := func(t *access.Tenant) {
		it := fact(access.Unit, "it", "", "")
		it.Name = "IT"
		t.Add(it)
		hold(t, access.Profile, "p-it", "ben", "it")
		g := fact(access.Grant, "7", "p-it", "admin")
		g.To = access.Exactly(moment("2027-01-01T00:00:00Z"))
		t.Add(g)
	}
	until := func(to, from any) plan.Change {
		return object("idm_authorization.a", plan.Update,
			authorization("p-it", "admin", "ext_id", "7", "validity", valid(nil, "2027-01-01T00:00:00Z")),
			authorization("p-it", "admin", "ext_id", "7", "validity", valid(from, to)))
	}
	crm := authorization("p-eva", "crm", "ext_id", plan.Unknown{})
	sales := values("profile_ext_id", "p-eva", "enterprise_role_ext_id", "er-sales", "ext_id", "1")
	for name, test := range map[string]struct {
		// hold adds to the facts of the service.
		hold    func(*access.Tenant)
		changes []plan.Change
		lines   []string
		// rules are the broken rules, clear must not be broken.
		rules, clear []string
	}{
		"a role that the user has through an enterprise role": {
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, crm)},
			lines:   []string{}, rules: []string{"cosmetic.regrant"}, clear: []string{"gain.role", "access"},
		},
		"an enterprise role whose role the user keeps": {
			hold:    func(t *access.Tenant) { hold(t, access.Grant, "3", "p-eva", "crm") },
			changes: []plan.Change{object("idm_enterprise_authorization.a", plan.Delete, sales, nil)},
			lines:   []string{"eva p-eva lose Sales"}, rules: []string{"loss.role", "loss"}, clear: []string{"access"},
		},
		"an end that is not known, which may be later": {
			hold: func(t *access.Tenant) {
				g := fact(access.Grant, "9", "p-ben", "crm")
				g.To = access.Exactly(moment("2026-12-31T00:00:00Z"))
				t.Add(g)
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Update,
				authorization("p-ben", "crm", "ext_id", "9", "validity", valid(nil, "2026-12-31T00:00:00Z")),
				authorization("p-ben", "crm", "ext_id", "9", "validity", valid(nil, plan.Unknown{})))},
			lines: []string{"ben p-ben change crm"}, rules: []string{"gain.extended", "loss.shortened", "gain.unlimited", "access", "loss"},
			clear: []string{"gain.global"},
		},
		"an end that is not known, and a data room": {
			hold: func(t *access.Tenant) { hold(t, access.Grant, "9", "p-ben", "crm") },
			changes: []plan.Change{object("idm_authorization.a", plan.Update, authorization("p-ben", "crm", "ext_id", "9"),
				authorization("p-ben", "crm", "ext_id", "9", "client_global", true, "validity", valid(nil, plan.Unknown{})))},
			lines: []string{"ben p-ben change crm client"}, rules: []string{"gain.global", "access", "loss"},
		},
		"a role through a second profile": {
			hold: func(t *access.Tenant) {
				hold(t, access.Profile, "p-two", "eva", "")
				hold(t, access.Grant, "3", "p-two", "reader")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", id("2")...), nil)},
			lines:   []string{}, rules: []string{"cosmetic.regrant"}, clear: []string{"loss.role", "loss"},
		},
		"a role through a second profile in another unit": {
			hold: func(t *access.Tenant) {
				hold(t, access.Unit, "hq", "", "")
				hold(t, access.Profile, "p-two", "eva", "hq")
				hold(t, access.Grant, "3", "p-two", "reader")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", id("2")...), nil)},
			lines:   []string{}, rules: []string{"cosmetic.regrant"}, clear: []string{"loss.role"},
		},
		"a role that a second profile gives in another unit, too": {
			hold: func(t *access.Tenant) {
				hold(t, access.Unit, "hq", "", "")
				hold(t, access.Profile, "p-two", "eva", "hq")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
				authorization("p-two", "reader", "ext_id", plan.Unknown{}))},
			lines: []string{"eva p-two change reader: it comes to apply in unit hq"}, rules: []string{"gain.extended", "access"},
			clear: []string{"gain.role", "loss"},
		},
		"a role that a profile in another unit no longer gives": {
			hold: func(t *access.Tenant) {
				hold(t, access.Unit, "hq", "", "")
				hold(t, access.Profile, "p-two", "eva", "hq")
				hold(t, access.Grant, "3", "p-two", "reader")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Delete, authorization("p-two", "reader", id("3")...), nil)},
			lines:   []string{"eva p-two change reader: it no longer applies in unit hq"}, rules: []string{"loss.narrowed", "loss"},
			clear: []string{"loss.role", "access"},
		},
		"a role that applies in a unit at other times": {
			hold: inUnit, changes: []plan.Change{until("2028-01-01T00:00:00Z", "2026-12-01T00:00:00Z")},
			lines: []string{"ben p-it change admin: it applies at other times in unit IT (it)"},
			rules: []string{"gain.extended", "loss.shortened"}, clear: []string{"gain.role", "loss.role"},
		},
		"a role that applies in a unit longer": {
			hold: inUnit, changes: []plan.Change{until("2028-01-01T00:00:00Z", nil)},
			lines: []string{"ben p-it change admin: it applies longer in unit IT (it)"},
			rules: []string{"gain.extended"}, clear: []string{"loss"},
		},
		"a role that applies in a unit for a shorter time": {
			hold: inUnit, changes: []plan.Change{until("2026-12-01T00:00:00Z", nil)},
			lines: []string{"ben p-it change admin: it applies for a shorter time in unit IT (it)"}, rules: []string{"loss.shortened"},
			clear: []string{"access"},
		},
		"a role for all units that a second profile gives, too": {
			hold: func(t *access.Tenant) {
				hold(t, access.Unit, "hq", "", "")
				hold(t, access.Profile, "p-two", "eva", "hq")
				o := fact(access.Grant, "4", "p-eva", "reader")
				o.Rooms = o.Rooms.Open(access.UnitRoom, access.Exactly(true))
				t.Add(o)
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
				authorization("p-two", "reader", "ext_id", plan.Unknown{}))},
			lines: []string{}, rules: []string{"cosmetic.regrant"}, clear: []string{"gain.role", "access"},
		},
		"a member that holders of the enterprise role have already": {
			hold: func(t *access.Tenant) { hold(t, access.Grant, "3", "p-eva", "admin") },
			changes: []plan.Change{object("idm_enterprise_role_member.m", plan.Create, nil,
				values("enterprise_role_ext_id", "er-sales", "role_ext_id", "admin"))},
			lines: []string{}, rules: []string{"role.members"},
		},
		"an assignment that only the plan has before": {
			hold: func(t *access.Tenant) {
				hold(t, access.Application, "bare", "", "")
				hold(t, access.Role, "bare-admin", "bare", "")
				hold(t, access.Grant, "3", "p-ben", "bare-admin")
			},
			changes: []plan.Change{object("idm_client_application.x", plan.Delete, values("application_ext_id", "bare"), nil),
				object("idm_client_application.y", plan.Create, nil, values("application_ext_id", "bare"))},
			lines: []string{"ben p-ben gain bare-admin: application bare is assigned to the client"},
			rules: []string{"gain.role", "access"},
		},
		"a grant of a disabled user": {
			hold: func(t *access.Tenant) {
				t.Add(access.Object{ID: access.NewID("", "acme", access.User, "dora"), State: access.Exactly(access.Disabled)})
				hold(t, access.Profile, "p-dora", "dora", "")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
				authorization("p-dora", "admin", "ext_id", plan.Unknown{}))},
			lines: []string{"dora p-dora change admin: though the user dora is disabled"},
			rules: []string{"gain.dormant", "gain.role", "access"},
			clear: []string{"loss"},
		},
		"a grant of an application that is not assigned": {
			hold: func(t *access.Tenant) {
				t.Add(access.Object{ID: access.NewID("", "acme", access.Application, "bare")})
				hold(t, access.Role, "bare-admin", "bare", "")
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
				authorization("p-ben", "bare-admin", "ext_id", plan.Unknown{}))},
			lines: []string{"ben p-ben change bare-admin: though the application bare is not assigned to the client"},
			rules: []string{"gain.dormant", "access"},
		},
		"a grant that expires instead of never": {
			changes: []plan.Change{object("idm_authorization.a", plan.Update, authorization("p-eva", "reader", id("2")...),
				authorization("p-eva", "reader", append(id("2"), "validity", valid(nil, "2027-01-01T00:00:00Z"))...))},
			lines: []string{"eva p-eva change reader"}, rules: []string{"loss.shortened", "loss"}, clear: []string{"access", "loss.role"},
		},
		"a data room": {
			changes: []plan.Change{object("idm_authorization.a", plan.Update, authorization("p-eva", "reader", id("2")...),
				authorization("p-eva", "reader", append(id("2"), "client_global", true)...))},
			lines: []string{"eva p-eva change reader client"}, rules: []string{"gain.global", "access"},
			clear: []string{"loss", "gain.role"},
		},
		"a data room that is open through a second grant": {
			hold: func(t *access.Tenant) {
				o := access.Object{ID: access.NewID("", "acme", access.Grant, access.OwnedID("p-eva", "4")), Owner: access.Exactly("p-eva"),
					Target: access.Exactly("reader")}
				o.Rooms = o.Rooms.Open(access.ClientRoom, access.Exactly(true))
				t.Add(o)
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Update, authorization("p-eva", "reader", id("2")...),
				authorization("p-eva", "reader", append(id("2"), "client_global", true)...))},
			lines: []string{}, rules: []string{"cosmetic.regrant"}, clear: []string{"gain.global", "access"},
		},
		"an expired grant that is valid again": {
			hold: func(t *access.Tenant) {
				o := access.Object{ID: access.NewID("", "acme", access.Grant, access.OwnedID("p-ben", "5")), Owner: access.Exactly("p-ben"),
					Target: access.Exactly("admin"), To: access.Exactly(moment("2020-01-01T00:00:00Z"))}
				t.Add(o)
			},
			changes: []plan.Change{object("idm_authorization.a", plan.Update,
				authorization("p-ben", "admin", append(id("5"), "validity", valid(nil, "2020-01-01T00:00:00Z"))...),
				authorization("p-ben", "admin", id("5")...))},
			lines: []string{"ben p-ben gain admin"}, rules: []string{"gain.again", "gain.unlimited", "gain.role", "access"},
			clear: []string{"loss"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			if test.hold != nil {
				test.hold(held)
			}
			r, broken := reviewedWith(t, held, test.changes...)
			if got := lines(r); !slices.Equal(got, test.lines) {
				t.Errorf("%q, want %q", got, test.lines)
			}
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

// The end of a user, a profile or a unit that is removed is named with each person whose access no
// longer ends.
func TestNet_noLongerEnd(t *testing.T) {
	end := func(of plan.Values, to any) plan.Values {
		return values(append(flat(of), "validity", valid(nil, to))...)
	}
	eva, hq := values("ext_id", "eva", "user_state", "active"), unit("hq", "HQ", nil)
	pEva := profile("p-eva", "eva", "unit_ext_id", "hq")
	for address, of := range map[string]struct {
		values plan.Values
		kind   access.Kind
	}{"idm_user.eva": {eva, access.User}, "idm_profile.eva": {pEva, access.Profile}, "idm_unit.hq": {hq, access.Unit}} {
		held := acme()
		for _, o := range []access.Object{fact(access.User, "eva", "", ""), fact(access.Profile, "p-eva", "eva", "hq"),
			fact(access.Unit, "hq", "", "")} {
			if o.Kind == of.kind {
				o.To = access.Exactly(moment("2030-01-01T00:00:00Z"))
			}
			held.Add(o)
		}
		r, _ := reviewedWith(t, held, object(address, plan.Update, end(of.values, "2030-01-01T00:00:00Z"), end(of.values, nil)))
		found := 0
		for _, f := range r.Findings {
			if slices.Contains(f.Rules, "gain.unlimited") && strings.Contains(f.Text, "reader") {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s: no finding names the role that no longer ends: %v", address, r.Findings)
		}
	}
}
