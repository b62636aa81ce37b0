package review_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	policies "github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// everything returns a plan that breaks every named rule.
func everything() *plan.Plan {
	return &plan.Plan{
		LeftOut: []plan.LeftOut{plan.LeftOutTargeted},
		Changes: []plan.Change{
			object("idm_authorization.a", plan.Create, nil, authorization("p", "reader", "client_global", true)),
			object("idm_authorization.b", plan.Delete, authorization("p", "writer"), nil),
			object("idm_client_application.a", plan.Create, nil, values("application_ext_id", "crm")),
			object("idm_client_application.b", plan.Delete, values("application_ext_id", "hr"), nil),
			object("idm_enterprise_authorization.a", plan.Create, nil, values("profile_ext_id", "p", "enterprise_role_ext_id", "sales")),
			object("idm_profile.a", plan.Delete, profile("p-a", "ben"), nil),
			object("idm_profile.b", plan.Update, profile("p-b", "ben", "profile_state", "active"),
				profile("p-b", "ben", "profile_state", "archived")),
			object("idm_profile.c", plan.Replace, profile("p-c", "ben"), profile("p-c", "eva")),
			object("idm_profile_authorizations.a", plan.Create, nil, values("profile_ext_id", "q", "authorizations", plan.Unknown{})),
			object("idm_unit.a", plan.Delete, unit("a", "A", nil), nil),
			object("idm_unit.b", plan.Update, unit("b", "B", nil), unit("b", "Bb", "c")),
			object("idm_unit.c", plan.Forget, unit("c", "C", nil), nil),
			{Address: "idm_unit.d", Type: "idm_unit", Action: plan.NoOp, Imported: true, Before: unit("d", "D", nil),
				After: unit("d", "D", nil)},
		},
		// The second one is an element of a collection in which another element has changed.
		Drift: []plan.Change{object("idm_unit.d", plan.Delete, unit("d", "D", nil), nil),
			object("idm_unit.e", plan.NoOp, unit("e", "E", nil), unit("e", "E", nil))},
	}
}

func TestRules_eachIsBroken(t *testing.T) {
	want := map[string][]string{
		"application.assign": {"idm_client_application.a"}, "profile.delete": {"idm_profile.a", "idm_profile.c"},
		"unit.delete":     {"idm_unit.a"},
		"profile.disable": {"idm_profile.b"}, "drift": {"idm_unit.d"}, "gain.enterprise-role": {"idm_enterprise_authorization.a"},
		"forget":         {"idm_unit.c"},
		"profile.create": {"idm_profile.c"}, "gain.global": {"idm_authorization.a", "idm_profile_authorizations.a"},
		"gain.role":     {"idm_authorization.a", "idm_enterprise_authorization.a", "idm_profile_authorizations.a"},
		"gain.extended": {"idm_profile_authorizations.a"}, "loss.narrowed": {"idm_profile_authorizations.a"},
		"gain.again": {"idm_profile_authorizations.a"}, "loss.shortened": {"idm_profile_authorizations.a"},
		"gain.unlimited": {"idm_profile_authorizations.a"}, "incomplete.unproven": {"idm_profile_authorizations.a"},
		"import": {"idm_unit.d"}, "unit.move": {"idm_unit.b"},
		"incomplete.partial": {""}, "unit.rename": {"idm_unit.b"}, "replace": {"idm_profile.c"},
		"loss.role":            {"idm_authorization.b", "idm_profile_authorizations.a"},
		"application.unassign": {"idm_client_application.b"}, "gain.unknown": {"idm_profile_authorizations.a"},
	}
	// A name covers what is below it, and loss whatever may take access.
	for _, below := range slices.Sorted(maps.Keys(want)) {
		if above, _, found := strings.Cut(below, "."); found {
			want[above] = slices.Compact(slices.Sorted(slices.Values(slices.Concat(want[above], want[below]))))
		}
	}
	want["loss"] = []string{"idm_authorization.b", "idm_client_application.b", "idm_profile.a", "idm_profile.b", "idm_profile.c",
		"idm_profile_authorizations.a", "idm_unit.a", "idm_unit.b"}
	p := everything()
	r := review.New(p, review.Claimed(p))
	r.Check(review.Rules())
	if len(r.FailedRules) != len(want) {
		t.Errorf("%d rules failed, want %d", len(r.FailedRules), len(want))
	}
	for _, failure := range r.FailedRules {
		var got []string
		for _, subject := range failure.Subjects {
			got = append(got, subject.Address)
		}
		if slices.Sort(got); !slices.Equal(slices.Compact(got), want[failure.Rule]) {
			t.Errorf("%s is broken by %q, want %q", failure.Rule, got, want[failure.Rule])
		}
	}
}

