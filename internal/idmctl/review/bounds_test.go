package review_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// acme is a client: eva has profile p-eva with role reader and enterprise role er-sales, which
// contains crm; ben has profile p-ben.
func acme() *access.Tenant {
	t := access.NewTenant()
	hold(t, access.Client, "acme", "", "")
	for _, app := range []string{"app", "other"} {
		hold(t, access.Application, app, "", "")
		hold(t, access.Assignment, app, "", app)
	}
	for _, role := range []string{"reader", "crm", "admin"} {
		hold(t, access.Role, role, "app", "")
	}
	for _, user := range []string{"eva", "ben"} {
		hold(t, access.User, user, "", "")
		hold(t, access.Profile, "p-"+user, user, "")
	}
	t.Add(access.Object{ID: access.NewID("", "acme", access.EnterpriseRole, "er-sales"), Name: "Sales"})
	hold(t, access.Member, "", "er-sales", "crm")
	hold(t, access.EnterpriseGrant, "1", "p-eva", "er-sales")
	hold(t, access.Grant, "2", "p-eva", "reader")
	return t
}

// hold adds an object to the facts of the service.
func hold(t *access.Tenant, kind access.Kind, extID, owner, target string) {
	t.Add(fact(kind, extID, owner, target))
}

// fact is an object of a service.
func fact(kind access.Kind, extID, owner, target string) access.Object {
	o := access.Object{ID: access.NewID("", "acme", kind, extID), Owner: access.Exactly(owner), Target: access.Exactly(target)}
	switch kind {
	case access.Member:
		o.ID = access.MemberID("", "acme", owner, target)
	case access.Grant, access.EnterpriseGrant:
		o.ExtID = access.OwnedID(owner, extID)
	}
	return o
}

func moment(text string) access.Moment {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return access.At(at)
}

// reviewed reviews a plan with or without the facts of the service.
func reviewed(t *testing.T, withFacts bool, changes ...plan.Change) (*review.Review, []string) {
	t.Helper()
	var held *access.Tenant
	if withFacts {
		held = acme()
	}
	return reviewedWith(t, held, changes...)
}

// reviewedWith reviews a plan with the given facts, or with none.
func reviewedWith(t *testing.T, held *access.Tenant, changes ...plan.Change) (*review.Review, []string) {
	t.Helper()
	p := &plan.Plan{Time: planned, Changes: changes}
	names := review.NewDirectory(p)
	if held != nil {
		names.Facts("", []string{"acme"}, held)
		for o := range held.Objects() {
			names.Limited[o.ID] = false
		}
	}
	r := review.New(p, names)
	r.Check(slices.Concat(review.Presets(), review.Rules()))
	var broken []string
	for _, failure := range r.FailedRules {
		broken = append(broken, failure.Rule)
	}
	return r, broken
}

