package accessquery_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant/factstest"
)

// tenants is the number of random tenants to compare.
const tenants = 1000

// path is one row in the oracle and in the answers.
type path struct {
	user, role, through, grant string
	effective                  bool
}

func pathOf(p factstest.Path) path { return path{p.User, p.Role, p.Through, p.Grant, p.At[0]} }

func asker(t *testing.T, of *factstest.Tenant) (*accessquery.Asker, *tenant.Facts) {
	t.Helper()
	read, err := tenant.Decode(of.Seed(), "")
	if err != nil {
		t.Fatal(err)
	}
	return accessquery.New(read, "test", "", factstest.Now), read
}

// oracle compares the answers about one tenant with its paths.
type oracle struct {
	*testing.T
	tenant *factstest.Tenant
	paths  []factstest.Path
}

func (o oracle) compare(question string, answer *accessquery.Answer, err error, match func(factstest.Path) bool) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
	want, got := map[path]bool{}, map[path]bool{}
	for _, p := range o.paths {
		if match(p) {
			want[pathOf(p)] = true
		}
	}
	for _, row := range answer.Rows {
		got[path{row.UserExtID, row.RoleExtID, row.Through, row.GrantExtID, row.Effective == accessquery.Yes}] = true
	}
	if !maps.Equal(got, want) {
		o.Fatalf("%s:\n%v\nwant\n%v", question, got, want)
	}
}

func TestAnswers_oracle(t *testing.T) {
	for seed := range uint64(tenants) {
		tenant := factstest.Random(seed)
		if tenant.Unread != nil {
			continue
		}
		a, _ := asker(t, tenant)
		o := oracle{t, tenant, tenant.Paths()}
		o.compare("all", a.All(accessquery.Filter{}), nil, func(factstest.Path) bool { return true })
		for _, user := range tenant.Users {
			name := user.Text("extId")
			answer, err := a.Of(name)
			o.compare("of "+name, answer, err, func(p factstest.Path) bool { return p.User == name })
			answer, err = a.Explain(name, "r1")
			o.compare("explain "+name, answer, err, func(p factstest.Path) bool { return p.User == name && p.Role == "r1" })
		}
		for _, role := range slices.Concat(tenant.Roles, tenant.EnterpriseRoles) {
			name := role.Text("extId")
			answer, err := a.Who(name)
			o.compare("who "+name, answer, err, func(p factstest.Path) bool { return p.Role == name })
		}
		answer, err := a.Who("app1")
		o.compare("who app1", answer, err, func(p factstest.Path) bool {
			role := factstest.Find(tenant.Roles, p.Role)
			return role != nil && role.Text("applicationExtId") == "app1"
		})
		answer, err = a.Unit("n0")
		o.compare("unit n0", answer, err, func(p factstest.Path) bool {
			return slices.Contains(tenant.Above(factstest.Find(tenant.Profiles, p.Profile)), "n0")
		})
		o.compare("global", a.All(accessquery.Filter{Global: true}), nil, func(p factstest.Path) bool { return p.Global })
		o.compare("expiring", a.All(accessquery.Filter{Expiring: new(72 * time.Hour)}), nil,
			func(p factstest.Path) bool { return p.At[0] && !p.At[1] })
		o.compare("expired", a.All(accessquery.Filter{Expired: true}), nil, func(p factstest.Path) bool { return !p.At[0] && o.expired(p) })
		o.dormant(a)
	}
}

// expired reports whether the validity of an enabled part of a path has ended.
func (o oracle) expired(p factstest.Path) bool {
	grant := factstest.Find(slices.Concat(o.tenant.Grants, o.tenant.EnterpriseGrants), p.Grant)
	profile := factstest.Find(o.tenant.Profiles, p.Profile)
	parts := []factstest.Doc{grant, profile, factstest.Find(o.tenant.Users, p.User)}
	for _, unit := range o.tenant.Above(profile) {
		parts = append(parts, factstest.Find(o.tenant.Units, unit))
	}
	return slices.ContainsFunc(parts, func(d factstest.Doc) bool {
		validity, _ := d["validity"].(factstest.Doc)
		to := validity.Text("to")
		enabled := d["state"] != "disabled" && d["userState"] != "disabled" && d["profileState"] != "disabled"
		return to != "" && to < factstest.Now.Format(time.RFC3339) && enabled
	})
}

