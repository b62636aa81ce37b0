package review_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func reviewOf(changes ...plan.Change) *review.Review {
	p := &plan.Plan{Time: planned, Changes: changes}
	return review.New(p, review.Claimed(p))
}

// values returns attributes of an object of client acme.
func values(pairs ...any) plan.Values {
	v := plan.Values{"client_ext_id": "acme"}
	for i := 0; i < len(pairs); i += 2 {
		v[pairs[i].(string)] = pairs[i+1]
	}
	return v
}

func object(address string, action plan.Action, before, after plan.Values) plan.Change {
	kind, _, _ := strings.Cut(address, ".")
	return plan.Change{Address: address, Type: kind, Action: action, Before: before, After: after}
}

func profile(id, user string, more ...any) plan.Values {
	return values(append([]any{"ext_id", id, "user_ext_id", user}, more...)...)
}

func authorization(profile, role any, more ...any) plan.Values {
	closed := []any{"client_global", false, "unit_global", false, "app_global", false, "enterprise_role_global", false}
	return values(append(append(closed, "profile_ext_id", profile, "role_ext_id", role), more...)...)
}

// lines returns the gains and losses, one line for each.
func lines(r *review.Review) []string {
	lines := []string{}
	for _, f := range r.Findings {
		c := f.Change
		if c == nil || c.During && c.Effect == review.Loss {
			continue
		}
		user, grant := "?", c.After
		if c.User != nil {
			user = c.User.Label()
		}
		if grant == nil {
			grant = c.Before
		}
		line := fmt.Sprintf("%s %s %s %s", user, c.Profile.Label(), c.Effect, grant.Role.Label())
		if len(c.NewlyGlobal) > 0 {
			line += " " + strings.Join(c.NewlyGlobal, "+")
		}
		if c.Reason != "" {
			line += ": " + c.Reason
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func grants(pairs ...any) map[string]any {
	all := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i].(string)] = pairs[i+1]
	}
	return all
}