// A plan only makes claims. The service decides which objects are new, which user a profile has and
// what was granted before. Without its facts, no claim of the plan excuses a gain.
func TestBounds(t *testing.T) {
	grant := func(profile, role, id string, more ...any) plan.Values {
		return authorization(profile, role, append(more, "ext_id", id)...)
	}
	for name, test := range map[string]struct {
		changes []plan.Change
		// lines are shown with the facts; excused reports that the facts prove that no user gains.
		lines   []string
		excused bool
		rule    string
	}{
		"an existing enterprise role, declared again with a role": {
			changes: []plan.Change{object("idm_enterprise_role.new", plan.Create, nil, values("ext_id", "er-sales", "name", "New")),
				object("idm_enterprise_role_member.m", plan.Create, nil,
					values("enterprise_role_ext_id", "er-sales", "role_ext_id", "admin"))},
			lines: []string{"eva p-eva gain admin: the role is added to enterprise role Sales"}, rule: "fails",
		},
		"an existing profile, declared for another person": {
			changes: []plan.Change{object("idm_profile.p", plan.Create, nil, profile("p-eva", "ben")),
				object("idm_authorization.a", plan.Create, nil, authorization("p-eva", "admin", "ext_id", plan.Unknown{}))},
			lines: []string{"ben idm_profile.p change admin: though the service refuses it today: the profile p-eva already exists",
				"eva p-eva gain admin: the plan creates a profile with the same ID for another person"}, rule: "fails",
		},
		"an invented grant in the state": {
			changes: []plan.Change{object("idm_authorization.old", plan.Delete, grant("p-ben", "admin", "9"), nil),
				object("idm_authorization.new", plan.Create, nil, authorization("p-ben", "admin", "ext_id", plan.Unknown{}))},
			lines: []string{"ben p-ben gain admin"}, rule: "fails",
		},
		"a real grant that moves": {
			changes: []plan.Change{object("idm_authorization.old", plan.Delete, grant("p-eva", "reader", "2"), nil),
				object("idm_authorization.new", plan.Create, nil, authorization("p-eva", "reader", "ext_id", plan.Unknown{}))},
			lines: []string{}, excused: true, rule: "cosmetic.regrant",
		},
		"a grant that is shortened": {
			changes: []plan.Change{object("idm_authorization.a", plan.Update, grant("p-eva", "reader", "2"),
				grant("p-eva", "reader", "2", "validity", valid(nil, "2027-01-01T00:00:00Z")))},
			lines: []string{"eva p-eva change reader"}, excused: true, rule: "loss.shortened",
		},
		"an invented element of an authoritative resource": {
			changes: []plan.Change{object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p-eva", "authorizations", grants("reader", nil, "admin", nil, "crm", nil)),
				values("profile_ext_id", "p-eva", "authorizations", grants("reader", nil, "admin", nil)))},
			rule: "gain.role",
		},
		"a role that moves to another application": {
			changes: []plan.Change{object("idm_role.r", plan.Replace, plan.Values{"ext_id": "reader", "application_ext_id": "app"},
				plan.Values{"ext_id": "reader", "application_ext_id": "other"})},
			lines: []string{"eva p-eva lose reader: the role is replaced"}, excused: true, rule: "loss.role",
		},
		"an invented member of an enterprise role": {
			changes: []plan.Change{object("idm_enterprise_role_members.m", plan.Update,
				values("enterprise_role_ext_id", "er-sales", "role_ext_ids", []any{"crm", "admin", "x"}),
				values("enterprise_role_ext_id", "er-sales", "role_ext_ids", []any{"crm", "admin"}))},
			rule: "gain.role",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, broken := reviewed(t, false, test.changes...); !slices.Contains(broken, "access") {
				t.Errorf("without the service: breaks %q", broken)
			}
			r, broken := reviewed(t, true, test.changes...)
			if slices.Contains(broken, "access") == test.excused || !slices.Contains(broken, test.rule) {
				t.Errorf("with the service: breaks %q\n%s", broken, r.Document().Markdown(0))
			}
			if got := lines(r); test.lines != nil && !slices.Equal(got, test.lines) {
				t.Errorf("%q, want %q", got, test.lines)
			}
		})
	}
}

// A gain of the whole apply never excuses a wider one at some point of it: with a data room, for
// longer, or for a user of another client with the same ID.
func TestBounds_widerThanShown(t *testing.T) {
	wide := fact(access.Grant, "9", "p-ben", "admin")
	wide.Rooms = wide.Rooms.Open(access.ClientRoom, access.Exactly(true))
	wide.To = access.Exactly(moment("2031-01-01T00:00:00Z"))
	until := func(end string, more ...any) plan.Values {
		return authorization("p-ben", "admin", append(more, "ext_id", "9", "validity", valid(nil, end))...)
	}
	enabled := object("idm_profile.p", plan.Update, profile("p-ben", "ben", "profile_state", "disabled"),
		profile("p-ben", "ben", "profile_state", "active"))
	for name, test := range map[string]struct {
		after plan.Values
		rule  string
	}{
		"a data room": {until("2031-01-01T00:00:00Z"), "gain.global"},
		"a period":    {until("2026-12-01T00:00:00Z", "client_global", true), "gain.role"},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			held.Add(wide)
			disabled := fact(access.Profile, "p-ben", "ben", "")
			disabled.State = access.Exactly(access.Disabled)
			held.Add(disabled)
			r, broken := reviewedWith(t, held, enabled,
				object("idm_authorization.a", plan.Update, until("2031-01-01T00:00:00Z", "client_global", true), test.after))
			if !slices.Contains(broken, test.rule) || len(lines(r)) != 2 {
				t.Errorf("breaks %q: %q", broken, lines(r))
			}
			// The list of people shows what the whole apply leaves, and another section the rest.
			listed := map[string]int{}
			for _, s := range r.Document().Sections {
				listed[s.Title] = len(s.Blocks)
			}
			if listed["Who gains and who loses access"] != 1 || listed["Possible while the apply runs, or if it stops halfway"] != 1 ||
				r.Summary.Gains+r.Summary.Changes != 1 {
				t.Errorf("sections %v, %+v", listed, r.Summary)
			}
		})
	}
}

