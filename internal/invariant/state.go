package invariant

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/facts"
	"github.com/identity-iac/terraform-provider-idm/internal/inquiry"
)

// checker decides invariants for one state of a tenant.
type checker struct {
	t     *facts.Tenant
	view  *access.View
	asker *inquiry.Asker
	now   time.Time
	found []Violation
}

// state decides the invariants that are about one state of the tenant.
func (p *Policy) state(t *facts.Tenant, now time.Time) []Violation {
	c := &checker{t: t, view: t.View(), asker: inquiry.New(t, "", "", now), now: now}
	for _, i := range p.Invariants {
		if len(i.Exclusive) > 0 {
			c.exclusive(i)
		}
		if i.Role != "" {
			c.ceilings(i)
			c.counts(i)
		}
	}
	return c.found
}

// held are the holdings of a role or an enterprise role that may be effective from now on, by user.
func (c *checker) held(name string) map[access.ID][]access.Holding {
	found := map[access.ID][]access.Holding{}
	for o := range c.t.Objects() {
		if o.ExtID != name || o.Kind != access.Role && o.Kind != access.EnterpriseRole {
			continue
		}
		for h := range c.view.Who(o.ID) {
			if !h.May().From(c.now).Empty() {
				found[h.User.ID] = append(found[h.User.ID], h)
			}
		}
	}
	return found
}

// certain reports whether a holding does not depend on what was not read.
func certain(h access.Holding) bool { return !h.Must().Empty() }

func (c *checker) violate(i *Invariant, user access.ID, text string, holdings ...access.Holding) {
	v := Violation{Invariant: i.Name, Message: i.Message, Text: text, ClientExtID: user.Client, UserExtID: user.ExtID}
	if user.Any() {
		v.UserExtID, v.Text = "", text+": a part of the tenant was not read"
	}
	for _, h := range holdings {
		v.Paths = append(v.Paths, c.asker.Row(h))
		v.objects = append(v.objects, c.objects(h)...)
		v.Unknown = v.Unknown || !certain(h)
	}
	c.found = append(c.found, v)
}

// objects are the objects that a holding depends on, with its units and its application.
func (c *checker) objects(h access.Holding) []access.ID {
	var all []access.ID
	for _, o := range h.Path() {
		all = append(all, o.ID)
	}
	unit, known := h.Profile.Target.Known()
	for depth := 0; known && unit != "" && depth < maxDepth; depth++ {
		id := access.NewID(h.Profile.Service, h.Profile.Client, access.Unit, unit)
		all = append(all, id)
		unit, known = c.t.Get(id).Owner.Known()
	}
	if h.Role != nil {
		if application, known := h.Role.Owner.Known(); known {
			all = append(all, access.NewID(h.Profile.Service, h.Profile.Client, access.Assignment, application))
		}
	}
	return all
}

// breach is a violation by the tenant as a whole.
func (c *checker) breach(i *Invariant, text string) {
	c.found = append(c.found, Violation{Invariant: i.Name, Message: i.Message, Text: text})
}

func ordered(all map[access.ID][]access.Holding) []access.ID {
	return slices.SortedFunc(maps.Keys(all), access.ID.Compare)
}

// exclusive finds people who have two of some roles at the same time.
func (c *checker) exclusive(i *Invariant) {
	held := make([]map[access.ID][]access.Holding, len(i.Exclusive))
	for at, role := range i.Exclusive {
		held[at] = c.held(role)
	}
	for first := range held {
		for second := first + 1; second < len(held); second++ {
			for _, user := range ordered(held[first]) {
				c.together(i, user, [2]string{i.Exclusive[first], i.Exclusive[second]}, held[first][user], held[second][user])
			}
		}
	}
}

func (c *checker) together(i *Invariant, user access.ID, roles [2]string, one, other []access.Holding) {
	for _, a := range one {
		for _, b := range other {
			if both := a.May().And(b.May()).From(c.now); !both.Empty() {
				c.violate(i, user, fmt.Sprintf("%s has %s and %s", c.name(user), roles[0], roles[1]), a, b)
				return
			}
		}
	}
}

func (c *checker) name(user access.ID) string {
	if user.Any() {
		return "a user"
	}
	if name := c.t.People[user].Name; name != "" && name != user.ExtID {
		return name + " (" + user.ExtID + ")"
	}
	return user.ExtID
}

// ceilings find holders who may not have the role, or not this way.
func (c *checker) ceilings(i *Invariant) {
	held := c.held(i.Role)
	for _, user := range ordered(held) {
		for _, h := range held[user] {
			for _, problem := range c.problems(i, h) {
				c.violate(i, user, c.name(user)+" has "+i.Role+problem, h)
			}
		}
	}
}