func TestRules_noneIsBroken(t *testing.T) {
	r := reviewOf(object("idm_unit.a", plan.NoOp, unit("a", "A", nil), unit("a", "A", nil)))
	r.Check(review.Rules())
	if len(r.FailedRules) > 0 || len(r.RulesChecked) != len(review.Rules()) {
		t.Errorf("%+v of %q", r.FailedRules, r.RulesChecked)
	}
}

func TestNamedRules(t *testing.T) {
	if rules, err := review.NamedRules([]string{"drift", " import"}); err != nil || len(rules) != 2 {
		t.Errorf("%v %v", rules, err)
	}
	for name, want := range map[string]string{"unit.delte": `Did you mean "unit.delete"?`,
		"lost": `Did you mean "loss"?`, "gain.globel": `Did you mean "gain.global"?`, "everything": "no such rule. The rules are access, any, application, client,"} {
		if _, err := review.NamedRules([]string{name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// broken reports whether a plan breaks a policy with one rule.
func broken(t *testing.T, rule string, changes ...plan.Change) bool {
	t.Helper()
	p := &plan.Plan{Changes: changes}
	r := review.New(p, review.Claimed(p))
	r.Check(policy(t, rule))
	return len(r.FailedRules) > 0
}

// brokenOffline reports whether a plan without facts breaks a policy with one rule.
func brokenOffline(t *testing.T, rule string, changes ...plan.Change) bool {
	t.Helper()
	p := &plan.Plan{Changes: changes}
	r := review.New(p, review.NewDirectory(p))
	r.Check(policy(t, rule))
	return len(r.FailedRules) > 0
}

// An object with an unconfirmed name may match any pattern.
func TestPolicy_unknownName(t *testing.T) {
	p := &plan.Plan{Changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, authorization("p", "r-17"))}}
	for name, want := range map[string]bool{"": true, "Finance [EMEA]": true, "Finance E": false, "finance [emea]": true} {
		names := review.NewDirectory(p)
		if name != "" {
			names = roleNamed(p, name)
		}
		r := review.New(p, names)
		r.Check(policy(t, `roles = ["Finance [EMEA]"]`))
		if got := len(r.FailedRules) > 0; got != want {
			t.Errorf("the name %q: broken %t, want %t", name, got, want)
		}
	}
}

// roleNamed returns a directory with a service that has a name for the role r-17.
func roleNamed(p *plan.Plan, name string) *review.Directory {
	held := acme()
	held.Add(access.Object{ID: access.NewID("", "", access.Role, "r-17"), Owner: access.Exactly("app"), Name: name})
	hold(held, access.Profile, "p", "ben", "")
	names := review.NewDirectory(p)
	names.Facts("", []string{"acme"}, held)
	return names
}

// Only * and ? are special, and names are compared in a normalized form.
func TestPolicy_patterns(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"Finance [EMEA]", "Finance [EMEA]", true}, {"Finance [EMEA]", "Finance E", false}, {`a\\*`, `a\b`, true}, {"a*c*e", "abcde", true},
		{"a*c*e", "abcdef", false}, {"?", "ä", true}, {"M\u00fcller", "Mu\u0308ller", true}, {"m\u00dcLLER*", "Mu\u0308ller & Co", true},
		{"*/*", "a/b", true}, {"*", "x", true}, {"??", "x", false}, {"stra\u00dfe", "STRASSE", true},
		{"payroll", "\uff30\uff21\uff39\uff32\uff2f\uff2c\uff2c", true},
		{"payroll", "Pay\u200bRoll", true}, {"payroll", "Pay\u00adRoll\ufe0f", true}, {"payroll", "\u3164Pay\u034fRoll", true},
		{"pay roll", " Pay \u00a0\u2003Roll ", true}, {"m\u00fcller", "Mu\u200b\u0308ller", true}, {"pay\u200broll", "payroll", true},
	} {
		p := &plan.Plan{Changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, authorization("p", "r-17"))}}
		r := review.New(p, roleNamed(p, test.name))
		r.Check(policy(t, `roles = ["`+test.pattern+`"]`))
		if got := len(r.FailedRules) > 0; got != test.want {
			t.Errorf("%s and %s: %t, want %t", test.pattern, test.name, got, test.want)
		}
	}
}

