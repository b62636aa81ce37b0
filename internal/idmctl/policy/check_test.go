package policy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	facts "github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// tenant contains anna, who is directly a clerk and, through an enterprise role and another
// profile, an approver, and ben, whose profile is disabled.
const tenant = `{
"clients":[{"extId":"c"}],"applications":[{"extId":"erp"}],"clientApplications":[{"clientExtId":"c","applicationExtId":"erp"}],
"roles":[{"extId":"clerk","applicationExtId":"erp"},{"extId":"approver","applicationExtId":"erp"}],
"enterpriseRoles":[{"clientExtId":"c","extId":"desk","roleExtIds":["approver"]}],
"units":[{"clientExtId":"c","extId":"hq"},{"clientExtId":"c","extId":"it","parentUnitExtId":"hq"},{"clientExtId":"c","extId":"lab"}],
"users":[{"clientExtId":"c","extId":"anna"},{"clientExtId":"c","extId":"ben"},{"clientExtId":"c","extId":"bot","isTechnicalUser":true}],
"profiles":[{"clientExtId":"c","extId":"p1","userExtId":"anna","unitExtId":"it"},{"clientExtId":"c","extId":"p2","userExtId":"anna"},
 {"clientExtId":"c","extId":"p3","userExtId":"ben","profileState":"disabled"},{"clientExtId":"c","extId":"p4","userExtId":"bot","unitExtId":"lab"}],
"authorizations":[{"clientExtId":"c","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},
 {"clientExtId":"c","extId":"a2","profileExtId":"p3","roleExtId":"clerk"},{"clientExtId":"c","extId":"a3","profileExtId":"p3","roleExtId":"approver"},
 {"clientExtId":"c","extId":"a4","profileExtId":"p4","roleExtId":"clerk","unitGlobal":true,"validity":{"to":"2026-07-01T00:00:00Z"}}],
"enterpriseAuthorizations":[{"clientExtId":"c","extId":"e1","profileExtId":"p2","enterpriseRoleExtId":"desk"}]}`