func (c *checker) problems(i *Invariant, h access.Holding) []string {
	var all []string
	if len(i.Units) > 0 && !c.below(h.Profile, i.Units) {
		all = append(all, " through a profile outside the units that may have it")
	}
	if through, _ := h.Through(); len(i.EnterpriseRoles) > 0 && !slices.Contains(i.EnterpriseRoles, through.ExtID) {
		all = append(all, " and not through an enterprise role that may give it")
	}
	if wantTechnical := i.HoldersAre == technicalUsers; i.HoldersAre != "" && !h.User.Technical.Must(wantTechnical) {
		all = append(all, ", which is for "+map[bool]string{true: "technical users", false: "people"}[wantTechnical])
	}
	forbidden := i.Global != nil && !*i.Global || len(i.GlobalInUnits) > 0 && !c.below(h.Profile, i.GlobalInUnits)
	if forbidden && c.asker.Row(h).Rooms != nil {
		all = append(all, " with a global grant")
	}
	if i.EndsWithin != "" {
		end := access.At(c.now.Add(i.endsWithin))
		if times := h.May(); times[len(times)-1].To > end {
			all = append(all, " for more than "+i.EndsWithin)
		}
	}
	return all
}

// maxDepth ends the climb in units that are below themselves.
const maxDepth = 1000

// below reports whether a profile is certainly in one of some units, or below one.
func (c *checker) below(profile *access.Object, units []string) bool {
	unit, known := profile.Target.Known()
	for depth := 0; known && unit != "" && depth < maxDepth; depth++ {
		if slices.Contains(units, unit) {
			return true
		}
		unit, known = c.t.Get(access.NewID(profile.Service, profile.Client, access.Unit, unit)).Owner.Known()
	}
	return false
}

// counts decide how many have the role, and who must.
func (c *checker) counts(i *Invariant) {
	held := c.held(i.Role)
	may, must := 0, map[string]bool{}
	for user, holdings := range held {
		if slices.ContainsFunc(holdings, func(h access.Holding) bool { return h.May().At(c.now) }) {
			may++
		}
		if slices.ContainsFunc(holdings, func(h access.Holding) bool { return h.Must().At(c.now) }) {
			must[user.ExtID] = true
		}
	}
	if i.Minimum != nil && len(must) < *i.Minimum {
		c.breach(i, fmt.Sprintf("%d have %s for certain, at least %d must", len(must), i.Role, *i.Minimum))
	}
	if i.Maximum != nil && may > *i.Maximum {
		c.breach(i, fmt.Sprintf("%d have or may have %s, at most %d may", may, i.Role, *i.Maximum))
	}
	for _, user := range i.Required {
		if !must[user] {
			c.violate(i, access.ID{Kind: access.User, ExtID: user},
				fmt.Sprintf("%s must have %s, and does not have it for certain", user, i.Role))
		}
	}
}

// change decides the invariants that are about a change of the tenant.
func (p *Policy) change(before, after *facts.Tenant, now time.Time) []Violation {
	c := &checker{t: after, asker: inquiry.New(after, "", "", now), now: now}
	gains, losses, lost := map[access.ID]bool{}, map[access.ID]bool{}, map[string][]access.ID{}
	for _, d := range access.Compare(before.Tenant, after.Tenant, now) {
		gains[d.User] = gains[d.User] || d.Gain()
		losses[d.User] = losses[d.User] || d.Loss()
		if !d.Lost.Empty() || len(d.Closed()) > 0 {
			lost[d.User.ExtID] = append(lost[d.User.ExtID], d.What)
		}
	}
	for _, i := range p.Invariants {
		c.limit(i, i.LargestGain, count(gains), len(before.People), "gain")
		c.limit(i, i.LargestLoss, count(losses), len(before.People), "lose")
		for _, user := range i.Keep {
			for _, what := range lost[user] {
				c.violate(i, access.ID{Kind: access.User, ExtID: user}, fmt.Sprintf("%s may lose the %s %s", user, what.Kind, what.ExtID))
			}
		}
	}
	return c.found
}

func count(set map[access.ID]bool) int {
	n := 0
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

func (c *checker) limit(i *Invariant, text string, people, all int, verb string) {
	limit, _ := limitOf(text, all) // it was checked when the file was read
	if text != "" && float64(people) > limit {
		c.breach(i, fmt.Sprintf("%d of %d people %s access, more than %s", people, all, verb, text))
	}
}