// A rule about global grants matches each change of a grant that is, was or may be global, and a
// new login of a user with such a grant.
func TestPolicy_global(t *testing.T) {
	global := func(more ...any) plan.Values { return authorization("p", "r", append(more, "client_global", true)...) }
	owner := unchanged("idm_profile.p", profile("p", "eva"))
	login := object("idm_password.eva", plan.Create, nil, values("user_ext_id", "eva", "password_wo_version", "1"))
	properties := func(grant string) plan.Change {
		of := func(limit string) plan.Values {
			return values("profile_ext_id", "p", "authorization_ext_id", grant, "properties", map[string]any{"limit": limit})
		}
		return object("idm_authorization_properties.a", plan.Update, of("10"), of("20"))
	}
	a := func(action plan.Action, before, after plan.Values) plan.Change {
		return object("idm_authorization.a", action, before, after)
	}
	for name, test := range map[string]struct {
		changes []plan.Change
		want    bool
	}{
		"its validity":                 {[]plan.Change{a(plan.Update, global("validity", valid(nil, planned)), global())}, true},
		"an unknown validity":          {[]plan.Change{a(plan.Update, global(), global("validity", plan.Unknown{}))}, true},
		"closed":                       {[]plan.Change{a(plan.Update, global(), authorization("p", "r"))}, true},
		"a login":                      {[]plan.Change{owner, unchanged("idm_authorization.a", global()), login}, true},
		"its properties":               {[]plan.Change{unchanged("idm_authorization.a", global("ext_id", "1")), properties("1")}, true},
		"properties of an unknown one": {[]plan.Change{properties("2")}, true},
		"properties of one that is not": {[]plan.Change{unchanged("idm_authorization.a", authorization("p", "r", "ext_id", "1")),
			properties("1")}, false},
		"a validity of one that is not": {[]plan.Change{a(plan.Update, authorization("p", "r", "validity", valid(nil, planned)),
			authorization("p", "r"))}, false},
	} {
		if got := broken(t, "global = true", test.changes...); got != test.want {
			t.Errorf("%s: broken %t, want %t", name, got, test.want)
		}
	}
}

func policyOf(file string) ([]review.Rule, error) {
	p, err := policies.Read(file)
	if err != nil {
		return nil, err
	}
	return review.Policy(p), nil
}

