package review_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// Rules about profiles and units compare each profile by itself: another profile that gives the
// same role hides no change.
func TestPolicy_throughProfiles(t *testing.T) {
	grant := authorization("p-two", "reader", "ext_id", "3")
	set := func(of map[string]any) plan.Values { return values("profile_ext_id", "p-two", "authorizations", of) }
	none := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	sales := values("profile_ext_id", "p-two", "enterprise_role_ext_id", "er-reader", "ext_id", "5")
	for name, test := range map[string]struct {
		held, lost bool
		changes    []plan.Change
	}{
		"a grant": {changes: []plan.Change{object("idm_authorization.a", plan.Create, nil, grant)}},
		"a set": {changes: []plan.Change{object("idm_profile_authorizations.a", plan.Create, nil,
			set(grants("reader", none)))}},
		"an enterprise role": {changes: []plan.Change{object("idm_enterprise_authorization.a", plan.Create, nil, sales)}},
		"an enabled profile": {held: true, changes: []plan.Change{object("idm_profile.p", plan.Update,
			profile("p-two", "eva", "profile_state", "disabled"), profile("p-two", "eva", "profile_state", "active"))}},
		"a revoked grant": {held: true, lost: true, changes: []plan.Change{object("idm_authorization.a", plan.Delete, grant, nil)}},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			two := fact(access.Profile, "p-two", "eva", "")
			if name == "an enabled profile" {
				two.State = access.Exactly(access.Disabled)
			}
			held.Add(two)
			hold(held, access.EnterpriseRole, "er-reader", "", "")
			held.Add(access.Object{ID: access.MemberID("", "acme", "er-reader", "reader"), Owner: access.Exactly("er-reader"),
				Target: access.Exactly("reader")})
			if test.held {
				hold(held, access.Grant, "3", "p-two", "reader")
			}
			change := map[bool]string{true: "lose", false: "gain"}[test.lost]
			for pattern, want := range map[string]bool{
				`profiles = ["p-two"]`: true, `profiles = ["p-other"]`: false, `users = ["eva"]`: name == "an enterprise role",
			} {
				file := filepath.Join(t.TempDir(), "policy.hcl")
				text := `rule "two" {` + "\n" + pattern + "\nroles = [\"reader\"]\nchange = [\"" + change + "\"]\n}\n"
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				rules, err := policyOf(file)
				if err != nil {
					t.Fatal(err)
				}
				r, _ := reviewedWith(t, held, test.changes...)
				r.Check(rules)
				if broken := slices.ContainsFunc(r.FailedRules, func(b review.BrokenRule) bool { return b.Rule == "two" }); broken != want {
					t.Errorf("%s: broken %t, want %t: %+v", pattern, broken, want, r.FailedRules)
				}
			}
		})
	}
}

// A user logs in with another profile after the default profile ends, whatever ends it.
func TestDefaultProfile(t *testing.T) {
	was := profile("p-eva", "eva", "is_default_profile", true, "profile_state", "active")
	other := profile("p-eva", "eva", "is_default_profile", false, "profile_state", "active")
	changed := func(name string, value any) plan.Change {
		return object("idm_profile.p", plan.Update, was, values("ext_id", "p-eva", "user_ext_id", "eva", "is_default_profile", true,
			"profile_state", "active", name, value))
	}
	for name, test := range map[string]struct {
		change plan.Change
		// alone reports that the user has no other profile, and remote that only the service has
		// the default profile.
		alone, remote, disabled, want bool
	}{
		"deleted":                    {change: object("idm_profile.p", plan.Delete, was, nil), want: true},
		"replaced":                   {change: object("idm_profile.p", plan.Replace, was, was), want: true},
		"disabled":                   {change: changed("profile_state", "disabled"), want: true},
		"archived":                   {change: changed("profile_state", "archived"), want: true},
		"shortened":                  {change: changed("validity", valid(nil, "2027-01-01T00:00:00Z")), want: true},
		"renamed":                    {change: changed("name", "Other")},
		"not the default":            {change: object("idm_profile.p", plan.Delete, other, nil)},
		"the default of the service": {change: object("idm_profile.p", plan.Delete, other, nil), remote: true, want: true},
		"the only one":               {change: object("idm_profile.p", plan.Delete, was, nil), alone: true},
		"of a disabled user":         {change: object("idm_profile.p", plan.Delete, was, nil), disabled: true},
		"forgotten":                  {change: object("idm_profile.p", plan.Forget, was, nil)},
		"not shown": {change: object("idm_profile.p", plan.Delete, values("ext_id", "p-eva", "user_ext_id", plan.Masked{},
			"is_default_profile", plan.Masked{}), nil), want: true},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			if test.disabled {
				held.Get(access.NewID("", "acme", access.User, "eva")).State = access.Exactly(access.Disabled)
			}
			if !test.alone {
				hold(held, access.Profile, "p-two", "eva", "")
			}
			p := &plan.Plan{Time: planned, Changes: []plan.Change{test.change}}
			names := review.NewDirectory(p)
			names.Facts("", []string{"acme"}, held)
			names.Defaults = map[access.ID]bool{access.NewID("", "acme", access.Profile, "p-eva"): test.remote}
			r := review.New(p, names)
			r.Check(review.Presets())
			found := slices.ContainsFunc(r.Findings, func(f review.Finding) bool {
				return strings.Contains(f.Text, "is the default profile") && slices.Contains(f.Rules, "profile.default")
			})
			if found != test.want {
				t.Errorf("reported %t: %+v", found, r.Findings)
			}
			broken := slices.ContainsFunc(r.FailedRules, func(b review.BrokenRule) bool { return b.Rule == "access" })
			if broken != test.want && name != "replaced" {
				t.Errorf("access is broken: %t", broken)
			}
		})
	}
}

