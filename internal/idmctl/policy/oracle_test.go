package policy_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	facts "github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant/factstest"
)

// tenants is the number of random tenants to compare.
const tenants = 1000

// every has one invariant for each kind of condition, named after it.
const every = `
invariant "exclusive" { exclusive = ["r0", "r1", "e0"] }
invariant "units" {
  role  = "r0"
  units = ["n1"]
}
invariant "enterprise_roles" {
  role             = "r1"
  enterprise_roles = ["e1"]
}
invariant "people" {
  role        = "r0"
  holders_are = "people"
}
invariant "technical" {
  role        = "e0"
  holders_are = "technical_users"
}
invariant "global" {
  role   = "r2"
  global = false
}
invariant "global_in_units" {
  role            = "r3"
  global_in_units = ["n0", "n2"]
}
invariant "ends" {
  role        = "r1"
  ends_within = "2d"
}
invariant "minimum" {
  role    = "r0"
  minimum = 2
}
invariant "maximum" {
  role    = "r1"
  maximum = 1
}
invariant "required" {
  role     = "r2"
  required = ["u0", "u3"]
}
invariant "keep" { keep = ["u0", "u1"] }
invariant "loss" { largest_loss = "0" }
invariant "gain" { largest_gain = "24%" }
invariant "grant_loss" { largest_grant_loss = "0" }
invariant "grant_gain" { largest_grant_gain = "1" }
`

// broken holds the violated invariants with their users; "" is the tenant.
type broken map[string]bool

func (b broken) add(invariant, user string) { b[strings.TrimSpace(invariant+" "+user)] = true }

// judge evaluates the invariants with nested loops: upper bounds with the paths that may exist,
// requirements with the paths that certainly exist.
type judge struct {
	tenant    *factstest.Tenant
	may, must []factstest.Path
	found     broken
}

func newJudge(t *factstest.Tenant) judge {
	return judge{t, t.Completed(true).Paths(), t.Completed(false).Paths(), broken{}}
}

func (j judge) state() broken {
	roles := []string{"r0", "r1", "e0"}
	for _, a := range j.may {
		for _, b := range j.may {
			together := a.At[0] && b.At[0] || a.At[1] && b.At[1]
			if a.User == b.User && a.Role != b.Role && together && slices.Contains(roles, a.Role) && slices.Contains(roles, b.Role) {
				j.found.add("exclusive", a.User)
			}
		}
		if a.Ever() {
			j.ceilings(a)
		}
	}
	j.counts()
	return j.found
}

func (j judge) ceilings(p factstest.Path) {
	technical := factstest.Find(j.tenant.Users, p.User)["isTechnicalUser"] == true
	for name, is := range map[string]bool{
		"units r0":            !j.below(p, "n1"),
		"enterprise_roles r1": p.Through != "e1",
		"people r0":           technical,
		"technical e0":        !technical,
		"global r2":           p.Global,
		"global_in_units r3":  p.Global && !j.below(p, "n0", "n2"),
		"ends r1":             p.At[1],
	} {
		if invariant, role, _ := strings.Cut(name, " "); is && role == p.Role {
			j.found.add(invariant, p.User)
		}
	}
}

// below reports whether the profile is certainly below a unit: the parents of an unread unit are
// not known.
func (j judge) below(p factstest.Path, units ...string) bool {
	for _, unit := range j.tenant.Above(factstest.Find(j.tenant.Profiles, p.Profile)) {
		if slices.Contains(units, unit) {
			return true
		}
		if slices.ContainsFunc(j.tenant.Unread, func(gap factstest.Doc) bool { return gap["type"] == "unit" && gap["extId"] == unit }) {
			return false
		}
	}
	return false
}

func (j judge) counts() {
	holders := func(paths []factstest.Path, role string, at int) map[string]bool {
		found := map[string]bool{}
		for _, p := range paths {
			if p.Role == role && p.At[at] {
				found[p.User] = true
			}
		}
		return found
	}
	if len(holders(j.must, "r0", 0)) < 2 {
		j.found.add("minimum", "")
	}
	if max(len(holders(j.may, "r1", 0)), len(holders(j.may, "r1", 1))) > 1 {
		j.found.add("maximum", "")
	}
	for _, user := range []string{"u0", "u3"} {
		if !holders(j.must, "r2", 0)[user] {
			j.found.add("required", user)
		}
	}
}

// held marks the moments of factstest.Moments at which a role is held, at which it is global, and at
// which it is held in each unit.
type held struct {
	at, global [2]bool
	in         map[string][2]bool
}

func (h held) ever() bool { return h.at[0] || h.at[1] }

