package review_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func enterpriseGrant(profile, role any, more ...any) plan.Values {
	return values(append([]any{"profile_ext_id", profile, "enterprise_role_ext_id", role}, more...)...)
}

func member(enterpriseRole, role any) plan.Values {
	return values("enterprise_role_ext_id", enterpriseRole, "role_ext_id", role)
}

func person(id, first, family string, more ...any) plan.Values {
	return values(append([]any{"ext_id", id, "user_state", "active", "name", map[string]any{"first_name": first, "family_name": family}},
		more...)...)
}

func unchanged(address string, v plan.Values) plan.Change { return object(address, plan.NoOp, v, v) }

// clerks returns two people with the enterprise role clerk, one of whom has a name in the plan.
func clerks() []plan.Change {
	eva := profile("p-eva", "eva", "profile_state", "active")
	return []plan.Change{
		unchanged("idm_user.eva", person("eva", "Eva", "Moser")), unchanged("idm_profile.eva", eva),
		unchanged("idm_enterprise_authorization.eva", enterpriseGrant("p-eva", "clerk")),
		unchanged("idm_enterprise_authorization.other", enterpriseGrant("p-other", "clerk")),
		unchanged("idm_enterprise_authorization.boss", enterpriseGrant("p-boss", "boss")),
	}
}

var affected = regexp.MustCompile(`\b(gains?|loses?) it\b`)

// sharedTexts returns the sentences about changes of which not all affected people are known.
func sharedTexts(r *review.Review) []string {
	var texts []string
	for _, f := range r.Findings {
		if affected.MatchString(f.Text) {
			texts = append(texts, f.Text)
		}
	}
	slices.Sort(texts)
	return texts
}

