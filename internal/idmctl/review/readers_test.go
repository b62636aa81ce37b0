package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// People with equal changes are one entry with the changes once, as in a merge of two units, and
// each of them is named. Others keep an entry each.
func TestDocument_mergesEqualPeople(t *testing.T) {
	held := acme()
	for _, unit := range []string{"old", "new"} {
		hold(held, access.Unit, unit, "", "")
	}
	var changes []plan.Change
	for i := range 40 {
		user := fmt.Sprintf("u%02d", i)
		hold(held, access.User, user, "", "")
		hold(held, access.Profile, "p-"+user, user, "old")
		for _, role := range []string{"reader", "crm", "admin"} {
			hold(held, access.Grant, role, "p-"+user, role)
		}
		changes = append(changes, object("idm_profile."+user, plan.Update, profile("p-"+user, user, "unit_ext_id", "old"),
			profile("p-"+user, user, "unit_ext_id", "new")))
	}
	changes = append(changes, object("idm_authorization.ben", plan.Create, nil, authorization("p-ben", "admin")))
	r, _ := reviewedWith(t, held, changes...)
	_, section, _ := strings.Cut(r.Document().Text(0), "WHO GAINS AND WHO LOSES ACCESS\n")
	section, _, _ = strings.Cut(section, "\n\n")
	// Each line, and the list of the people with it.
	if rows := strings.Count(section, "the profile moves to another unit"); rows != 6 {
		t.Errorf("%d rows for three roles:\n%s", rows, section)
	}
	for _, want := range []string{"each of 40 people", "ben", "u00", "u39"} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is missing:\n%s", want, section)
		}
	}
}

// The first sentence and the summary say what is global, what may be, and what a change of which
// nothing else is known may open.
func TestLead_global(t *testing.T) {
	created := func(more ...any) plan.Change {
		return object("idm_authorization.a", plan.Create, nil, authorization("p", "reader", more...))
	}
	hidden := created("client_global", plan.Masked{})
	for name, test := range map[string]struct {
		change  plan.Change
		offline bool
		want    string
		figure  int
	}{
		"certain":         {created("client_global", true), false, "1 grant is global.", 1},
		"a hidden flag":   {hidden, false, "1 grant may be global.", 1},
		"closed":          {created(), false, "", 0},
		"without facts":   {hidden, true, "1 other change may make a grant global.", 1},
		"closed, offline": {created(), true, "", 0},
	} {
		p := &plan.Plan{Time: planned, Changes: []plan.Change{test.change}}
		names := review.NewDirectory(p)
		if !test.offline {
			names = review.Claimed(p)
		}
		r := review.New(p, names)
		d := r.Document()
		lead := d.Lead.String()
		if !strings.Contains(lead, test.want) || test.want == "" && strings.Contains(lead, "global") {
			t.Errorf("%s: %q", name, lead)
		}
		if r.Summary.GlobalGrants != test.figure {
			t.Errorf("%s: %d global", name, r.Summary.GlobalGrants)
		}
		if first := strings.Contains(d.Text(0), "LOOK AT THESE FIRST"); first != (test.figure > 0) {
			t.Errorf("%s: it is at the top: %t", name, first)
		}
	}
}

// A person who gets an enterprise role gains it once, not also each of its roles, also if the plan
// creates the enterprise role with its roles.
func TestNet_enterpriseRoleCountsOnce(t *testing.T) {
	made := object("idm_enterprise_role.n", plan.Create, nil, values("ext_id", "er-new", "name", "New"))
	with := object("idm_enterprise_role_member.m", plan.Create, nil, member("er-new", "admin"))
	granted := object("idm_enterprise_authorization.e", plan.Create, nil, enterpriseGrant("p-ben", "er-new"))
	for name, test := range map[string]struct {
		changes []plan.Change
		want    []string
	}{
		"gained with new roles": {[]plan.Change{made, with, granted},
			[]string{"ben p-ben gain New"}},
		"lost with its roles": {[]plan.Change{object("idm_enterprise_role_member.m", plan.Delete, member("er-sales", "crm"), nil),
			object("idm_enterprise_authorization.e", plan.Delete, enterpriseGrant("p-eva", "er-sales", "ext_id", "1"), nil)},
			[]string{"eva p-eva lose Sales"}},
		"a role for its holders": {[]plan.Change{object("idm_enterprise_role_member.m", plan.Create, nil, member("er-sales", "admin"))},
			[]string{"eva p-eva gain admin: the role is added to enterprise role Sales"}},
	} {
		r, broken := reviewedWith(t, acme(), test.changes...)
		if got := lines(r); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		if name == "gained with new roles" {
			r.Check(policy(t, `roles = ["admin"]`))
			if !slices.Contains(broken, "gain.role") || len(r.FailedRules) == 0 || r.FailedRules[len(r.FailedRules)-1].Rule == "gain.role" {
				t.Errorf("%s: breaks %q %+v", name, broken, r.FailedRules)
			}
		}
	}
}