// Without facts, the report contains the reason why it decides nothing.
func TestBounds_offline(t *testing.T) {
	r, _ := reviewed(t, false, object("idm_authorization.a", plan.Update, authorization("p", "r", "ext_id", "1"),
		authorization("p", "r", "ext_id", "1", "validity", valid(nil, "2027-01-01T00:00:00Z"))))
	if text := r.Document().Markdown(0); !strings.Contains(text, "the service was not read") {
		t.Error(text)
	}
}

// The review uses its own clock: a plan with a wrong time cannot hide that a grant has expired.
func TestBounds_clock(t *testing.T) {
	p := &plan.Plan{Time: "2040-01-01T00:00:00Z", Changes: []plan.Change{object("idm_authorization.a", plan.Create, nil,
		authorization("p", "r", "validity", valid(nil, "2030-01-01T00:00:00Z")))}}
	names := review.Claimed(p)
	names.Now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	if got := lines(review.New(p, names)); !slices.Equal(got, []string{"user of p p gain r"}) {
		t.Errorf("%q", got)
	}
}

// A moved profile takes its grants to another unit. The review lists them for the person, and rules
// about the roles and about both units match.
func TestBounds_movedProfile(t *testing.T) {
	held := access.NewTenant()
	hold(held, access.Client, "acme", "", "")
	hold(held, access.Application, "app", "", "")
	hold(held, access.Assignment, "app", "", "app")
	hold(held, access.Role, "reader", "app", "")
	hold(held, access.Role, "crm", "app", "")
	hold(held, access.EnterpriseRole, "er-sales", "", "")
	hold(held, access.Member, "", "er-sales", "crm")
	hold(held, access.Unit, "it", "", "")
	hold(held, access.Unit, "hr", "", "")
	hold(held, access.User, "eva", "", "")
	hold(held, access.Profile, "p-eva", "eva", "it")
	hold(held, access.EnterpriseGrant, "1", "p-eva", "er-sales")
	hold(held, access.Grant, "2", "p-eva", "reader")
	r, broken := reviewedWith(t, held, object("idm_profile.p", plan.Update, profile("p-eva", "eva", "unit_ext_id", "it"),
		profile("p-eva", "eva", "unit_ext_id", "hr")))
	want := []string{"eva p-eva change er-sales: the profile moves to another unit",
		"eva p-eva change reader: the profile moves to another unit"}
	if got := lines(r); !slices.Equal(got, want) || !slices.Contains(broken, "access") || !slices.Contains(broken, "profile.move") {
		t.Errorf("%q, breaks %q", got, broken)
	}
	for rule, fits := range map[string]bool{
		`roles = ["reader"]`: true, "roles = [\"reader\"]\nunits = [\"hr\"]": true, "roles = [\"reader\"]\nunits = [\"it\"]": true,
		`enterprise_roles = ["er-sales"]`: true, `roles = ["crm"]`: true, "roles = [\"reader\"]\nunits = [\"sales\"]": false,
		`roles = ["admin"]`: false, `users = ["ben"]`: false,
	} {
		r.FailedRules = nil
		if r.Check(policy(t, rule)); (len(r.FailedRules) > 0) != fits {
			t.Errorf("%s: %v", rule, r.FailedRules)
		}
	}
}