func read(t *testing.T, seed string) *facts.Facts {
	t.Helper()
	read, err := facts.Decode([]byte(seed), "")
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func parsed(t *testing.T, text string) (*policy.Policy, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "access.hcl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return policy.Parse(file)
}

// check returns the violations of one invariant.
func check(t *testing.T, body, seed, before string) []policy.Violation {
	t.Helper()
	p, err := parsed(t, `invariant "i" {`+"\n"+body+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	var old *facts.Facts
	if before != "" {
		old = read(t, before)
	}
	found, err := p.Check(read(t, seed), policy.Change{Before: old}, now)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCheck(t *testing.T) {
	for name, tc := range map[string]struct {
		body string
		want []string
	}{
		"exclusive across profiles":       {`exclusive = ["clerk", "approver"]`, []string{"anna has clerk and approver"}},
		"an enterprise role counts":       {`exclusive = ["clerk", "desk"]`, []string{"anna has clerk and desk"}},
		"an enterprise role and its role": {`exclusive = ["desk", "approver"]`, []string{"anna has desk and approver"}},
		"outside the units":               {"role = \"clerk\"\nunits = [\"hq\"]", []string{"bot has clerk through a profile outside"}},
		"inside the units":                {"role = \"clerk\"\nunits = [\"hq\", \"lab\"]", nil},
		"not through an enterprise role": {"role = \"clerk\"\nenterprise_roles = [\"desk\"]",
			[]string{"anna has clerk and not", "bot has clerk and not"}},
		"through the enterprise role": {"role = \"approver\"\nenterprise_roles = [\"desk\"]", nil},
		"only people":                 {"role = \"clerk\"\nholders_are = \"people\"", []string{"bot has clerk, which is for people"}},
		"only technical users": {"role = \"approver\"\nholders_are = \"technical_users\"",
			[]string{"anna has approver, which is for technical users"}},
		"never global":           {"role = \"clerk\"\nglobal = false", []string{"bot has clerk with a global grant"}},
		"global in a unit":       {"role = \"clerk\"\nglobal_in_units = [\"lab\"]", nil},
		"global in another unit": {"role = \"clerk\"\nglobal_in_units = [\"hq\"]", []string{"bot has clerk with a global grant"}},
		"without an end":         {"role = \"clerk\"\nends_within = \"60d\"", []string{"anna has clerk for more than 60d"}},
		"an end that is too late": {"role = \"clerk\"\nends_within = \"7d\"",
			[]string{"anna has clerk for more", "bot has clerk for more"}},
		"too few": {"role = \"approver\"\nminimum = 2",
			[]string{"1 have approver for certain, at least 2 must"}},
		"enough, a disabled one not counted": {"role = \"clerk\"\nminimum = 2\nmaximum = 2", nil},
		"too many":                           {"role = \"clerk\"\nmaximum = 1", []string{"2 have or may have clerk, at most 1 may"}},
		"required":                           {"role = \"clerk\"\nrequired = [\"anna\", \"ben\"]", []string{"ben must have clerk"}},
	} {
		t.Run(name, func(t *testing.T) {
			found := check(t, tc.body, tenant, "")
			if len(found) != len(tc.want) {
				t.Fatalf("%+v, want %q", found, tc.want)
			}
			for i, v := range found {
				if !strings.HasPrefix(v.Text, tc.want[i]) || v.Unknown {
					t.Errorf("%q, want %q", v.Text, tc.want[i])
				}
			}
		})
	}
}

// Both paths are listed, and a violation of the previous state is not new.
func TestCheck_pathsAndNew(t *testing.T) {
	reenabled := strings.Replace(tenant, `"profileState":"disabled"`, `"profileState":"active"`, 1)
	found := check(t, `exclusive = ["clerk", "approver"]`, reenabled, tenant)
	if len(found) != 2 || found[0].UserExtID != "anna" || found[0].New || found[1].UserExtID != "ben" || !found[1].New {
		t.Fatalf("%+v", found)
	}
	if paths := found[0].Paths; len(paths) != 2 || paths[0].GrantExtID != "a1" || paths[1].Through != "desk" ||
		paths[1].ProfileExtID != "p2" {
		t.Errorf("%+v", paths)
	}
}

// Roles held at different times are not held together; a future role counts.
func TestCheck_times(t *testing.T) {
	later := strings.Replace(tenant, `"extId":"a1","profileExtId":"p1","roleExtId":"clerk"`,
		`"extId":"a1","profileExtId":"p1","roleExtId":"clerk","validity":{"from":"2027-01-01T00:00:00Z"}`, 1)
	if found := check(t, `exclusive = ["clerk", "approver"]`, later, ""); len(found) != 1 {
		t.Errorf("a future grant breaks it already: %+v", found)
	}
	apart := strings.Replace(later, `"enterpriseRoleExtId":"desk"}`,
		`"enterpriseRoleExtId":"desk","validity":{"to":"2026-12-31T00:00:00Z"}}`, 1)
	if found := check(t, `exclusive = ["clerk", "approver"]`, apart, ""); len(found) != 0 {
		t.Errorf("the times do not overlap: %+v", found)
	}
}

// Unread access counts as a violation, and is marked as unknown.
func TestCheck_notRead(t *testing.T) {
	gap := strings.Replace(tenant, `"clients":[{"extId":"c"}]`,
		`"clients":[{"extId":"c"}],"snapshot":[{"clients":["c"],"unread":[{"type":"authorization","clientExtId":"c","ownerExtId":"p2"}]}]`,
		1)
	found := check(t, "role = \"approver\"\nenterprise_roles = [\"desk\"]", gap, "")
	if len(found) == 0 || !found[0].Unknown {
		t.Errorf("grants of a profile that were not read count as none: %+v", found)
	}
	if found := check(t, "role = \"approver\"\nmaximum = 0", gap, ""); len(found) != 1 {
		t.Errorf("%+v", found)
	}
}

// An unread list may contain any number of people: every maximum is violated, and a holder of one
// exclusive role may have the other one.
func TestCheck_notReadOfAnyone(t *testing.T) {
	gap := strings.Replace(tenant, `"clients":[{"extId":"c"}]`,
		`"clients":[{"extId":"c"}],"snapshot":[{"clients":["c"],"unread":[{"type":"enterprise_authorization","clientExtId":"c"}]}]`, 1)
	for body, want := range map[string]string{
		"role = \"clerk\"\nmaximum = 100":       "a part of the tenant was not read",
		`exclusive = ["clerk", "approver"]`:     "may have clerk and approver",
		"role = \"approver\"\nglobal = false":   "",
		"role = \"clerk\"\nminimum = 3":         "at least 3 must",
		"role = \"approver\"\nunits = [\"hq\"]": "a part of the tenant was not read",
	} {
		found := check(t, body, gap, "")
		if want == "" {
			continue
		}
		if !slices.ContainsFunc(found, func(v policy.Violation) bool { return v.Unknown && strings.Contains(v.Text, want) }) {
			t.Errorf("%s: %+v", body, found)
		}
	}
}

// A maximum counts the people who have the role at the same time, now or later.
func TestCheck_maximumLater(t *testing.T) {
	later := strings.Replace(tenant, `"extId":"a2","profileExtId":"p3","roleExtId":"clerk"`,
		`"extId":"a2","profileExtId":"p2","roleExtId":"approver","validity":{"from":"2027-01-01T00:00:00Z"}`, 1)
	later = strings.Replace(later, `"profileState":"disabled"`, `"profileState":"active"`, 1)
	if found := check(t, "role = \"approver\"\nmaximum = 1", later, ""); len(found) != 1 || found[0].Unknown {
		t.Errorf("%+v", found)
	}
	apart := strings.Replace(later, `"extId":"a4","profileExtId":"p4","roleExtId":"clerk"`,
		`"extId":"a4","profileExtId":"p4","roleExtId":"approver"`, 1)
	if found := check(t, "role = \"approver\"\nmaximum = 3", apart, ""); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

// A growing number does not make an old violation new.
func TestCheck_oldNumbers(t *testing.T) {
	more := strings.Replace(tenant, `"profileState":"disabled"`, `"profileState":"active"`, 1)
	if found := check(t, "role = \"clerk\"\nmaximum = 1", more, tenant); len(found) != 1 || found[0].New {
		t.Errorf("%+v", found)
	}
}

// A name that does not exist is an error with its line, even if another kind was not read.
func TestCheck_unknownNames(t *testing.T) {
	gap := strings.Replace(tenant, `"clients":[{"extId":"c"}]`,
		`"clients":[{"extId":"c"}],"snapshot":[{"clients":["c"],"unread":[{"type":"unit","clientExtId":"c","extId":"hq"}]}]`, 1)
	valid := "invariant \"i\" {\n  role  = \"clerk\"\n  units = [\"hq\"]\n}\n"
	for text, want := range map[string]string{
		strings.Replace(valid, "clerk", "clrk", 1): `line 2: invariant "i": no role or enterprise role has the external ID "clrk". Did you`,
		"invariant \"i\" { keep = [\"anne\"] }":    `no user has the external ID "anne". Did you mean "anna"?`,
		valid + "exception \"e\" {\n  invariant = \"i\"\n  subject = \"nobody\"\n  reason = \"r\"\n  owner = \"o\"\n" +
			"  expires = \"2030-01-01\"\n}": `line 7: exception "e": no user has`,
	} {
		p, err := parsed(t, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Check(read(t, gap), policy.Change{}, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The limits of a change, and users who must not lose access.
func TestCheck_change(t *testing.T) {
	without := strings.Replace(tenant, `{"clientExtId":"c","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},`, "", 1)
	for body, want := range map[string]int{
		`largest_loss = "0"`: 1, `largest_loss = "1"`: 0, `largest_loss = "10%"`: 1, `largest_loss = "50%"`: 0, `largest_gain = "0%"`: 0,
		`keep = ["anna"]`: 1, `keep = ["bot"]`: 0,
		`largest_grant_loss = "0"`: 1, `largest_grant_loss = "1"`: 0, `largest_grant_gain = "0"`: 0,
	} {
		if found := check(t, body, without, tenant); len(found) != want {
			t.Errorf("%s: %+v", body, found)
		}
	}
	if found := check(t, `largest_gain = "0"`, tenant, without); len(found) != 1 {
		t.Errorf("%+v", found)
	}
	moved := strings.Replace(tenant, `"userExtId":"anna","unitExtId":"it"`, `"userExtId":"anna","unitExtId":"lab"`, 1)
	found := check(t, `keep = ["anna"]`, moved, tenant)
	if len(found) != 1 || found[0].Text != "anna may lose the role clerk in the unit it" {
		t.Errorf("a kept user leaves a unit: %+v", found)
	}
}

// An exception permits the violation of its subject until its last day, and is a violation
// afterwards.
func TestCheck_exceptions(t *testing.T) {
	text := `
invariant "duties" { exclusive = ["clerk", "approver"] }
exception "june" {
  invariant = "duties"
  subject   = "anna"
  reason    = "holiday cover"
  owner     = "finance"
  expires   = "2026-06-30"
}`
	p, err := parsed(t, text)
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Check(read(t, tenant), policy.Change{}, now)
	if err != nil || len(found) != 1 || found[0].Exception != "june" {
		t.Errorf("%v %+v", err, found)
	}
	found, err = p.Check(read(t, tenant), policy.Change{}, now.AddDate(0, 1, 0))
	if err != nil || len(found) != 2 || found[0].Exception != "" || !strings.Contains(found[1].Text+found[0].Text, "expired") {
		t.Errorf("%v %+v", err, found)
	}
}

func TestParse_mistakes(t *testing.T) {
	for text, want := range map[string]string{
		``: "has no invariant", `invariant "a" {}`: "add a condition: exclusive", `invariant "a" { units = ["hq"] }`: "set role to",
		`invariant "a" { role = "clerk" }`:                                       "line 1: invariant \"a\": add a condition for the role",
		`invariant "a" { exclusive = ["x"] }`:                                    "two or more",
		"invariant \"a\" {\nrole = \"x\"\nminimum = 3\nmaximum = 2\n}":           "line 3: invariant \"a\": minimum 3 is above",
		"invariant \"a\" {\nrole = \"x\"\nends_within = \"soon\"\n}":             "not a number of days",
		"invariant \"a\" {\nrole = \"x\"\nholders_are = \"robots\"\n}":           "the values are people and technical_users",
		`invarant "a" { keep = ["u"] }`:                                          "line 1",
		`invariant "a" { largest_loss = "lots" }`:                                "not a number or a share",
		"invariant \"a\" {\nkeep = [\"u\"]\napprovers = []\n}":                   "line 3: invariant \"a\": has an empty list",
		"invariant \"a\" {\nexclusiv = [\"x\"]\n}":                               "line 2",
		"invariant \"a\" { keep = [\"u\"] }\ninvariant \"a\" { keep = [\"u\"] }": `another invariant has this name`,
		`invariant "a" { exclusive = ["x", "y", "x"] }`:                          `names "x" twice`,
		"invariant \"a\" { keep = [\"u\"] }\nexception \"e\" {\ninvariant = \"b\"\nsubject = \"u\"\nreason = \"r\"\nowner = " +
			"\"o\"\nexpires = \"2026-01-01\"\n}": `no invariant has the name "b"`,
	} {
		if _, err := parsed(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	p, err := parsed(t, `invariant "a" { exclusive = ["clerk", "aprover"] }`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check(read(t, tenant), policy.Change{}, now); err == nil ||
		!strings.Contains(err.Error(), `Did you mean "approver"?`) {
		t.Errorf("a misspelled role: %v", err)
	}
}

// The examples of the guide can be copied.
func TestParse_guide(t *testing.T) {
	guide, err := os.ReadFile("../../../templates/guides/invariants.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(?:hcl|text)\n((?:invariant|exception).*?)```").FindAllStringSubmatch(string(guide), -1)
	if len(blocks) < 3 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		text := block[1]
		if strings.HasPrefix(text, "exception") {
			text += blocks[0][1]
		}
		if _, err := parsed(t, text); err != nil {
			t.Errorf("%v:\n%s", err, text)
		}
	}
}

// A violation by only a partial apply is reported, and counts if the invariant must hold during the
// apply.
func TestCheck_duringTheApply(t *testing.T) {
	held := read(t, tenant)
	fine := read(t, strings.Replace(tenant, `{"clientExtId":"c","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},`, "", 1))
	for body, broken := range map[string]int{`exclusive = ["clerk", "approver"]`: 0,
		"exclusive = [\"clerk\", \"approver\"]\nduring = true": 1} {
		p, err := parsed(t, "invariant \"i\" {\n"+body+"\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Check(fine, policy.Change{Before: fine, Partial: held}, now)
		if err != nil || len(found) != 1 || !found[0].During || p.NewReport(found, "", nil, now).Broken() != broken {
			t.Errorf("%s: %v %+v", body, err, found)
		}
	}
}

// The causes of too many or too few holders are the changes that add or remove a holder, and no
// others.
func TestCheck_causesOfNumbers(t *testing.T) {
	all := read(t, tenant)
	fewer := read(t, strings.Replace(tenant, `{"clientExtId":"c","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},`, "", 1))
	causes := map[access.ID][]string{}
	for o := range all.Objects() {
		if o.Kind == access.Grant {
			causes[o.ID] = []string{"grant of " + o.ExtID}
		}
	}
	for body, change := range map[string][2]*facts.Facts{
		"maximum = 1":         {fewer, all},
		"minimum = 2":         {all, fewer},
		`required = ["anna"]`: {all, fewer},
	} {
		p, err := parsed(t, "invariant \"i\" {\nrole = \"clerk\"\n"+body+"\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Check(change[1], policy.Change{Before: change[0], Causes: causes}, now)
		if err != nil || len(found) != 1 || !found[0].New || len(found[0].Causes) != 1 || !strings.Contains(found[0].Causes[0], "a1") {
			t.Errorf("%s: %v %+v", body, err, found)
		}
	}
}

// What the service refuses today, and what leaves a violation as it is, does not hide it.
func TestCheck_refusedRemedy(t *testing.T) {
	held := read(t, tenant)
	fine := read(t, strings.Replace(tenant, `{"clientExtId":"c","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},`, "", 1))
	p, err := parsed(t, "invariant \"i\" {\nexclusive = [\"clerk\", \"approver\"]\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Check(fine, policy.Change{Before: held, Carried: held, Partial: held}, now)
	if err != nil || len(found) != 1 || !found[0].Later || found[0].New || p.NewReport(found, "", nil, now).Broken() != 1 {
		t.Errorf("%v %+v", err, found)
	}
	if found, err = p.Check(fine, policy.Change{Before: held, Carried: fine, Partial: held}, now); err != nil || len(found) != 0 {
		t.Errorf("the plan removes it: %v %+v", err, found)
	}
}

// Each client is a tenant of its own: its people count for no other one.
func TestCheck_clients(t *testing.T) {
	two := strings.NewReplacer(`"clients":[`, `"clients":[{"extId":"d"},`,
		`"clientApplications":[`, `"clientApplications":[{"clientExtId":"d","applicationExtId":"erp"},`,
		`"users":[`, `"users":[{"clientExtId":"d","extId":"anna"},{"clientExtId":"d","extId":"eve"},`,
		`"profiles":[`, `"profiles":[{"clientExtId":"d","extId":"p1","userExtId":"anna"},{"clientExtId":"d","extId":"p2","userExtId":"eve"},`,
		`"authorizations":[`, `"authorizations":[{"clientExtId":"d","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},
 {"clientExtId":"d","extId":"a2","profileExtId":"p1","roleExtId":"approver"},
 {"clientExtId":"d","extId":"a2","profileExtId":"p2","roleExtId":"approver"},`).Replace(tenant)
	gone := strings.Replace(two, `{"clientExtId":"c","extId":"e1","profileExtId":"p2","enterpriseRoleExtId":"desk"}`, "", 1)
	for name, tc := range map[string]struct {
		body, before, seed string
		want               []string
	}{
		"too few in one":  {"role = \"approver\"\nminimum = 2", "", two, []string{"client c: 1 have approver for certain"}},
		"too many in one": {"role = \"approver\"\nmaximum = 1", "", two, []string{"client d: 2 have or may have approver"}},
		"required in both": {"role = \"approver\"\nrequired = [\"anna\"]", two, gone,
			[]string{"client c: anna must have approver"}},
		"required where the user is": {"role = \"approver\"\nrequired = [\"eve\"]", "", two, nil},
		"a share of one":             {"largest_loss = \"30%\"", two, gone, []string{"client c: 1 of 3 people lose access"}},
	} {
		var got []string
		for _, v := range check(t, tc.body, tc.seed, tc.before) {
			got = append(got, v.Text)
		}
		if len(got) != len(tc.want) || len(got) == 1 && !strings.HasPrefix(got[0], tc.want[0]) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
	few, err := parsed(t, "invariant \"i\" {\nrole = \"approver\"\nminimum = 2\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := few.Check(read(t, two).Of("d"), policy.Change{}, now); err != nil || len(found) != 0 {
		t.Errorf("the check is about one client: %v %+v", err, found)
	}

	exception := func(subject string) string {
		return "invariant \"i\" {\nexclusive = [\"clerk\", \"approver\"]\n}\nexception \"e\" {\ninvariant = \"i\"\nsubject = \"" + subject +
			"\"\nreason = \"r\"\nowner = \"o\"\nexpires = \"2099-12-31\"\n}\n"
	}
	p, err := parsed(t, exception("d/anna"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Check(read(t, two), policy.Change{}, now)
	if err != nil || len(found) != 2 || found[0].Exception != "" || found[1].Exception != "e" ||
		p.NewReport(found, "", nil, now).Broken() != 1 {
		t.Errorf("%v %+v", err, found)
	}
	for subject, want := range map[string]string{"anna": "the clients d and c have a user", "c/eve": `no user has the external ID "c/eve"`} {
		if p, err = parsed(t, exception(subject)); err != nil {
			t.Fatal(err)
		}
		if _, err = p.Check(read(t, two), policy.Change{}, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", subject, err)
		}
	}
}