// An object of a plan that was applied, or whose change another writer made, breaks the rule drift.
func TestApplied(t *testing.T) {
	state := func(value string) plan.Values { return person("eva", "Eva", "Moser", "user_state", value) }
	until := func(day string) plan.Values {
		return authorization("p-eva", "reader", "ext_id", "2", "validity", valid(nil, day))
	}
	off := access.NewTenant()
	for o := range acme().Objects() {
		switch changed := *o; {
		case o.Kind == access.User && o.ExtID == "eva":
			changed.State = access.Exactly(access.Disabled)
			off.Add(changed)
		case o.Kind == access.Grant:
			changed.To = access.Exactly(moment("2030-01-01T00:00:00Z"))
			off.Add(changed)
		default:
			off.Add(changed)
		}
	}
	disable := object("idm_user.eva", plan.Update, state("active"), state("disabled"))
	shorten := object("idm_authorization.a", plan.Update, until("2031-01-01T00:00:00Z"), until("2030-01-01T00:00:00Z"))
	closed := func(more ...any) map[string]any {
		of := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
		for i := 0; i < len(more); i += 2 {
			of[more[i].(string)] = more[i+1]
		}
		return of
	}
	set := object("idm_profile_authorizations.p", plan.Update,
		values("profile_ext_id", "p-eva", "authorizations", grants("reader", closed(), "admin", closed())),
		values("profile_ext_id", "p-eva", "authorizations", grants("reader", closed("validity", valid(nil, "2030-01-01T00:00:00Z")))))
	more := object("idm_user.eva", plan.Update, state("active"), state("disabled"))
	more.After["remarks"] = "x"
	gone := object("idm_authorization.c", plan.Delete, authorization("p-ben", "crm", "ext_id", "9"), nil)
	other := object("idm_authorization.b", plan.Create, nil, authorization("p-ben", "reader"))
	for name, test := range map[string]struct {
		held    *access.Tenant
		changes []plan.Change
		drift   bool
	}{
		"applied":                {off, []plan.Change{disable, shorten}, true},
		"a set":                  {off, []plan.Change{set}, true},
		"a part":                 {off, []plan.Change{disable, other}, true},
		"not applied":            {acme(), []plan.Change{disable, shorten}, false},
		"more than facts":        {off, []plan.Change{more}, true},
		"deleted since":          {acme(), []plan.Change{gone}, false},
		"unchanged, and another": {off, []plan.Change{unchanged("idm_user.eva", state("disabled")), other}, false},
	} {
		_, broken := reviewedWith(t, test.held, test.changes...)
		if got := slices.Contains(broken, "drift"); got != test.drift {
			t.Errorf("%s: drift is broken: %t", name, got)
		}
	}
}

// A plan that lifts the end of a unit opens no data room that a user has until an end of her own,
// and says that the extension has no effect today.
func TestGranted_extendsNoRoom(t *testing.T) {
	held := acme()
	until := func(kind access.Kind, extID, day string) {
		o := fact(kind, extID, "", "")
		o.To = access.Exactly(moment(day))
		held.Add(o)
	}
	until(access.Unit, "old", "2099-01-01T00:00:00Z")
	until(access.User, "dora", "2030-01-31T00:00:00Z")
	hold(held, access.Profile, "p-dora", "dora", "old")
	open := fact(access.Grant, "1", "p-dora", "admin")
	open.Rooms = open.Rooms.Open(access.UnitRoom, access.Exactly(true))
	held.Add(open)
	ending := unit("old", "Old", nil)
	ending["validity"] = valid(nil, "2099-01-01T00:00:00Z")
	r, broken := reviewedWith(t, held, object("idm_unit.u", plan.Update, ending, unit("old", "Old", nil)))
	if slices.Contains(broken, "gain.global") || !slices.Contains(broken, "gain.extended") || r.Summary.GlobalGrants != 0 {
		t.Errorf("breaks %q, %d global", broken, r.Summary.GlobalGrants)
	}
	text := r.Document().Text(0)
	for _, not := range []string{"now global", "becomes global", "→ without end (idm_unit"} {
		if strings.Contains(text, not) {
			t.Errorf("%q is in\n%s", not, text)
		}
	}
	if !strings.Contains(text, "is extended without effect today") {
		t.Errorf("no extension in\n%s", text)
	}
}
