package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// checker evaluates invariants for one client in one state of a tenant.
type checker struct {
	evaluation
	t      *tenant.Facts
	client string
	view   *access.View
	asker  *accessquery.Asker
	// roles holds the roles and enterprise roles by external ID, holders their holdings.
	roles   map[string][]access.ID
	holders map[string]map[access.ID][]access.Holding
	found   []Violation
}

func (e evaluation) checker(t *tenant.Facts, client string) *checker {
	c := &checker{evaluation: e, t: t, client: client, view: t.View(), asker: accessquery.New(t, "", "", e.now),
		roles: map[string][]access.ID{}, holders: map[string]map[access.ID][]access.Holding{}}
	for o := range t.Objects() {
		if o.Kind == access.Role || o.Kind == access.EnterpriseRole && o.Client == client {
			c.roles[o.ExtID] = append(c.roles[o.ExtID], o.ID)
		}
	}
	return c
}

// state evaluates the invariants about a single state of the tenant.
func (e evaluation) state(t *tenant.Facts) []Violation {
	return e.each(t, func(c *checker) {
		for _, i := range e.Invariants {
			if len(i.Exclusive) > 0 {
				c.exclusive(i)
			}
			if i.Role != "" {
				c.ceilings(i)
				c.counts(i)
			}
		}
	})
}

// each returns what a check finds in each client, whose name is in the text if there are several.
func (e evaluation) each(t *tenant.Facts, check func(*checker)) []Violation {
	var found []Violation
	for _, client := range e.clients {
		c := e.checker(t, client)
		check(c)
		for _, v := range c.found {
			if v.client = client; len(e.clients) > 1 {
				v.Text = "client " + client + ": " + v.Text
			}
			found = append(found, v)
		}
	}
	return found
}

// held returns the holdings of a role or an enterprise role that may be effective now or later, by
// user.
func (c *checker) held(name string) map[access.ID][]access.Holding {
	found, decided := c.holders[name]
	if decided {
		return found
	}
	found = map[access.ID][]access.Holding{}
	for _, role := range c.roles[name] {
		for h := range c.view.Who(role) {
			if h.User.Client == c.client && !h.May().From(c.now).Empty() {
				found[h.User.ID] = append(found[h.User.ID], h)
			}
		}
	}
	c.holders[name] = found
	return found
}

// certain reports whether a holding is independent of unread objects.
func certain(h access.Holding) bool { return !h.Must().Empty() }