// dormant compares the people who never signed in, which are all people in these tenants.
func (o oracle) dormant(a *accessquery.Asker) {
	want, got := map[string]bool{}, map[string]bool{}
	for _, p := range o.paths {
		if p.At[0] {
			want[p.User] = true
		}
	}
	for _, row := range a.All(accessquery.Filter{Dormant: new(time.Duration(0))}).Rows {
		got[row.UserExtID] = true
	}
	if !maps.Equal(got, want) {
		o.Errorf("dormant: %v, want %v", got, want)
	}
}

// With unread parts, a role is certainly held if it is held without any of them, and possibly held
// if it is held with all of them.
func TestAnswers_unread(t *testing.T) {
	holders := func(tenant *factstest.Tenant, role string) map[string]bool {
		found := map[string]bool{}
		for _, p := range tenant.Paths() {
			if p.Role == role && p.At[0] {
				found[p.User] = true
			}
		}
		return found
	}
	compared := 0
	for seed := range uint64(tenants) {
		tenant := factstest.Random(seed)
		if tenant.Unread == nil {
			continue
		}
		compared++
		a, _ := asker(t, tenant)
		for _, role := range slices.Concat(tenant.Roles, tenant.EnterpriseRoles) {
			name := role.Text("extId")
			answer, err := a.Who(name)
			if err != nil {
				t.Fatal(err)
			}
			certain, possible := map[string]bool{}, map[string]bool{}
			for _, row := range answer.Rows {
				if row.Effective == accessquery.Yes {
					certain[row.UserExtID] = true
				}
				if row.Effective != accessquery.No {
					possible[row.UserExtID] = true
				}
			}
			if want := holders(tenant.Completed(false), name); !maps.Equal(certain, want) {
				t.Fatalf("seed %d: %s is certainly held by %v, want %v\n%s", seed, name, certain, want, tenant.Seed())
			}
			// An unread grant can be of a role whose application is not assigned.
			most := tenant.Completed(true)
			want := holders(most, name)
			most.Assigned = []factstest.Doc{{"applicationExtId": "app0"}, {"applicationExtId": "app1"}}
			if bound := holders(most, name); !within(want, possible) || !within(possible, bound) {
				t.Fatalf("seed %d: %s may be held by %v, want %v\n%s", seed, name, possible, want, tenant.Seed())
			}
		}
	}
	if compared < tenants/4 {
		t.Errorf("only %d tenants with unread parts", compared)
	}
}

func within(some, all map[string]bool) bool {
	for name := range some {
		if !all[name] {
			return false
		}
	}
	return true
}

// held marks the moments of factstest.Moments at which a role is held, and at which it is global.
type held struct{ at, global [2]bool }

// sum returns the roles of each user over all paths.
func sum(tenant *factstest.Tenant) map[string]held {
	found := map[string]held{}
	for _, p := range tenant.Paths() {
		key := p.User + " " + p.Role
		h := found[key]
		for i := range p.At {
			h.at[i] = h.at[i] || p.At[i]
			h.global[i] = h.global[i] || p.At[i] && p.Global
		}
		found[key] = h
	}
	return found
}

// change returns the expected changes of an answer; "" without a difference.
func change(was, is held) string {
	more := func(a, b [2]bool) bool { return a[0] && !b[0] || a[1] && !b[1] }
	ever := func(a [2]bool) bool { return a[0] || a[1] }
	opened := func(a, b held) bool { // While the other one has the role.
		return a.global[0] && !b.global[0] && b.at[0] || a.global[1] && !b.global[1] && b.at[1]
	}
	gained, lost := ever(is.at) && !ever(was.at), ever(was.at) && !ever(is.at)
	var words []string
	for _, each := range []struct {
		is   bool
		word string
	}{
		{gained, accessquery.Gained}, {lost, accessquery.Lost}, {!gained && more(is.at, was.at), accessquery.Longer},
		{!lost && more(was.at, is.at), accessquery.Shorter}, {!gained && opened(is, was), accessquery.Wider},
		{!lost && opened(was, is), accessquery.Narrow},
	} {
		if each.is {
			words = append(words, each.word)
		}
	}
	return strings.Join(words, ", ")
}

// idle adds the paths without an effect that another tenant lacks.
func idle(want map[string]string, of, other *factstest.Tenant, change string) {
	effective, exist := map[string]bool{}, map[string]bool{}
	key := func(p factstest.Path) string {
		return strings.Join([]string{p.User, p.Role, p.Through, p.Profile, change}, " ")
	}
	for _, p := range other.Paths() {
		exist[key(p)] = true
	}
	for _, p := range of.Paths() {
		effective[key(p)] = effective[key(p)] || p.At[0] || p.At[1]
	}
	for one, ever := range effective {
		if !ever && !exist[one] {
			want[one] = change
		}
	}
}