func TestMembers(t *testing.T) {
	put := object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "payroll"))
	taken := object("idm_enterprise_role_member.m", plan.Delete, member("clerk", "payroll"), nil)
	all := func(roles ...any) plan.Values {
		return values("enterprise_role_ext_id", "clerk", "role_ext_ids", roles)
	}
	for name, test := range map[string]struct {
		changes     []plan.Change
		lines, text []string
	}{
		"put in": {append(clerks(), put),
			[]string{"user of p-other p-other gain payroll: the role is added to enterprise role clerk",
				"Eva Moser p-eva gain payroll: the role is added to enterprise role clerk"},
			[]string{"role payroll in app of payroll is added to enterprise role clerk"}},
		"taken out": {append(clerks(), taken),
			[]string{"user of p-other p-other lose payroll: the role is removed from enterprise role clerk",
				"Eva Moser p-eva lose payroll: the role is removed from enterprise role clerk"},
			[]string{"role payroll in app of payroll is removed from enterprise role clerk"}},
		// The delete and the list are not ordered. If the list comes first, it finds the role.
		"from one resource to another": {append(clerks(), taken, object("idm_enterprise_role_members.m", plan.Create, nil, all("payroll"))),
			[]string{"user of p-other p-other change payroll: the roles of enterprise role clerk change",
				"Eva Moser p-eva change payroll: the roles of enterprise role clerk change"}, nil},
		"one of many": {append(clerks(), object("idm_enterprise_role_members.m", plan.Update, all("payroll", "a"), all("b", "a"))),
			[]string{"user of p-other p-other gain b: the role is added to enterprise role clerk",
				"user of p-other p-other lose payroll: the role is removed from enterprise role clerk",
				"Eva Moser p-eva gain b: the role is added to enterprise role clerk",
				"Eva Moser p-eva lose payroll: the role is removed from enterprise role clerk"},
			[]string{"role b in app of b is added to enterprise role clerk",
				"role payroll in app of payroll is removed from enterprise role clerk"}},
		"nobody is known": {[]plan.Change{put}, []string{},
			[]string{"role payroll in app of payroll is added to enterprise role clerk"}},
		"of an enterprise role that is made": {[]plan.Change{
			object("idm_enterprise_role.new", plan.Create, nil, values("ext_id", plan.Unknown{}, "name", "New")),
			object("idm_enterprise_role_member.m", plan.Create, nil, member(plan.Unknown{From: "idm_enterprise_role.new"}, "payroll")),
		}, []string{}, []string{"role payroll in app of payroll is added to enterprise role New"}},
		"of one that is deleted": {append(clerks(),
			object("idm_enterprise_role.c", plan.Delete, values("ext_id", "clerk", "name", "Clerk"), nil),
			taken),
			[]string{"user of p-other p-other lose Clerk: the enterprise role is deleted",
				"Eva Moser p-eva lose Clerk: the enterprise role is deleted"},
			[]string{"enterprise role Clerk is deleted"}},
		"the enterprise role is replaced": {append(clerks(),
			object("idm_enterprise_role.c", plan.Replace, values("ext_id", "clerk", "name", "Clerk"),
				values("ext_id", "clerk", "name", "Clerk")),
			unchanged("idm_enterprise_role_member.m", member("clerk", "payroll"))),
			[]string{"user of p-other p-other lose Clerk: the enterprise role is replaced",
				"Eva Moser p-eva lose Clerk: the enterprise role is replaced"},
			[]string{"enterprise role Clerk is replaced"}},
		"the role is deleted": {append(clerks(), object("idm_role.r", plan.Delete, values("ext_id", "payroll", "name", "Payroll"), nil),
			unchanged("idm_enterprise_role_member.m", member("clerk", "payroll")),
			unchanged("idm_authorization.direct", authorization("p-boss", "payroll"))),
			[]string{"user of p-boss p-boss lose Payroll: the role is deleted", "user of p-other p-other lose Payroll: the role is deleted",
				"Eva Moser p-eva lose Payroll: the role is deleted"},
			[]string{"role Payroll is deleted"}},
		"its application is deleted": {append(clerks(),
			object("idm_application.hr", plan.Delete, values("ext_id", "hr", "name", "HR"), nil),
			unchanged("idm_role.r", plan.Values{"ext_id": "payroll", "name": "Payroll", "application_ext_id": "hr"}),
			unchanged("idm_enterprise_role_member.m", member("clerk", "payroll"))),
			[]string{"user of p-other p-other lose Payroll: the application of the role is deleted",
				"Eva Moser p-eva lose Payroll: the application of the role is deleted"},
			[]string{"application HR is deleted"}},
		"its application is removed from the client": {append(clerks(),
			object("idm_client_application.hr", plan.Delete, values("application_ext_id", "hr"), nil),
			unchanged("idm_role.r", plan.Values{"ext_id": "payroll", "name": "Payroll", "application_ext_id": "hr"}),
			unchanged("idm_authorization.direct", authorization("p-boss", "payroll")),
			unchanged("idm_enterprise_role_member.m", member("clerk", "payroll"))),
			[]string{"user of p-boss p-boss lose Payroll: application hr is removed from the client",
				"user of p-other p-other lose Payroll: application hr is removed from the client",
				"Eva Moser p-eva lose Payroll: application hr is removed from the client"},
			[]string{"application hr is removed from client acme"}},
		"deleted and made again under its id": {append(clerks(),
			object("idm_role.old", plan.Delete, plan.Values{"ext_id": "payroll"}, nil),
			object("idm_role.new", plan.Create, nil, plan.Values{"ext_id": "payroll"}),
			unchanged("idm_enterprise_role_member.m", member("clerk", "payroll"))),
			[]string{"user of p-other p-other lose payroll: the role is replaced",
				"Eva Moser p-eva lose payroll: the role is replaced"},
			[]string{"role payroll is deleted"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := reviewOf(test.changes...)
			slices.Sort(test.lines)
			if diff := cmp.Diff(test.lines, lines(r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, text := range test.text {
				if !slices.ContainsFunc(r.Findings, func(f review.Finding) bool { return f.Text == text }) {
					t.Errorf("no finding %q in %+v", text, r.Findings)
				}
			}
			if found := sharedTexts(r); found != nil {
				t.Errorf("unknown people: %q", found)
			}
		})
	}
}

// An unknown enterprise role may be one with many holders, even if the service shows all users.
func TestMembers_unknownEnterpriseRole(t *testing.T) {
	for name, change := range map[string]plan.Change{
		"known after apply": object("idm_enterprise_role_member.m", plan.Create, nil, member(plan.Unknown{}, "payroll")),
		"sensitive":         object("idm_enterprise_role_member.m", plan.Create, nil, member(plan.Masked{Changed: true}, "payroll")),
		"a sensitive role":  object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", plan.Masked{Changed: true})),
		"a removed one":     object("idm_enterprise_role.r", plan.Delete, values("ext_id", plan.Masked{}, "name", "Clerk"), nil),
	} {
		p := &plan.Plan{Time: planned, Changes: []plan.Change{change}}
		got := brokenBy(t, p)
		if !slices.Contains(got, "role.members") && !slices.Contains(got, "role.delete") || !slices.ContainsFunc(got,
			func(rule string) bool { return rule == "gain.role" || rule == "loss.role" }) {
			t.Errorf("%s: breaks %q", name, got)
		}
	}
}

// If the service shows all users of a client, each affected person has a finding.
func TestMembers_allUsers(t *testing.T) {
	p := &plan.Plan{Time: planned,
		Changes: append(clerks(), object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "payroll")))}
	names, held := review.NewDirectory(p), acme()
	hold(held, access.Role, "payroll", "app", "")
	hold(held, access.EnterpriseRole, "clerk", "", "")
	for _, one := range []string{"eva", "other", "third", "none"} {
		held.Add(access.Object{ID: access.NewID("", "acme", access.User, one)})
		held.Add(access.Object{ID: access.NewID("", "acme", access.Profile, "p-"+one), Owner: access.Exactly(one)})
		if one != "none" {
			hold(held, access.EnterpriseGrant, "7", "p-"+one, "clerk")
		}
	}
	names.Facts("", []string{"acme"}, held)
	r := review.New(p, names)
	if found := sharedTexts(r); found != nil {
		t.Errorf("unknown people: %q", found)
	}
	want := []string{"Eva Moser p-eva gain payroll: the role is added to enterprise role clerk",
		"other p-other gain payroll: the role is added to enterprise role clerk",
		"third p-third gain payroll: the role is added to enterprise role clerk"}
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Now the affected people are known.
	for rule, want := range map[string]bool{`users = ["third"]`: true, `users = ["nobody"]`: false, `roles = ["payroll"]`: true,
		`roles = ["reader"]`: false, `enterprise_roles = ["clerk"]`: true, `enterprise_roles = ["boss"]`: false} {
		r := review.New(p, names)
		r.Check(policy(t, rule))
		if got := len(r.FailedRules) > 0; got != want {
			t.Errorf("%s is broken: %t, want %t", rule, got, want)
		}
	}
}

