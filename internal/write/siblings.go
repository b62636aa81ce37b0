package write

import (
	"context"
	"iter"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/valuediff"
)

// Siblings are the objects in the place of a create, among which its object is found if the service
// assigned an unknown external ID.
type Siblings struct {
	// Place identifies the list within a kind. The creates of one place share the list of the objects
	// that existed before.
	Place string
	// Similar are the attributes that only the created object and objects like it share with the plan.
	Similar []string
	// Repeatable reports that the service accepts a second object like the planned one.
	Repeatable bool
	// List lists all objects in the place, or ends with an error.
	List iter.Seq2[Sibling, error]
}

// Sibling is an object in the place of a create.
type Sibling struct {
	ExtID string
	// Model is the resource's model of the object.
	Model any
}

// place holds the external IDs of the objects in a place that existed before the run created any
// there, and of those that the run has created since.
type place struct {
	mu    sync.Mutex
	known map[string]bool
}

func (p *place) add(extID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[extID] = true
}

func (p *place) knows(extID string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[extID]
}

// lock serializes creates whose objects could be mistaken for each other, unless the service keeps
// the external IDs that it receives. Until that is known, the creates of a kind wait for the first
// response, so that only the first one lists its siblings.
func (c *creation) lock(ctx context.Context) (*Lock, error) {
	for {
		policy := c.run.idPolicy(c.kind)
		if c.ops.Siblings == nil || policy == clientAssigned {
			return &Lock{run: c.run}, nil
		}
		held := []hold{{c.identity(ctx), exclusive}}
		if policy == idPolicyUnknown {
			held = append(held, hold{strings.Join([]string{"create", c.kind}, "\x00"), exclusive})
		}
		lock, err := c.run.acquire(ctx, held)
		if err != nil || c.run.idPolicy(c.kind) == policy {
			return lock, err
		}
		lock.Unlock()
	}
}

// identity is the same for creates whose objects could be mistaken for each other.
func (c *creation) identity(ctx context.Context) string {
	parts := []string{"create", c.kind, c.ops.Siblings.Place}
	for _, name := range c.ops.Siblings.Similar {
		var value attr.Value
		if !c.plan.GetAttribute(ctx, path.Root(name), &value).HasError() {
			parts = append(parts, value.String())
		}
	}
	return strings.Join(parts, "\x00")
}

// listPlace lists the siblings that existed before, once for each place. It returns nil if the
// service keeps the external IDs that it receives. An error is not cached: the next create lists
// again, and this one continues without a list.
func (c *creation) listPlace(ctx context.Context) (*place, error) {
	if c.ops.Siblings == nil || c.run.idPolicy(c.kind) == clientAssigned {
		return nil, nil
	}
	return c.run.places.Get(ctx, c.kind+"\x00"+c.ops.Siblings.Place, func(context.Context) (*place, error) {
		before := &place{known: map[string]bool{}}
		for sibling, err := range c.ops.Siblings.List {
			if err != nil {
				return nil, err
			}
			before.add(sibling.ExtID)
		}
		return before, nil
	})
}

// candidates returns the external IDs of objects that the create may have made: the holder of the
// planned name, or new siblings that resemble the plan.
func (c *creation) candidates(ctx context.Context) (extIDs []string, err error) {
	switch {
	case c.place != nil:
	case c.ops.Siblings == nil && c.ops.Unique && c.ops.Holder != nil:
		if holder := c.ops.Holder(); holder != "" {
			extIDs = append(extIDs, holder)
		}
		return extIDs, nil
	default:
		return nil, nil
	}
	siblings, err := c.newSiblings(ctx)
	for _, sibling := range siblings {
		extIDs = append(extIDs, sibling.ExtID)
	}
	return extIDs, err
}

// newSiblings lists the siblings that resemble the plan and have appeared since the first list.
func (c *creation) newSiblings(ctx context.Context) (siblings []Sibling, err error) {
	for sibling, err := range c.ops.Siblings.List {
		if err != nil {
			return nil, err
		}
		if !c.place.knows(sibling.ExtID) && c.resembles(ctx, sibling.Model) {
			siblings = append(siblings, sibling)
		}
	}
	return siblings, nil
}

// resembles reports whether an object shares the attributes of Similar with the plan.
func (c *creation) resembles(ctx context.Context, model any) bool {
	remote := tfsdk.State(c.plan)
	diags := remote.Set(ctx, model)
	for _, name := range c.ops.Siblings.Similar {
		var desired, held attr.Value
		diags.Append(c.plan.GetAttribute(ctx, path.Root(name), &desired)...)
		diags.Append(remote.GetAttribute(ctx, path.Root(name), &held)...)
		if !diags.HasError() && !desired.IsUnknown() && !valuediff.Equal(ctx, desired, held) {
			return false
		}
	}
	return true
}
