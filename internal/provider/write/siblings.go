package write

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Siblings are the objects in the place of a create, among which its object is found if the service
// assigned an unknown external ID.
type Siblings struct {
	// Place identifies the list within a kind.
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

// lock serializes creates whose objects could be mistaken for each other, unless the service keeps
// the external IDs that it receives. Until that is known, the creates of a kind wait for the first
// response, so that only the first one lists its siblings.
func (c *creation) lock(ctx context.Context) (*Lock, error) {
	for waited := false; ; waited = true {
		policy := c.run.idPolicy(c.kind)
		if c.ops.Siblings == nil || policy == clientAssigned {
			if waited { // All creates of the kind have waited for the same response.
				arrive(ctx, []hold{{c.identity(ctx), exclusive}})
			}
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

// lookAround reads what could be mistaken for the created object, right before the create: what has
// the external ID that is sent, if that alone does not prove anything, and what has the planned name
// or is a sibling, unless the service keeps the external IDs that it receives. A failed read counts
// as an object that exists.
func (c *creation) lookAround(ctx context.Context) {
	if c.ops.Unprovable && c.idConfigured(ctx) {
		switch _, err := c.get(c.sent); {
		case err == nil:
			c.taken = errTaken
		case !c.run.is(err, Missing):
			c.taken = fmt.Errorf("it is not known whether an object had this external ID before: %w", err)
		}
	}
	if c.run.idPolicy(c.kind) == clientAssigned {
		return
	}
	switch {
	case c.ops.Siblings != nil:
		c.before, c.unlisted = c.listBefore()
	case c.ops.Unique && c.ops.Holder != nil:
		var holder string
		if holder, c.unlisted = c.ops.Holder(); c.unlisted == nil {
			c.before = map[string]bool{holder: true}
		}
	}
}

// errTaken is the error of looking up an object that existed before the create.
var errTaken = errors.New("an object with this external ID existed before")

// listBefore lists the siblings that exist before the create.
func (c *creation) listBefore() (map[string]bool, error) {
	before := map[string]bool{}
	for sibling, err := range c.ops.Siblings.List {
		if err != nil {
			return nil, err
		}
		before[sibling.ExtID] = true
	}
	return before, nil
}

// isOther reports whether an object existed before the create, or belongs to another create of the
// run.
func (c *creation) isOther(extID string) bool {
	_, own := c.run.own.Load(c.ownKey(extID))
	return own || c.before[extID]
}

func (c *creation) ownKey(extID string) string {
	place := ""
	if c.ops.Siblings != nil {
		place = c.ops.Siblings.Place
	}
	return strings.Join([]string{c.kind, place, extID}, "\x00")
}

// candidates returns the external IDs of objects that the create may have made: the holder of the
// planned name, or siblings that resemble the plan. None of them existed before.
func (c *creation) candidates(ctx context.Context) (extIDs []string, err error) {
	switch {
	case c.before == nil:
		return nil, nil
	case c.ops.Siblings == nil:
		// The service refuses a second object with the name, so a failed read is no reason to stop.
		if holder, err := c.ops.Holder(); err == nil && holder != "" && !c.isOther(holder) {
			extIDs = append(extIDs, holder)
		}
		return extIDs, nil
	}
	siblings, err := c.newSiblings(ctx)
	for _, sibling := range siblings {
		extIDs = append(extIDs, sibling.ExtID)
	}
	return extIDs, err
}

// newSiblings lists the siblings that resemble the plan and have appeared since the create.
func (c *creation) newSiblings(ctx context.Context) (siblings []Sibling, err error) {
	for sibling, err := range c.ops.Siblings.List {
		if err != nil {
			return nil, err
		}
		if !c.isOther(sibling.ExtID) && c.resembles(ctx, sibling.Model) {
			siblings = append(siblings, sibling)
		}
	}
	return siblings, nil
}

// resembles reports whether an object shares the attributes of Similar with the plan.
func (c *creation) resembles(ctx context.Context, model any) bool {
	others, err := others(ctx, c.plan, model, append([]string{}, c.ops.Siblings.Similar...)...)
	return err != nil || len(others) == 0
}