// The difference between two states is net over all paths, and includes the paths without an effect
// that only one of them has.
func TestDiff_oracle(t *testing.T) {
	for seed := range uint64(tenants) {
		tenant := factstest.Random(seed)
		if tenant.Unread != nil {
			continue
		}
		changed := tenant.Changed()
		_, before := asker(t, tenant)
		_, after := asker(t, changed)
		old, next := sum(tenant), sum(changed)
		keys := maps.Clone(old)
		maps.Copy(keys, next)
		want, got := map[string]string{}, map[string]string{}
		for key := range keys {
			if words := change(old[key], next[key]); words != "" {
				want[key] = words
			}
		}
		idle(want, changed, tenant, accessquery.Granted)
		idle(want, tenant, changed, accessquery.Revoked)
		for _, row := range accessquery.Diff(before, after, [2]string{"a", "b"}, "", factstest.Now).Rows {
			key := row.UserExtID + " " + row.RoleExtID
			words := slices.DeleteFunc(strings.Split(row.Change, ", "), func(word string) bool { return word == accessquery.Moved })
			if len(words) == 0 { // TestDiff_moved decides it.
				continue
			}
			if row.Change == accessquery.Granted || row.Change == accessquery.Revoked {
				key = strings.Join([]string{key, row.Through, row.ProfileExtID, row.Change}, " ")
			}
			got[key] = strings.Join(words, ", ")
		}
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d: %v, want %v\n%s\n%s", seed, got, want, tenant.Seed(), changed.Seed())
		}
	}
}

// A role that is kept with another unit is moved, unless the grant covers all units.
func TestDiff_moved(t *testing.T) {
	of := func(unit string) *tenant.Facts {
		read, err := tenant.Decode([]byte(`{"clients":[{"extId":"c"}],"applications":[{"extId":"erp"}],
"clientApplications":[{"clientExtId":"c","applicationExtId":"erp"}],
"roles":[{"extId":"clerk","applicationExtId":"erp"},{"extId":"reader","applicationExtId":"erp"}],
"units":[{"clientExtId":"c","extId":"hq"},{"clientExtId":"c","extId":"lab","name":"Laboratory"}],"users":[{"clientExtId":"c","extId":"anna"}],
"profiles":[{"clientExtId":"c","extId":"p","userExtId":"anna","unitExtId":"`+unit+`"}],
"authorizations":[{"clientExtId":"c","extId":"a","profileExtId":"p","roleExtId":"clerk"},
 {"clientExtId":"c","extId":"b","profileExtId":"p","roleExtId":"reader","unitGlobal":true}]}`), "")
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	rows := accessquery.Diff(of("lab"), of("hq"), [2]string{"a", "b"}, "", factstest.Now).Rows
	if len(rows) != 1 || rows[0].RoleExtID != "clerk" || rows[0].Change != accessquery.Moved || rows[0].UnitExtID != "hq" ||
		!slices.Contains(rows[0].Reasons, "no longer in the unit Laboratory (lab)") {
		t.Errorf("%+v", rows)
	}
}

// A profile whose unit is not known may be in every unit.
func TestUnit_notKnown(t *testing.T) {
	of, err := tenant.Decode([]byte(`{"clients":[{"extId":"c"}],"applications":[{"extId":"erp"}],
"clientApplications":[{"clientExtId":"c","applicationExtId":"erp"}],"roles":[{"extId":"clerk","applicationExtId":"erp"}],
"units":[{"clientExtId":"c","extId":"hq"},{"clientExtId":"c","extId":"lab","parentUnitExtId":"hq"}],
"users":[{"clientExtId":"c","extId":"anna"}],"profiles":[{"clientExtId":"c","extId":"p","userExtId":"anna","unitExtId":"hq"}],
"authorizations":[{"clientExtId":"c","extId":"a","profileExtId":"p","roleExtId":"clerk"}]}`), "")
	if err != nil {
		t.Fatal(err)
	}
	profile := *of.Get(access.NewID("", "c", access.Profile, "p"))
	profile.Target = access.Any[string]()
	for text, facts := range map[string]*tenant.Facts{
		"": of, "the unit is not known for certain": of.With(of.Tenant.With([]access.Object{profile})),
	} {
		answer, err := accessquery.New(facts, "test", "", factstest.Now).Unit("lab")
		if err != nil || (len(answer.Rows) == 1) != (text != "") || text != "" && !slices.Contains(answer.Rows[0].Reasons, text) {
			t.Errorf("%q: %v %+v", text, err, answer)
		}
	}
}