func TestAccess(t *testing.T) {
	none := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	global := map[string]any{"client_global": true, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	tests := map[string]struct {
		changes []plan.Change
		want    []string
	}{
		"granted and revoked": {[]plan.Change{
			object("idm_authorization.a", plan.Create, nil, authorization("p", "reader")),
			object("idm_authorization.b", plan.Delete, authorization("p", "writer"), nil),
		}, []string{"user of p p gain reader", "user of p p lose writer"}},
		"from single grants to all of a profile": {[]plan.Change{
			object("idm_authorization.a", plan.Delete, authorization("p", "reader"), nil),
			object("idm_profile_authorizations.p", plan.Create, nil,
				values("profile_ext_id", "p", "authorizations", grants("reader", none, "writer", none))),
		}, []string{"user of p p gain writer", "user of p p lose reader"}},
		"forgotten": {[]plan.Change{object("idm_authorization.a", plan.Forget, authorization("p", "reader"), nil)}, []string{}},
		"imported as it is": {[]plan.Change{
			{Address: "idm_authorization.a", Type: "idm_authorization", Action: plan.NoOp, Imported: true,
				Before: authorization("p", "reader"),
				After:  authorization("p", "reader")},
		}, []string{}},
		"the first of two grants of a role": {[]plan.Change{
			object("idm_authorization.a", plan.Delete, authorization("p", "reader", "ext_id", "1"), nil),
			unchanged("idm_authorization.b", authorization("p", "reader", "ext_id", "2", "app_global", true)),
		}, []string{}},
		"another role": {[]plan.Change{
			object("idm_authorization.a", plan.Replace, authorization("p", "reader"), authorization("p", "writer")),
		}, []string{"user of p p gain writer", "user of p p lose reader"}},
		"the same role under another external id": {[]plan.Change{
			object("idm_authorization.a", plan.Replace, authorization("p", "reader", "ext_id", "1"),
				authorization("p", "reader", "ext_id", "2")),
		}, []string{}},
		"the rest of a replacement that failed": {[]plan.Change{
			object("idm_authorization.a", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
			{Address: "idm_authorization.a", Type: "idm_authorization", Deposed: true, Action: plan.Delete,
				Before: authorization("p", "reader")},
		}, []string{"user of p p lose reader"}},
		"becomes global": {[]plan.Change{
			object("idm_authorization.a", plan.Update, authorization("p", "reader", "client_global", false),
				authorization("p", "reader", "client_global", true, "unit_global", true)),
		}, []string{"user of p p change reader client+unit"}},
		"no longer global": {[]plan.Change{
			object("idm_authorization.a", plan.Update, authorization("p", "reader", "client_global", true),
				authorization("p", "reader", "client_global", false)),
		}, []string{"user of p p change reader"}},
		"a second grant of a role": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p", "authorizations", grants("reader", none, "reader/a-2", global)),
				values("profile_ext_id", "p", "authorizations", grants("reader", none))),
		}, []string{"user of p p change reader"}},
		"roles with a slash": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p", "authorizations", grants("crm/reader", none, "crm%2Freader/a-2", none, "crm/writer", none)),
				values("profile_ext_id", "p", "authorizations", grants("crm/reader", none))),
		}, []string{"user of p p lose crm/writer"}},
		"an element that stays, and is not shown": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p", "authorizations", grants("reader", plan.Masked{}, "writer", none)),
				values("profile_ext_id", "p", "authorizations", grants("reader", plan.Masked{}))),
		}, []string{"user of p p change reader", "user of p p lose writer"}},
		"an element that changes, and is not shown": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p", "authorizations", grants("reader", none)),
				values("profile_ext_id", "p", "authorizations", grants("reader", plan.Masked{Changed: true}))),
		}, []string{"user of p p change reader"}},
		"all grants that are not shown": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Delete, values("profile_ext_id", "p", "authorizations", plan.Masked{}), nil),
		}, []string{}},
		"all grants change, and none is shown": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Update, values("profile_ext_id", "p", "authorizations", plan.Masked{}),
				values("profile_ext_id", "p", "authorizations", plan.Masked{Changed: true})),
		}, []string{}},
		"a set of a profile that is not known": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Replace, values("profile_ext_id", "p", "authorizations", grants("reader", none)),
				values("profile_ext_id", plan.Unknown{}, "authorizations", grants("reader", none))),
		}, []string{"user of p p lose reader"}},
		"a role for an enterprise role of a hidden profile": {[]plan.Change{
			object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "reader")),
			unchanged("idm_enterprise_authorization.a", enterpriseGrant(plan.Masked{}, "clerk")),
		}, []string{"? (known after apply) gain reader: it is possible at some point of the apply, by the facts of the service"}},
		"a unit that is moved, and one above that is not valid any more": {[]plan.Change{
			unchanged("idm_authorization.a", authorization("p", "reader")),
			unchanged("idm_profile.p", profile("p", "ben", "unit_ext_id", "desk")),
			object("idm_unit.desk", plan.Update, values("ext_id", "desk", "parent_unit_ext_id", "it"),
				values("ext_id", "desk", "parent_unit_ext_id", "hq")),
			object("idm_unit.hq", plan.Update, values("ext_id", "hq", "state", "active"), values("ext_id", "hq", "state", "disabled")),
		}, []string{"ben p change reader: the unit desk is moved, and the unit hq is disabled, and it applies for a shorter time " +
			"in unit desk"}},
		"all grants unknown": {[]plan.Change{
			object("idm_profile_authorizations.p", plan.Create, nil, values("profile_ext_id", "p", "authorizations", plan.Unknown{})),
		}, []string{}},
		"deleted profile takes its grants along": {[]plan.Change{
			object("idm_profile.p", plan.Delete, profile("p", "ben"), nil),
			object("idm_authorization.literal", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
			object("idm_profile_enterprise_authorizations.p", plan.Delete,
				values("profile_ext_id", "p", "enterprise_authorizations", grants("sales", none)), nil),
		},
			[]string{"ben p lose reader: the profile is deleted", "ben p lose sales: the profile is deleted"}},
		"replaced profile keeps only what is made anew": {[]plan.Change{
			object("idm_profile.p", plan.Replace, profile("p", "ben"), profile("p", "ben")),
			object("idm_authorization.kept", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
			object("idm_authorization.again", plan.Replace, authorization("p", "writer"), authorization("p", "writer")),
		}, []string{"ben p lose reader: the profile is replaced", "ben p lose writer: the profile is replaced"}},
		"profile of another user": {[]plan.Change{
			object("idm_profile.p", plan.Replace, profile("p", "ben"), profile("p", "eva")),
			object("idm_authorization.kept", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
			object("idm_authorization.again", plan.Replace, authorization("p", "writer"), authorization("p", "writer")),
		},
			[]string{"ben p lose reader: the profile is replaced",
				"ben p lose writer: the profile is replaced",
				"eva p gain reader: it is possible at some point of the apply, by the facts of the service",
				"eva p gain writer"}},
		"profile with a new external id": {[]plan.Change{
			object("idm_profile.p", plan.Replace, profile("p", "ben"),
				values("ext_id", plan.Unknown{}, "user_ext_id", "ben", "name", "New")),
			object("idm_authorization.a", plan.Replace, authorization("p", "reader", "ext_id", "1"),
				authorization(plan.Unknown{From: "idm_profile.p"}, "reader", "ext_id", plan.Unknown{})),
		}, []string{}},
		"disabled": {[]plan.Change{
			object("idm_profile.p", plan.Update, profile("p", "ben", "profile_state", "active"),
				profile("p", "ben", "profile_state", "disabled")),
			object("idm_authorization.a", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
		}, []string{"ben p lose reader: the profile is disabled"}},
		"the grants of a disabled user who is archived or deleted": {[]plan.Change{
			object("idm_user.eva", plan.Update, values("ext_id", "eva", "user_state", "disabled"),
				values("ext_id", "eva", "user_state", "archived")),
			object("idm_profile.p", plan.Update, profile("p", "eva", "profile_state", "active"),
				profile("p", "eva", "profile_state", "archived")),
			object("idm_authorization.a", plan.NoOp, authorization("p", "reader"), authorization("p", "reader")),
			object("idm_user.ben", plan.Delete, values("ext_id", "ben", "user_state", "disabled"), nil),
			object("idm_profile.q", plan.Delete, profile("q", "ben"), nil),
			object("idm_authorization.b", plan.Delete, authorization("q", "reader"), nil),
		}, []string{}},
		"enabled, and global": {[]plan.Change{
			object("idm_profile.p", plan.Update, profile("p", "ben", "profile_state", "disabled"),
				profile("p", "ben", "profile_state", "active")),
			object("idm_authorization.a", plan.NoOp, authorization("p", "reader", "app_global", true),
				authorization("p", "reader", "app_global", true)),
		}, []string{"ben p gain reader app: the profile is enabled"}},
		"the same external ids in two clients": {[]plan.Change{
			object("idm_authorization.a", plan.Create, nil, authorization("p", "reader")),
			object("idm_authorization.b", plan.NoOp, plan.Values{"client_ext_id": "globex", "profile_ext_id": "p", "role_ext_id": "reader"},
				plan.Values{"client_ext_id": "globex", "profile_ext_id": "p", "role_ext_id": "reader"}),
		}, []string{"user of p p gain reader"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, lines(reviewOf(test.changes...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAccess_validity(t *testing.T) {
	r := reviewOf(object("idm_authorization.a", plan.Update,
		authorization("p", "reader", "validity", map[string]any{"to": "2027-01-01T00:00:00Z"}), authorization("p", "reader")))
	if got := r.Document().Markdown(0); !strings.Contains(got, "until 2027-01-01 → without end") {
		t.Errorf("the review does not show the validity:\n%s", got)
	}
}

func TestApplications(t *testing.T) {
	single := func(id string) plan.Values { return values("application_ext_id", id) }
	all := func(ids ...any) plan.Values { return values("application_ext_ids", ids) }
	hr := plan.Values{"ext_id": "hr"}
	for name, test := range map[string]struct {
		changes []plan.Change
		want    []string
	}{
		"from single ones to a set": {[]plan.Change{
			object("idm_client_application.crm", plan.Delete, single("crm"), nil),
			object("idm_client_application.hr", plan.Delete, single("hr"), nil),
			object("idm_client_applications.all", plan.Create, nil, all("crm", "wiki")),
		}, []string{"hr false", "wiki true"}},
		"two that are not known": {[]plan.Change{
			object("idm_client_applications.all", plan.Create, nil, all(plan.Unknown{}, plan.Unknown{})),
		}, nil},
		"forgotten": {[]plan.Change{object("idm_client_application.hr", plan.Forget, single("hr"), nil)}, nil},
		"of a deleted application": {[]plan.Change{object("idm_application.hr", plan.Delete, hr, nil),
			unchanged("idm_client_application.hr", single("hr"))}, nil},
		"of a replaced application": {[]plan.Change{object("idm_application.hr", plan.Replace, hr, hr),
			unchanged("idm_client_application.hr", single("hr")), object("idm_client_applications.all", plan.Create, nil, all("hr"))},
			[]string{"hr false"}},
		"new, of a replaced application": {[]plan.Change{object("idm_application.hr", plan.Replace, hr, hr),
			object("idm_client_application.hr", plan.Create, nil, single("hr"))}, []string{"hr true"}},
	} {
		var got []string
		for _, f := range reviewOf(test.changes...).Findings {
			of, _, client := strings.Cut(strings.TrimPrefix(f.Text, "application "), " client acme")
			if name, _, assigned := strings.Cut(of, " assigned to"); assigned && client {
				got = append(got, strings.Fields(name)[0]+" true")
			} else if name, _, removed := strings.Cut(of, " is removed from"); removed && client {
				got = append(got, name+" false")
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestApplications_unknown(t *testing.T) {
	got := brokenBy(t, &plan.Plan{Changes: []plan.Change{object("idm_client_applications.all", plan.Update,
		values("application_ext_ids", []any{"crm"}), values("application_ext_ids", plan.Unknown{}))}})
	if !slices.Contains(got, "application.assign") || !slices.Contains(got, "application.unassign") {
		t.Errorf("breaks %q", got)
	}
}

// Lists in the JSON are never null, and the report of a plan without changes states that.
func TestReview_empty(t *testing.T) {
	r := reviewOf(object("idm_unit.a", plan.NoOp, values("ext_id", "a"), values("ext_id", "a")))
	encoded, err := json.Marshal(r)
	if err != nil || strings.Contains(string(encoded), "null") {
		t.Errorf("%s %v", encoded, err)
	}
	if text := r.Document().Markdown(0); !strings.Contains(text, "The plan changes nothing.") {
		t.Error(text)
	}
}

// A plan that claims a profile without a user, or a grant without a profile or role, hides no gain.
func TestAccess_withoutReference(t *testing.T) {
	for name, none := range map[string]any{"null": nil, "empty": "", "sensitive": plan.Masked{}} {
		for _, grant := range []plan.Values{authorization("p", "reader"), authorization(none, "reader"), authorization("p", none)} {
			got := brokenBy(t, &plan.Plan{Changes: []plan.Change{unchanged("idm_profile.p", values("ext_id", "p", "user_ext_id", none)),
				object("idm_authorization.a", plan.Create, nil, grant)}})
			if !slices.Contains(got, "access") || !slices.Contains(got, "gain.role") {
				t.Errorf("%s, %v: breaks %q", name, grant, got)
			}
		}
	}
}