// beyond reports whether h contains a moment that the other one lacks.
func (h held) beyond(other held) bool {
	for i := range h.at {
		if h.at[i] && !other.at[i] || h.global[i] && !other.global[i] {
			return true
		}
		for unit, times := range h.in {
			if times[i] && !other.in[unit][i] && !other.global[i] {
				return true
			}
		}
	}
	return false
}

// sum returns the roles of each user over all paths.
func sum(t *factstest.Tenant) map[[2]string]held {
	found := map[[2]string]held{}
	for _, p := range t.Paths() {
		key := [2]string{p.User, p.Role}
		h := found[key]
		if h.in == nil {
			h.in = map[string][2]bool{}
		}
		unit := factstest.Find(t.Profiles, p.Profile).Text("unitExtId")
		in := h.in[unit]
		for i := range p.At {
			h.at[i], h.global[i], in[i] = h.at[i] || p.At[i], h.global[i] || p.At[i] && p.Global, in[i] || p.At[i]
		}
		if unit != "" {
			h.in[unit] = in
		}
		found[key] = h
	}
	return found
}

// change evaluates the invariants about the change between two tenants without gaps.
func (j judge) change(next *factstest.Tenant) {
	before, after := sum(j.tenant), sum(next)
	gains, losses := map[string]bool{}, map[string]bool{}
	for key, was := range before {
		is := after[key]
		if was.ever() && !is.ever() {
			losses[key[0]] = true
		}
		if was.beyond(is) && slices.Contains([]string{"u0", "u1"}, key[0]) {
			j.found.add("keep", key[0])
		}
	}
	for key, is := range after {
		if is.ever() && !before[key].ever() {
			gains[key[0]] = true
		}
	}
	for name, is := range map[string]bool{
		"loss": len(losses) > 0, "gain": len(gains) > 0, "grant_loss": missing(j.tenant.Grants, next.Grants) > 0,
		"grant_gain": missing(next.Grants, j.tenant.Grants) > 1,
	} {
		if is {
			j.found.add(name, "")
		}
	}
}

// missing counts the grants of one list that another list lacks.
func missing(from, in []factstest.Doc) int {
	n := 0
	for _, d := range from {
		if !slices.ContainsFunc(in, func(o factstest.Doc) bool {
			return o["extId"] == d["extId"] && o["profileExtId"] == d["profileExtId"]
		}) {
			n++
		}
	}
	return n
}

func decided(t *testing.T, p *policy.Policy, of *factstest.Tenant, before *factstest.Tenant) broken {
	t.Helper()
	change := policy.Change{}
	if before != nil {
		change.Before = readSeed(t, before)
	}
	found, err := p.Check(readSeed(t, of), change, factstest.Now)
	if err != nil {
		t.Fatal(err)
	}
	all := broken{}
	for _, v := range found {
		all.add(v.Invariant, v.UserExtID)
	}
	return all
}

func readSeed(t *testing.T, of *factstest.Tenant) *facts.Facts {
	t.Helper()
	read, err := facts.Decode(of.Seed(), "")
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestCheck_oracle(t *testing.T) {
	p, err := parsed(t, every)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := range uint64(tenants) {
		tenant := factstest.Random(seed)
		got, want := decided(t, p, tenant, nil), newJudge(tenant).state()
		mayBeAny(tenant, got, want)
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d: %v\nwant %v\n%s", seed, got, want, tenant.Seed())
		}
		if tenant.Unread == nil {
			next := tenant.Changed()
			j := newJudge(next)
			want := j.state()
			judge{tenant: tenant, found: want}.change(next)
			if got := decided(t, p, next, tenant); !maps.Equal(got, want) {
				t.Fatalf("seed %d, changed: %v\nwant %v\n%s\n%s", seed, got, want, tenant.Seed(), next.Seed())
			}
			got = want
		}
		for each := range got {
			name, _, _ := strings.Cut(each, " ")
			seen[name]++
		}
	}
	for _, i := range p.Invariants {
		if seen[i.Name] < tenants/50 {
			t.Errorf("%s was broken in %d tenants only: it proves little", i.Name, seen[i.Name])
		}
	}
}

// mayBeAny removes violations for a role of an unread grant whose application is not assigned: the
// engine does not know which role an unread grant has.
func mayBeAny(tenant *factstest.Tenant, got, want broken) {
	if tenant.Unread == nil || len(tenant.Assigned) == 2 {
		return
	}
	all := *tenant
	all.Assigned = []factstest.Doc{{"applicationExtId": "app0"}, {"applicationExtId": "app1"}}
	bound := newJudge(&all).state()
	for each := range got {
		if !want[each] && bound[each] {
			delete(got, each)
		}
	}
}