// All grants of a user become effective when the user is enabled or valid again.
func TestUsers(t *testing.T) {
	disabled, enabled := person("eva", "Eva", "Moser", "user_state", "disabled", "remarks", "a"),
		person("eva", "Eva", "Moser", "remarks", "b")
	granted := []plan.Change{unchanged("idm_profile.p", profile("p", "eva", "profile_state", "active")),
		unchanged("idm_authorization.a", authorization("p", "payroll"))}
	for name, test := range map[string]struct {
		change plan.Change
		lines  []string
		rules  []string
		not    []string
	}{
		"enabled": {object("idm_user.eva", plan.Update, disabled, enabled),
			[]string{"Eva Moser p gain payroll: the user is enabled"},
			[]string{"access", "gain.role", "user.enable"}, []string{"loss.role"}},
		"disabled": {object("idm_user.eva", plan.Update, enabled, disabled),
			[]string{"Eva Moser p lose payroll: the user is disabled"},
			[]string{"loss", "loss.role", "user.disable"}, []string{"access"}},
		"valid again": {object("idm_user.eva", plan.Update, person("eva", "Eva", "Moser", "validity", valid(nil, "2020-01-01T00:00:00Z")),
			person("eva", "Eva", "Moser")),
			[]string{"Eva Moser p gain payroll: the user is valid again"},
			[]string{"access", "gain.role", "user.extend", "gain.again", "gain.unlimited"}, []string{"loss.role"}},
		"deleted": {object("idm_user.eva", plan.Delete, enabled, nil),
			[]string{"Eva Moser p lose payroll: the user is deleted"},
			[]string{"loss", "loss.role", "profile.delete"}, []string{"access"}},
		"archived": {object("idm_user.eva", plan.Delete, person("eva", "Eva", "Moser", "on_destroy", "archive"), nil),
			[]string{"Eva Moser p lose payroll: the user is archived"}, []string{"loss", "loss.role", "user.disable"}, []string{"access"}},
		"remarks alone": {object("idm_user.eva", plan.Update, enabled, person("eva", "Eva", "Moser", "remarks", "c")), []string{},
			[]string{"any", "cosmetic.attribute"}, []string{"access", "loss"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &plan.Plan{Time: planned, Changes: append(slices.Clone(granted), test.change)}
			if diff := cmp.Diff(test.lines, lines(review.New(p, review.Claimed(p)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			got := brokenBy(t, p)
			for _, rule := range test.rules {
				if !slices.Contains(got, rule) {
					t.Errorf("breaks %q, and not %s", got, rule)
				}
			}
			for _, rule := range test.not {
				if slices.Contains(got, rule) {
					t.Errorf("breaks %q, and should not break %s", got, rule)
				}
			}
		})
	}
}

// A user who is deleted at one address and created at another with the same ID is a new user for
// the service: the grants are lost.
func TestUsers_recreated(t *testing.T) {
	eva := person("eva", "Eva", "Moser")
	r := reviewOf(object("idm_user.old", plan.Delete, eva, nil), object("idm_user.new", plan.Create, nil, eva),
		unchanged("idm_profile.p", profile("p", "eva", "profile_state", "active")),
		unchanged("idm_authorization.a", authorization("p", "payroll")))
	const why = ": the user is replaced"
	want := []string{"Eva Moser p lose payroll" + why}
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Policies match a role in indirect changes: through a member, an enabled user, an assigned
// application, a login, and its former name.
func TestPolicy_indirectChanges(t *testing.T) {
	hr := plan.Values{"ext_id": "app-7", "name": "HR"}
	wiki := plan.Values{"ext_id": "app-7", "name": "Wiki"}
	payroll := plan.Values{"ext_id": "payroll", "name": "Payroll", "application_ext_id": "app-7"}
	login := func(c plan.Change) []plan.Change {
		return []plan.Change{unchanged("idm_user.eva", person("eva", "Eva", "Moser")), unchanged("idm_profile.p", profile("p", "eva")),
			unchanged("idm_authorization.a", authorization("p", "payroll")), unchanged("idm_role.r", payroll), c}
	}
	password := object("idm_password.eva", plan.Create, nil, values("user_ext_id", "eva", "password_wo_version", "1"))
	enabled := object("idm_user.eva", plan.Update, person("eva", "Eva", "Moser", "user_state", "disabled"), person("eva", "Eva", "Moser"))
	added := object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "payroll"))
	for name, test := range map[string]struct {
		rule    string
		changes []plan.Change
		want    bool
	}{
		"added to an enterprise role":     {`roles = ["pay*"]`, []plan.Change{added}, true},
		"another one put in":              {`roles = ["admin"]`, []plan.Change{added}, false},
		"the enterprise role changes":     {`enterprise_roles = ["clerk"]`, []plan.Change{added}, true},
		"another enterprise role changes": {`enterprise_roles = ["boss"]`, []plan.Change{added}, false},
		"taken out, and gains are asked for": {`roles = ["pay*"]`,
			[]plan.Change{object("idm_enterprise_role_member.m", plan.Delete, member("clerk", "payroll"), nil)}, false},
		"taken out": {"roles = [\"pay*\"]\nchange = [\"lose\"]",
			[]plan.Change{object("idm_enterprise_role_member.m", plan.Delete, member("clerk", "payroll"), nil)}, true},
		"its application by name": {`applications = ["hr"]`,
			[]plan.Change{added, unchanged("idm_role.r", payroll), unchanged("idm_application.hr", hr)}, true},
		"the name before a rename": {`applications = ["hr"]`,
			[]plan.Change{added, unchanged("idm_role.r", payroll), object("idm_application.hr", plan.Update, hr, wiki)}, true},
		"another application": {`applications = ["crm"]`,
			[]plan.Change{added, unchanged("idm_role.r", payroll), unchanged("idm_application.hr", hr)}, false},
		"a rename alone": {`applications = ["hr"]`, []plan.Change{object("idm_application.hr", plan.Update, hr, wiki)},
			true},
		"a rename of another": {`applications = ["crm"]`, []plan.Change{object("idm_application.hr", plan.Update, hr, wiki)},
			false},
		"a rename, and a rule about roles": {`roles = ["payroll"]`, []plan.Change{object("idm_application.hr", plan.Update, hr, wiki)},
			false},
		"a password of the person":             {`users = ["Eva *"]`, login(password), true},
		"a password of another person":         {`users = ["ben"]`, login(password), false},
		"a password of somebody with the role": {`roles = ["payroll"]`, login(password), true},
		"an enabled user":                      {`roles = ["payroll"]`, login(enabled)[1:], true},
		"an enabled user, by name":             {`users = ["eva moser"]`, login(enabled)[1:], true},
		"an enabled user, another one":         {`users = ["ben"]`, login(enabled)[1:], false},
		"an application given to the client": {`applications = ["hr"]`, []plan.Change{unchanged("idm_application.hr", hr),
			object("idm_client_application.a", plan.Create, nil, values("application_ext_id", "app-7"))}, true},
		"another application given": {`applications = ["crm"]`, []plan.Change{unchanged("idm_application.hr", hr),
			object("idm_client_application.a", plan.Create, nil, values("application_ext_id", "app-7"))}, false},
		"a role deleted": {"roles = [\"payroll\"]\nchange = [\"lose\"]", []plan.Change{object("idm_role.r", plan.Delete, payroll, nil)},
			true},
		"members that are not known": {`roles = ["payroll"]`, []plan.Change{object("idm_enterprise_role_members.m", plan.Update,
			values("enterprise_role_ext_id", "clerk", "role_ext_ids", []any{"a"}),
			values("enterprise_role_ext_id", "clerk", "role_ext_ids", plan.Unknown{}))}, true},
		"a client deleted": {"users = [\"eva\"]\nchange = [\"lose\"]",
			[]plan.Change{object("idm_client.c", plan.Delete, plan.Values{"ext_id": "acme"}, nil)}, true},
	} {
		if got := broken(t, test.rule, test.changes...); got != test.want {
			t.Errorf("%s: %s is broken: %t, want %t", name, test.rule, got, test.want)
		}
	}
}

// The report uses the name of a managed user for every mention.
func TestUsers_names(t *testing.T) {
	r := reviewOf(object("idm_user.eva", plan.Create, nil, person("", "Eva", "Moser", "ext_id", plan.Unknown{})),
		object("idm_profile.p", plan.Create, nil, profile("p", "", "user_ext_id", plan.Unknown{From: "idm_user.eva"})),
		object("idm_authorization.a", plan.Create, nil, authorization("p", "payroll")))
	if got := lines(r); !slices.Equal(got, []string{"Eva Moser p gain payroll"}) {
		t.Errorf("%q", got)
	}
	if text := r.Document().Markdown(0); !strings.Contains(text, "profile p of Eva Moser") && !strings.Contains(text, "Eva Moser") {
		t.Error(text)
	}
}
