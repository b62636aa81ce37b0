package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// claimed collects the facts that a plan claims, by service.
type claimed struct {
	*analysis
	held    map[string]*access.Tenant
	clients map[string][]string
	// added are the objects that were added, and ours those that the plan creates or changes.
	added, ours map[access.ID]bool
}

// Claimed returns a directory with services that hold what the plan claims, and the objects that it
// refers to. Each profile that the plan does not contain belongs to a user of its own, and each
// such role to an application of its own, which is assigned to the clients.
func Claimed(p *plan.Plan) *Directory {
	complete(p)
	c := claimed{newAnalysis(p, NewDirectory(p)), map[string]*access.Tenant{}, map[string][]string{},
		map[access.ID]bool{}, map[access.ID]bool{}}
	for _, e := range c.entries {
		if c.held[e.Service] == nil {
			c.held[e.Service] = access.NewTenant()
		}
		for _, values := range []plan.Values{e.Before, e.After} {
			client, known := values.Known("client_ext_id")
			if known && !slices.Contains(c.clients[e.Service], client) {
				c.clients[e.Service] = append(c.clients[e.Service], client)
			}
		}
	}
	for _, change := range c.changes {
		if change.Action != access.Update {
			c.ours[change.Object.ID] = true
		}
	}
	for _, e := range c.entries {
		if e.kind.facts.kind != 0 && e.Before != nil {
			c.before(e)
		}
	}
	for service, all := range c.clients {
		for _, client := range all {
			c.refer(access.NewID(service, client, access.Client, client))
		}
	}
	for _, e := range c.entries {
		c.refers(e)
	}
	names := NewDirectory(p)
	for service, held := range c.held {
		names.Facts(service, c.clients[service], held)
		names.Everywhere[service] = true
		for o := range held.Objects() {
			names.Limited[o.ID] = false
		}
	}
	return names
}

// claims returns the elements of an object, one for each key.
func (c *claimed) claims(e *entry, values plan.Values) []element {
	return slices.CompactFunc(c.elements(e, values), func(a, b element) bool { return a.key != "" && a.key == b.key })
}

// refers adds what an object refers to.
func (c *claimed) refers(e *entry) {
	for _, values := range []plan.Values{e.Before, e.After} {
		if e.kind.facts.kind == 0 || values == nil {
			continue
		}
		for _, each := range c.claims(e, values) {
			o := c.fact(e, values, each)
			for _, id := range o.Refs() {
				c.refer(id)
			}
		}
	}
}

// before adds what an object gives before the apply.
func (c *claimed) before(e *entry) {
	for _, each := range c.claims(e, e.Before) {
		o := c.fact(e, e.Before, each)
		if _, pending := o.Pending(); pending && e.kind.facts.all != "" && e.kind.facts.ownID() {
			owner, _ := o.Owner.Known()
			o.ExtID = access.OwnedID(owner, "of "+each.key)
		}
		if o.Kind == access.Profile && o.Owner.IsAny() {
			o.Owner = access.Exactly("user of " + o.ExtID)
		}
		c.add(o)
	}
}

// add adds an object with those that it needs itself.
func (c *claimed) add(o access.Object) {
	if c.added[o.ID] {
		return
	}
	c.added[o.ID] = true
	c.held[o.Service].Add(o)
	for _, id := range o.Refs() {
		c.refer(id)
	}
	if app, known := o.Owner.Known(); o.Kind == access.Role && known {
		for _, client := range c.clients[o.Service] {
			if id := access.NewID(o.Service, client, access.Assignment, app); !c.ours[id] {
				c.add(access.Object{ID: id, Target: access.Exactly(app)})
			}
		}
	}
}

// refer adds an object that another one refers to, unless the plan creates it.
func (c *claimed) refer(id access.ID) {
	if _, pending := id.Pending(); pending || id.Any() || c.ours[id] || c.added[id] || c.inPlan(id) {
		return
	}
	o := access.Object{ID: id}
	switch id.Kind {
	case access.Profile:
		o.Owner = access.Exactly("user of " + id.ExtID)
	case access.Role:
		o.Owner = access.Exactly("app of " + id.ExtID)
	}
	c.add(o)
}

// inPlan reports whether the plan contains an object, which is added as it is before the apply.
func (c *claimed) inPlan(id access.ID) bool {
	return slices.ContainsFunc(c.entries, func(e *entry) bool {
		return e.kind.facts.kind != 0 && e.Before != nil && slices.ContainsFunc(c.claims(e, e.Before), func(each element) bool {
			return c.fact(e, e.Before, each).ID == id
		})
	})
}

// complete adds the values that the provider always has in its state.
func complete(p *plan.Plan) {
	for i := range p.Changes {
		c := &p.Changes[i]
		shape := kinds[c.Type].facts
		defaults := plan.Values{}
		if shape.state != "" {
			defaults[shape.state] = active
		}
		if extID, known := cmp.Or(c.Before["ext_id"], c.After["ext_id"]).(string); c.Type == "idm_role" && known {
			defaults["application_ext_id"] = "app of " + extID
		}
		if shape.kind == access.Grant && shape.all == "" {
			for _, room := range grants.Rooms {
				defaults[room.Attribute] = false
			}
		}
		if shape.ownID() && shape.all == "" && c.Before != nil {
			defaults["ext_id"] = "of " + c.Address
		}
		for name, value := range defaults {
			if _, known := c.Before[name]; c.Before != nil && !known {
				c.Before = with(c.Before, name, value)
			}
			if _, known := c.After[name]; c.After != nil && !known && (name != "ext_id" || c.Action != plan.Replace) {
				c.After = with(c.After, name, value)
			}
		}
	}
}
