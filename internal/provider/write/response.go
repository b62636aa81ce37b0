package write

import (
	"context"
	"fmt"
	"slices"
)

// verify checks that the response to a create names the created object. Only an ID other than the
// one sent needs the lookup. The error is a *mislocatedError.
func (c *creation) verify(ctx context.Context, created string) error {
	switch {
	case created == c.sent:
		return nil
	case c.keptID(ctx) || c.isOther(created):
		return &mislocatedError{extID: created, reason: "is another object"}
	case c.isListed(ctx, created):
		return nil
	}
	found, err := c.get(created)
	switch {
	case err == nil && c.isCreated(ctx, created, found) || err != nil && !c.run.is(err, Missing) && c.isHolder(created):
		return nil
	case err == nil:
		return &mislocatedError{extID: created, reason: "is another object"}
	case c.run.is(err, Missing):
		return &mislocatedError{extID: created, reason: "does not exist"}
	}
	return &mislocatedError{extID: created, reason: "could not be read: " + trimmed(err.Error()), isUnread: true}
}

// keptID reports whether the created object has the ID that was sent, although the response names
// another one. While it is not known whether the service keeps the IDs, only an object that nothing
// else identifies is looked up.
func (c *creation) keptID(ctx context.Context) bool {
	policy := c.run.idPolicy(c.kind)
	if policy == serverAssigned || policy == idPolicyUnknown && (c.ops.Unique || c.ops.Siblings != nil) {
		return false
	}
	found, err := c.get(c.sent)
	return err == nil && (!c.idConfigured(ctx) || Matches(ctx, c.plan, found))
}

// isListed reports whether the created object is one of the new siblings. The list also shows the
// second object of a create that a proxy has repeated.
func (c *creation) isListed(ctx context.Context, created string) bool {
	if c.before == nil || c.ops.Siblings == nil || !c.ops.Siblings.Repeatable {
		return false
	}
	siblings, err := c.newSiblings(ctx)
	at := slices.IndexFunc(siblings, func(sibling Sibling) bool { return sibling.ExtID == created })
	if err != nil || at < 0 {
		return false
	}
	c.second = nil
	for i, sibling := range siblings {
		if i != at && Matches(ctx, c.plan, sibling.Model) {
			c.second = append(c.second, sibling.ExtID)
		}
	}
	return true
}

// isCreated reports whether an object outside of a list of siblings is the created one: it has all
// planned values, or those of which the service accepts no second object.
func (c *creation) isCreated(ctx context.Context, extID string, found any) bool {
	return Matches(ctx, c.plan, found) || c.isHolder(extID) ||
		c.ops.Siblings != nil && !c.ops.Siblings.Repeatable && !c.ops.Unique && c.resembles(ctx, found)
}

// isHolder reports whether an object has the planned name, which is unique.
func (c *creation) isHolder(extID string) bool {
	if !c.ops.Unique || c.ops.Holder == nil {
		return false
	}
	holder, err := c.ops.Holder()
	return err == nil && holder == extID
}

// recordSecond records the further objects of a create. They are no candidates of other creates.
func (c *creation) recordSecond(created string) {
	if len(c.second) > 0 {
		c.run.second.Store(c.kind+"\x00"+created, c.second)
	}
	for _, extID := range c.second {
		c.run.own.Store(c.ownKey(extID), true)
	}
}

// Second returns the external IDs of further objects like the created one, which appeared together
// with it: a proxy between the provider and the service has sent the create again.
func (r *Run) Second(created LockKey) []string {
	extIDs, _ := r.second.Load(created.kind() + "\x00" + created[len(created)-1])
	second, _ := extIDs.([]string)
	return second
}

// mislocatedError is the error of a create whose response does not name its object. Its outcome is
// Unidentified.
type mislocatedError struct {
	extID, reason string
	// isUnread reports that it may be the created object.
	isUnread bool
}

// Error names the object in the response.
func (e *mislocatedError) Error() string {
	return fmt.Sprintf("The response to the create names %q, which %s", e.extID, e.reason)
}
