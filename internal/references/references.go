// Package references answers a plan's questions about the objects that it names: whether they are
// there, what they are like, and which names are near a misspelt one. Each object and list is asked
// for once in a run. It knows nothing of Terraform.
package references

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// Target is an object that others refer to, or one with siblings. Client is empty for an object that
// belongs to no client.
type Target struct {
	Type          *objecttype.Type
	Client, ExtID string
}

// NewTarget names an object of a client, or of the service where the type belongs to no client.
func NewTarget(of *objecttype.Type, client, extID string) Target {
	if of != nil && !of.OfClient() {
		client = ""
	}
	return Target{of, client, extID}
}

// Status is what is known about the existence of an object.
type Status int

// Unknown is the status of what the caller may not see, or the release does not tell.
const (
	Unknown Status = iota
	Missing
	Exists
)

// Found is what the service says about an object.
type Found struct {
	Status Status
	// Unit is set for a Unit that exists.
	Unit idm.Unit
	// State is "" for an object without one.
	State string
}

// Planned is what a run plans for an object.
type Planned struct {
	// Changed reports that the plan creates, changes or deletes it.
	Changed bool
	// State and Parent are its planned state and parent, "" for none.
	State, Parent string
	// Profileless is true for a unit that takes no profiles.
	Profileless bool
}

// Catalog remembers the answers of a run. The zero Catalog is of no use; New makes one.
type Catalog struct {
	api      *idm.API
	found    once.Map[Target, Found]
	children once.Map[Target, []idm.Unit]
	profiles once.Map[Target, []idm.Profile]
	lists    once.Map[Target, map[string]idm.Object]
	siblings once.Map[Target, []Named]
	requests atomic.Int64

	mu sync.Mutex
	// seen are the objects that this run plans.
	seen map[Target]Planned
	// reads counts the objects of each type that were looked up.
	reads map[*objecttype.Type]int
	// taken counts the external IDs of each type that were looked for, logins the login IDs.
	taken  map[*objecttype.Type]int
	logins int
}

// New returns a Catalog that asks api.
func New(api *idm.API) *Catalog {
	return &Catalog{api: api, seen: map[Target]Planned{}, reads: map[*objecttype.Type]int{}, taken: map[*objecttype.Type]int{}}
}

// Requests is how many questions were asked; a list counts as one.
func (c *Catalog) Requests() int64 { return c.requests.Load() }

// See notes an object that this run plans.
func (c *Catalog) See(t Target, planned Planned) {
	c.mu.Lock()
	defer c.mu.Unlock()
	planned.Changed = planned.Changed || c.seen[t].Changed
	c.seen[t] = planned
}

// Planned is what this run plans for an object, in the form of a lookup.
func (c *Catalog) Planned(t Target) Found {
	c.mu.Lock()
	defer c.mu.Unlock()
	planned := c.seen[t]
	return Found{Status: Exists, State: planned.State, Unit: idm.Unit{Profileless: &planned.Profileless}}
}

// Seen reports whether this run plans an object, and whether the plan changes it.
func (c *Catalog) Seen(t Target) (seen, changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	planned, seen := c.seen[t]
	return seen, planned.Changed
}

// Find reads an object once in a run.
func (c *Catalog) Find(ctx context.Context, t Target) Found {
	found, err := c.found.Get(ctx, t, func(ctx context.Context) (Found, error) {
		if found, ok := c.listed(ctx, t); ok {
			return found, nil
		}
		c.requests.Add(1)
		found, err := c.read(ctx, t)
		if cancelled := ctx.Err(); cancelled != nil {
			return Found{}, cancelled
		}
		switch {
		case errors.Is(err, idm.ErrNoRecord):
			return Found{Status: Missing}, nil
		case err != nil:
			return Found{}, nil //nolint:nilerr // what cannot be read is not known, and not asked for again
		}
		found.Status = Exists
		return found, nil
	})
	if err != nil {
		return Found{}
	}
	return found
}

// singleReads is how many objects of a kind are read one by one before a list of the kind is asked.
const singleReads = 3

// listed looks an object up in a list of its type, which is read when a run names many of them, as
// an authoritative resource does. Objects that move are listed only below the place where they are.
func (c *Catalog) listed(ctx context.Context, t Target) (Found, bool) {
	if row := t.Type; row.Class != objecttype.Object || row.Parent != "" {
		return Found{}, false
	}
	c.mu.Lock()
	c.reads[t.Type]++
	many := c.reads[t.Type] > singleReads
	c.mu.Unlock()
	if !many {
		return Found{}, false
	}
	object, ok := c.listOf(ctx, t)[t.ExtID]
	return Found{Status: Exists, State: object.State}, ok
}

// read reads an object that its client and external ID identify.
func (c *Catalog) read(ctx context.Context, t Target) (Found, error) {
	reads := idm.ReadsOf(t.Type)
	if reads == nil || !reads.Gets() || t.Type.Class != objecttype.Object {
		return Found{}, errors.ErrUnsupported
	}
	object, err := reads.Object(ctx, c.api, idm.Place{Client: t.Client}, t.ExtID)
	unit, _ := object.Value.(idm.Unit)
	return Found{Unit: unit, State: object.State}, err
}

// Children lists the units below a unit; none when they cannot be read.
func (c *Catalog) Children(ctx context.Context, client, unit string) []idm.Unit {
	return listOnce(ctx, c, &c.children, NewTarget(objecttype.Unit, client, unit), func(ctx context.Context) iter.Seq2[idm.Unit, error] {
		return c.api.UnitChildren(ctx, client, unit)
	})
}

// UserProfiles lists the profiles of a user; none when they cannot be read.
func (c *Catalog) UserProfiles(ctx context.Context, client, user string) []idm.Profile {
	return listOnce(ctx, c, &c.profiles, NewTarget(objecttype.User, client, user), func(ctx context.Context) iter.Seq2[idm.Profile, error] {
		return c.api.UserProfiles(ctx, client, user)
	})
}

func listOnce[T any](ctx context.Context, c *Catalog, lists *once.Map[Target, []T], of Target,
	list func(context.Context) iter.Seq2[T, error]) []T {
	all, err := lists.Get(ctx, of, func(ctx context.Context) ([]T, error) {
		c.requests.Add(1)
		var all []T
		for one, err := range idm.Readable(list(ctx)) {
			if err != nil {
				return nil, ctx.Err()
			}
			all = append(all, one)
		}
		return all, nil
	})
	if err != nil {
		return nil
	}
	return all
}

// InCycle reports whether the units above a unit lead back to it: those that this run plans by their
// planned parents, the others by what the service shows. It is sure when all of them are planned.
func (c *Catalog) InCycle(ctx context.Context, client, unit string) (cycle, sure bool) {
	passed := map[string]bool{}
	sure = true
	for at := unit; !passed[at]; {
		passed[at] = true
		t := NewTarget(objecttype.Unit, client, at)
		parent, planned := c.PlannedParent(t)
		if !planned {
			sure, parent = false, c.Find(ctx, t).Unit.ParentUnitExtID
		}
		switch at = parent; at {
		case unit:
			return true, sure
		case "":
			return false, sure
		}
	}
	return false, sure
}

// PlannedParent is the parent that an object has after this run's plan, and whether it is planned.
func (c *Catalog) PlannedParent(t Target) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	object, planned := c.seen[t]
	return object.Parent, planned
}