// violate adds a violation by a person. The topic identifies it in another state.
func (c *checker) violate(i *Invariant, user access.ID, topic, text string, holdings ...access.Holding) {
	v := Violation{Invariant: i.Name, Message: i.Message, Text: text, ClientExtID: user.Client, UserExtID: user.ExtID, topic: topic}
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

// objects returns the objects that a holding depends on, including its units and its application.
func (c *checker) objects(h access.Holding) []access.ID {
	var all []access.ID
	for _, o := range h.Path() {
		all = append(all, o.ID)
	}
	all = append(all, c.above(h.Profile)...)
	if h.Role != nil {
		if application, known := h.Role.Owner.Known(); known {
			all = append(all, access.NewID(h.Profile.Service, h.Profile.Client, access.Assignment, application))
		}
	}
	return all
}

// violateTenant adds a violation by the tenant as a whole.
func (c *checker) violateTenant(i *Invariant, topic, text string, unknown bool) {
	c.found = append(c.found, Violation{Invariant: i.Name, Message: i.Message, Text: text, Unknown: unknown, topic: topic})
}

// number adds a violation by the number of people who have a role.
func (c *checker) number(i *Invariant, topic, text string, unknown bool) {
	c.violateTenant(i, topic, text, unknown)
	c.found[len(c.found)-1].role = i.Role
}

func ordered(all map[access.ID][]access.Holding) []access.ID {
	return slices.SortedFunc(maps.Keys(all), access.ID.Compare)
}

// exclusive finds people who have two of the roles at the same time.
func (c *checker) exclusive(i *Invariant) {
	held := make([]map[access.ID][]access.Holding, len(i.Exclusive))
	for at, role := range i.Exclusive {
		held[at] = c.held(role)
	}
	for first := range held {
		for second := first + 1; second < len(held); second++ {
			pair := [2]string{i.Exclusive[first], i.Exclusive[second]}
			for _, user := range ordered(held[first]) {
				c.together(i, user, pair, held[first][user], held[second][user])
			}
			c.perhapsTogether(i, pair, held[first], held[second])
		}
	}
}

// together reports a violation if a user has two roles at the same time.
func (c *checker) together(i *Invariant, user access.ID, roles [2]string, one, other []access.Holding) {
	if a, b, found := overlap(one, other, c.now); found {
		c.violate(i, user, strings.Join(roles[:], " "), fmt.Sprintf("%s has %s and %s", c.name(user), roles[0], roles[1]), a, b)
	}
}

// perhapsTogether reports a violation if a holder of one role may have the other one by a grant
// that was not read and whose user is therefore not known.
func (c *checker) perhapsTogether(i *Invariant, roles [2]string, one, other map[access.ID][]access.Holding) {
	for _, sides := range [][2]map[access.ID][]access.Holding{{one, other}, {other, one}} {
		for _, unknown := range ordered(sides[0]) {
			if !unknown.Any() {
				continue
			}
			for _, user := range ordered(sides[1]) {
				if user.Any() {
					continue
				}
				if a, b, found := overlap(sides[0][unknown], sides[1][user], c.now); found {
					text := fmt.Sprintf("%s may have %s and %s", c.name(user), roles[0], roles[1])
					c.violate(i, unknown, strings.Join(roles[:], " "), text, a, b)
					return
				}
			}
		}
	}
}

// overlap returns two holdings that may be effective at the same time.
func overlap(one, other []access.Holding, now time.Time) (a, b access.Holding, found bool) {
	for _, a := range one {
		for _, b := range other {
			if !a.May().And(b.May()).From(now).Empty() {
				return a, b, true
			}
		}
	}
	return a, b, false
}

func (c *checker) name(user access.ID) string {
	if user.Any() {
		return "a user"
	}
	return accessquery.Label(c.t.People[user].Name, user.ExtID)
}

// ceilings finds holders who must not have the role, or not in this way.
func (c *checker) ceilings(i *Invariant) {
	held := c.held(i.Role)
	for _, user := range ordered(held) {
		for _, h := range held[user] {
			for _, problem := range c.problems(i, h) {
				through, _ := h.Through()
				topic := strings.Join([]string{problem, h.Grant.ExtID, through.ExtID}, "\x00")
				c.violate(i, user, topic, c.name(user)+" has "+i.Role+problem, h)
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

// maxDepth limits the number of parents, because units can form a cycle.
const maxDepth = 1000

// above returns the unit of a profile and the units above it, up to the first one that is not known.
func (c *checker) above(profile *access.Object) []access.ID {
	var all []access.ID
	unit, known := profile.Target.Known()
	for depth := 0; known && unit != "" && depth < maxDepth; depth++ {
		id := access.NewID(profile.Service, profile.Client, access.Unit, unit)
		all = append(all, id)
		unit, known = c.t.Get(id).Owner.Known()
	}
	return all
}

// below reports whether a profile is certainly in one of the units or their subunits.
func (c *checker) below(profile *access.Object, units []string) bool {
	return slices.ContainsFunc(c.above(profile), func(id access.ID) bool { return slices.Contains(units, id.ExtID) })
}

// counts checks the number of holders, and the required ones. An unread list may add any number of
// people.
func (c *checker) counts(i *Invariant) {
	held := c.held(i.Role)
	must, certainly, unread := map[string]bool{}, 0, false
	var may []access.Times
	for user, holdings := range held {
		var times access.Times
		for _, h := range holdings {
			times = times.Or(h.May().From(c.now))
		}
		may, unread = append(may, times), unread || user.Any()
		if slices.ContainsFunc(holdings, func(h access.Holding) bool { return h.Must().At(c.now) }) {
			must[user.ExtID] = true
			certainly++
		}
	}
	most := peak(may)
	if i.Minimum != nil && certainly < *i.Minimum {
		unknown := unread || most >= *i.Minimum
		c.number(i, "minimum", fmt.Sprintf("%d have %s for certain, at least %d must", certainly, i.Role, *i.Minimum), unknown)
	}
	if i.Maximum != nil && (most > *i.Maximum || unread) {
		text := fmt.Sprintf("%d have or may have %s, at most %d may", most, i.Role, *i.Maximum)
		if unread {
			text += ": a part of the tenant was not read"
		}
		c.number(i, "maximum", text, certainly <= *i.Maximum && unread)
	}
	for _, user := range i.Required {
		if !must[user] && c.has(user, c.client) {
			c.violate(i, access.ID{Kind: access.User, Client: c.client, ExtID: user}, "required",
				fmt.Sprintf("%s must have %s, and does not have it for certain", user, i.Role))
			c.found[len(c.found)-1].role = i.Role
		}
	}
}

// peak returns the maximum number of times that overlap.
func peak(all []access.Times) int {
	change := map[access.Moment]int{}
	for _, times := range all {
		for _, period := range times {
			change[period.From]++
			change[period.To]--
		}
	}
	most, current := 0, 0
	for _, moment := range slices.Sorted(maps.Keys(change)) {
		current += change[moment]
		most = max(most, current)
	}
	return most
}