// A key a/b is a second grant of the role a, or the role a/b. The service decides which; where it
// cannot, the review names both.
func TestKeys(t *testing.T) {
	open := map[string]any{"client_global": true, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	shut := map[string]any{"client_global": false, "unit_global": false, "app_global": false, "enterprise_role_global": false}
	change := object("idm_profile_authorizations.a", plan.Update,
		values("profile_ext_id", "p-eva", "authorizations", grants("reader", shut, "reader/top", shut)),
		values("profile_ext_id", "p-eva", "authorizations", grants("reader", shut, "reader/top", open)))
	second := func(t *access.Tenant) { hold(t, access.Grant, "top", "p-eva", "reader") }
	role := func(t *access.Tenant) { hold(t, access.Role, "reader/top", "app", "") }
	granted := func(t *access.Tenant) { role(t); hold(t, access.Grant, "9", "p-eva", "reader/top") }
	for name, test := range map[string]struct {
		hold           []func(*access.Tenant)
		reader, topped bool
	}{
		"a second grant":                 {[]func(*access.Tenant){second}, true, false},
		"a role":                         {[]func(*access.Tenant){granted}, false, true},
		"a role that is not granted":     {[]func(*access.Tenant){role}, false, true},
		"a second grant, and a role":     {[]func(*access.Tenant){second, role}, true, true},
		"a second grant, a granted role": {[]func(*access.Tenant){second, granted}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			for _, add := range test.hold {
				add(held)
			}
			r, broken := reviewedWith(t, held, change)
			named := map[string]bool{}
			for _, f := range r.Findings {
				if f.Change != nil {
					named[f.Change.After.Role.ExtID] = true
				}
			}
			if named["reader"] != test.reader || named["reader/top"] != test.topped || !slices.Contains(broken, "gain.global") {
				t.Errorf("named %v, breaks %q", named, broken)
			}
		})
	}
}

// The extension of a grant without an effect is an extension, and no new grant.
func TestExtendedWithoutEffect(t *testing.T) {
	until := func(to any) plan.Values {
		if to == nil {
			return authorization("p-dora", "admin", "ext_id", "7")
		}
		return authorization("p-dora", "admin", "ext_id", "7", "validity", valid(nil, to))
	}
	for name, test := range map[string]struct {
		was  string
		is   any
		text string
		want []string
		not  []string
	}{
		"longer": {"2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z", "until 2027-01-01 → until 2028-01-01",
			[]string{"gain.extended", "gain.dormant", "access"}, []string{"gain.role"}},
		"without end": {"2027-01-01T00:00:00Z", nil, "until 2027-01-01 → without end",
			[]string{"gain.extended", "gain.unlimited", "access"}, []string{"gain.role"}},
		"valid again": {"2020-01-01T00:00:00Z", "2028-01-01T00:00:00Z", "is granted", []string{"gain.role", "gain.dormant", "access"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			held := acme()
			held.Add(access.Object{ID: access.NewID("", "acme", access.User, "dora"), State: access.Exactly(access.Disabled)})
			hold(held, access.Profile, "p-dora", "dora", "")
			g := fact(access.Grant, "7", "p-dora", "admin")
			g.To = access.Exactly(moment(test.was))
			held.Add(g)
			r, broken := reviewedWith(t, held, object("idm_authorization.a", plan.Update, until(test.was), until(test.is)))
			if text := r.Document().Text(0); !strings.Contains(text, test.text) {
				t.Errorf("no %q in\n%s", test.text, text)
			}
			for _, rule := range test.want {
				if !slices.Contains(broken, rule) {
					t.Errorf("breaks %q, and not %s", broken, rule)
				}
			}
			for _, rule := range test.not {
				if slices.Contains(broken, rule) {
					t.Errorf("breaks %s", rule)
				}
			}
		})
	}
}
