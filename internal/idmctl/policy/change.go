package policy

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// affected are the people or grants that a change affects, with the objects that cause it.
type affected struct {
	ids     map[access.ID]bool
	objects []access.ID
}

func (a *affected) add(id access.ID, objects ...access.ID) {
	if a.ids == nil {
		a.ids = map[access.ID]bool{}
	}
	a.ids[id] = true
	a.objects = append(a.objects, objects...)
}

// effects are the effects of a change on people and grants.
type effects struct {
	gains, losses, grantGains, grantLosses affected
	// lost lists the possible losses of each user.
	lost map[string][]access.Difference
}

func (c *checker) effects(before, after *tenant.Facts) effects {
	e := effects{lost: map[string][]access.Difference{}}
	changed, moved := access.CompareMoves(before.Tenant, after.Tenant, c.now)
	for _, d := range slices.Concat(changed, moved) {
		if d.User.Client != c.client {
			continue
		}
		if d.Gain() {
			e.gains.add(d.User, c.objectsOf(d.New)...)
		}
		if d.Loss() {
			e.losses.add(d.User, c.objectsOf(d.Old)...)
		}
		if !d.Lost.Empty() || len(d.Closed())+len(d.Left) > 0 {
			e.lost[d.User.ExtID] = append(e.lost[d.User.ExtID], d)
		}
	}
	c.without(&e.grantLosses, before, after)
	c.without(&e.grantGains, after, before)
	return e
}

func (c *checker) objectsOf(holdings []access.Holding) []access.ID {
	var all []access.ID
	for _, h := range holdings {
		all = append(all, c.objects(h)...)
	}
	return all
}

// without adds the grants of one state that the other state may lack.
func (c *checker) without(a *affected, one, other *tenant.Facts) {
	for o := range c.grants(one) {
		if is := other.Get(o.ID).Presence; !o.Any() && is != access.Present && is != o.Presence {
			a.add(o.ID, o.ID)
		}
	}
}

// grants iterates over the grants of the client.
func (c *checker) grants(t *tenant.Facts) iter.Seq[*access.Object] {
	return func(yield func(*access.Object) bool) {
		for o := range t.Objects() {
			if o.Client == c.client && (o.Kind == access.Grant || o.Kind == access.EnterpriseGrant) && !yield(o) {
				return
			}
		}
	}
}

// change evaluates the invariants about changes of the tenant.
func (e evaluation) change(before, after *tenant.Facts) []Violation {
	if !slices.ContainsFunc(e.Invariants, func(i *Invariant) bool { return len(i.Keep)+len(i.limits()) > 0 }) {
		return nil
	}
	found := e.each(after, func(c *checker) { c.change(before, after) })
	for i := range found {
		found[i].New = true
	}
	return found
}

func (c *checker) change(before, after *tenant.Facts) {
	e, people, grants := c.effects(before, after), 0, 0
	for id := range before.People {
		if id.Client == c.client {
			people++
		}
	}
	for range c.grants(before) {
		grants++
	}
	for _, i := range c.Invariants {
		for _, limit := range []struct {
			argument, text string
			affected       affected
			all            int
			format         string
		}{
			{"largest_gain", i.LargestGain, e.gains, people, "%d of %d people gain access, more than %s"},
			{"largest_loss", i.LargestLoss, e.losses, people, "%d of %d people lose access, more than %s"},
			{"largest_grant_gain", i.LargestGrantGain, e.grantGains, grants, "grants added: %d to %d, more than %s"},
			{"largest_grant_loss", i.LargestGrantLoss, e.grantLosses, grants, "grants removed: %d of %d, more than %s"},
		} {
			if most, _ := limitOf(limit.text, limit.all); limit.text != "" && float64(len(limit.affected.ids)) > most {
				c.violateTenant(i, limit.argument, fmt.Sprintf(limit.format, len(limit.affected.ids), limit.all, limit.text), false)
				c.found[len(c.found)-1].objects = limit.affected.objects
			}
		}
		for _, user := range i.Keep {
			for _, d := range e.lost[user] {
				var places []string
				for _, place := range d.Left {
					places = append(places, fmt.Sprintf(" in the %s %s", place.Kind, place.ExtID))
				}
				c.violate(i, d.User, d.What.Kind.String()+" "+d.What.ExtID,
					fmt.Sprintf("%s may lose the %s %s%s", user, d.What.Kind, d.What.ExtID, strings.Join(places, " and")), d.Old...)
			}
		}
	}
}