func policy(t *testing.T, rule string) []review.Rule {
	t.Helper()
	file := filepath.Join(t.TempDir(), "policy.hcl")
	if err := os.WriteFile(file, []byte("rule \"one\" {\n"+rule+"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rules, err := policyOf(file)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestPolicy(t *testing.T) {
	gain := []plan.Change{
		object("idm_profile.p", plan.NoOp, profile("p", "ben", "profile_state", "active", "unit_ext_id", "sales"),
			profile("p", "ben", "profile_state", "active", "unit_ext_id", "sales")),
		object("idm_authorization.a", plan.Create, nil, authorization("p", "PAYROLL/clerk")),
	}
	loss := []plan.Change{object("idm_authorization.a", plan.Delete, authorization("p", "payroll-clerk", "unit_global", true), nil)}
	homeless := []plan.Change{
		object("idm_profile.p", plan.NoOp, profile("p", "ben", "profile_state", "active"), profile("p", "ben", "profile_state", "active")),
		object("idm_authorization.a", plan.Create, nil, authorization("p", "reader")),
	}
	enterprise := []plan.Change{object("idm_enterprise_authorization.a", plan.Create, nil,
		values("profile_ext_id", "p", "enterprise_role_ext_id", "sales"))}
	unknown := []plan.Change{object("idm_profile_authorizations.a", plan.Create, nil,
		values("profile_ext_id", "p", "authorizations", plan.Unknown{}))}
	tests := []struct {
		rule    string
		changes []plan.Change
		want    bool
	}{
		{`roles = ["payroll*"]`, gain, true},
		{`roles = ["*clerk", "x"]`, gain, true},
		{`roles = ["payroll"]`, gain, false},
		{`roles = ["payroll*"]`, loss, false},
		{`roles  = ["payroll*"]
change = ["lose"]`, loss, true},
		{`roles  = ["payroll*"]
global = true`, gain, false},
		{`global = true
change = ["lose"]`, loss, true},
		{`users = ["BEN"]`, gain, true},
		{`users = ["eva"]`, gain, false},
		{`units = ["sales"]`, gain, true},
		{`units = ["it"]`, gain, false},
		{`units = ["it"]`, homeless, false},
		{`enterprise_roles = ["s?les"]`, enterprise, true},
		{`enterprise_roles = ["crm"]`, enterprise, false},
		{`enterprise_roles = ["*"]`, gain, false},
		// Values that the plan does not show may be anything.
		{`roles = ["payroll*"]`, unknown, true},
	}
	for _, test := range tests {
		if got := broken(t, test.rule, test.changes...); got != test.want {
			t.Errorf("%s is broken: %t, want %t", test.rule, got, test.want)
		}
	}
	// Without facts nothing is known of the people, the roles of an enterprise role and the application
	// of a role.
	for rule, changes := range map[string][]plan.Change{`roles = ["sales"]`: enterprise, `users = ["eva"]`: enterprise,
		`units = ["it"]`: enterprise, `applications = ["payroll"]`: gain} {
		if !brokenOffline(t, rule, changes...) {
			t.Errorf("%s is not broken offline", rule)
		}
	}
}

// An enterprise role gives the same access as its roles.
func TestPolicy_throughAnEnterpriseRole(t *testing.T) {
	p := &plan.Plan{Changes: []plan.Change{
		object("idm_enterprise_authorization.a", plan.Create, nil, values("profile_ext_id", "p", "enterprise_role_ext_id", "sales")),
	}}
	held := acme()
	for _, application := range []string{"crm", "payroll"} {
		role := application + "-user"
		hold(held, access.Application, application, "", "")
		hold(held, access.Assignment, application, "", application)
		hold(held, access.Role, role, application, "")
		hold(held, access.Member, "", "sales", role)
	}
	hold(held, access.EnterpriseRole, "sales", "", "")
	hold(held, access.Profile, "p", "ben", "")
	names := review.NewDirectory(p)
	names.Facts("", []string{"acme"}, held)
	for rule, want := range map[string]bool{
		`roles = ["payroll*"]`: true, `roles = ["billing*"]`: false, `applications = ["crm"]`: true, `applications = ["billing"]`: false,
		"roles = [\"payroll*\"]\napplications = [\"crm\"]": false, `enterprise_roles = ["support"]`: false,
	} {
		r := review.New(p, names)
		r.Check(policy(t, rule))
		if got := len(r.FailedRules) > 0; got != want {
			t.Errorf("%s is broken: %t, want %t", rule, got, want)
		}
	}
}

func TestPolicy_refused(t *testing.T) {
	for source, want := range map[string]string{
		"rule \"a\" {}":                                              "line 1: rule \"a\": the rule names nothing",
		"rule \"a\" {\n  roles = [\" \"]\n}":                         "has an empty pattern",
		"rule \"a\" {\n  roles = \"x\"\n}":                           "line 2",
		"rule \"Access\" {\n  roles = [\"x\"]\n}":                    "another rule has this name",
		"rule \"drift\" {\n  roles = [\"x\"]\n}":                     "another rule has this name",
		"rule \"a\" {\n  users = []\n}":                              "line 2: rule \"a\": the list of users is empty",
		"rule \"a\" {\n  users = [\"x\"]\n  units = []\n}":           "line 3: rule \"a\": the list of units is empty",
		"rule \"a\" {\n  global = true\n  change = []\n}":            "line 3: rule \"a\": the list of changes is empty",
		"rule \"\" {\n  roles = [\"x\"]\n}":                          "the name is empty",
		"rule \" \u00a0\" {\n  roles = [\"x\"]\n}":                   "the name is empty",
		"rule \"\u200b\" {\n  roles = [\"x\"]\n}":                    "the name is empty",
		"rule \"glob\u0430l\" {\n  roles = [\"x\"]\n}":               "the name may be read as another one",
		"rule \"a\" {\n  roles = [\"x\u0430\"]\n}":                   "may be read as another one",
		"rule \"a\" { global = true }\nrule \"A\" { global = true }": "another rule has this name",
		"rule \"a\" {\n  roles = [\"x\"]\n change = [\"become\"]\n}": "use one of gain, lose, change",
		"rules = 1": "line 1",
	} {
		file := filepath.Join(t.TempDir(), "policy.hcl")
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := policyOf(file); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
}

// A role that is added to an enterprise role is granted to all its holders. The plan does not show
// them, so every policy about grants matches.
func TestPolicy_membersOfAnEnterpriseRole(t *testing.T) {
	of := func(roles ...any) plan.Values {
		return values("enterprise_role_ext_id", "sales", "role_ext_ids", roles)
	}
	change := func(before, after plan.Values) plan.Change {
		return plan.Change{Address: "idm_enterprise_role_members.m", Type: "idm_enterprise_role_members", Action: plan.Update,
			Before: before,
			After:  after}
	}
	const policy = `roles = ["crm-admin"]`
	if !broken(t, policy, change(of("reader"), of("reader", "crm-admin"))) {
		t.Error("a role goes into an enterprise role unseen")
	}
	still := change(of("reader"), of("reader"))
	still.Action = plan.NoOp
	if broken(t, policy, still) {
		t.Error("an entry that changes no role breaks the policy")
	}
}

// A file may also contain invariants and exceptions. A mistake in them is an error of the whole file.
func TestPolicy_invariants(t *testing.T) {
	file := filepath.Join(t.TempDir(), "access.hcl")
	source := `invariant "duties" { exclusive = ["clerk", "approver"] }
exception "june" {
  invariant = "duties"
  subject = "anna"
  reason = "handover"
  owner = "security"
  expires = "2027-06-30"
}
rule "administrators" { roles = ["*-admin"] }
`
	write := func(source string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(source)
	rules, err := policyOf(file)
	if err != nil || len(rules) != 1 || rules[0].Name != "administrators" {
		t.Errorf("%v, %v", rules, err)
	}
	write(strings.Replace(source, "2027-06-30", "june", 1))
	if _, err := policyOf(file); err == nil || !strings.Contains(err.Error(), `access.hcl, line 7: exception "june"`) {
		t.Errorf("an exception without a day: %v", err)
	}
}
