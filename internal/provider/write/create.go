package write

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// extID is the attribute with the external ID, which the configuration may choose.
const extID = "ext_id"

// CreateOps holds the calls that create one object and look it up again.
type CreateOps struct {
	// Post sends the create and returns the external ID from the response.
	Post func() (extID string, err error)
	// Get reads the object with the external ID into the resource's model. Its error is Missing when
	// the object does not exist.
	Get func(extID string) (model any, err error)
	// Unique reports that the service refuses a second object like the planned one, so that a repeated
	// create never makes one.
	Unique bool
	// Holder returns the external ID of the object that already has the planned name, or "" if no
	// object has it. It is nil for types without unique names.
	Holder func() (extID string, err error)
	// Siblings are the objects among which a created one is found by its values. It is nil for objects
	// that Holder finds, and where the siblings cannot be listed.
	Siblings *Siblings
	// Unprovable reports that neither the external ID that is sent nor the values show whether an
	// object is the created one: a read returns no password, and a key is not chosen for a create.
	// An object that may have existed under this ID before is then never accepted.
	Unprovable bool
	// Held is the caller's lock, which is released before the create is sent again; nil for none.
	Held *Lock
}

// CreateIdempotent creates an object and returns its external ID. The key consists of the kind, the
// parent, and the external ID to send, which is "" if the service accepts none. If the response is
// lost, CreateIdempotent looks the external ID up: an object with the planned values is accepted as
// the created one, an object with other values is an *Error with the outcome Duplicate. If no such
// object exists, the service may have assigned another ID. The only sibling with the planned values,
// or the holder of the planned name, is then accepted, provided that a read before the create has
// shown that it did not exist. The create is sent again, at most three times, only if the object
// certainly does not exist or the service refuses a second one. In
// any other case the error is an *Error with the outcome Lost. A create that is refused as a
// duplicate is sent again for some seconds, because another change of the apply may delete the
// existing object or change its name. Then the error is an *Error as well, provided that the existing
// object can be found.
func (r *Run) CreateIdempotent(ctx context.Context, key LockKey, plan tfsdk.Plan, ops CreateOps) (string, error) {
	if r.Creating != nil {
		r.Creating(key, true)
	}
	var created string
	err := r.Repeat(ctx, ops.Held, func() (err error) {
		c := creation{run: r, kind: key.kind(), plan: plan, sent: key[len(key)-1], ops: ops}
		created, err = c.locked(ctx)
		return err
	}, r.isTaken)
	if err != nil && r.Creating != nil {
		r.Creating(key, false)
	}
	return created, err
}

// CreateUnique creates an object of which the service itself refuses a second one, such as a grant
// of an authoritative resource. If the response is lost, find looks for the object and returns its
// external ID, or "" if it does not exist; then the create is sent again, at most three times, unless
// a response has shown that the object was created.
func (r *Run) CreateUnique(ctx context.Context, post, find func() (extID string, err error)) (string, error) {
	created, err := post()
	for n := 0; r.unanswered(err) || n > 0 && r.is(err, Duplicate); n++ {
		found, failed := find()
		switch {
		case failed == nil && found != "":
			return found, nil
		case failed != nil || n == maxRepeats || !r.is(err, Lost) || backOff(ctx, n) != nil:
			return "", err
		}
		created, err = post()
	}
	return created, err
}

// creation is one create in progress.
type creation struct {
	run  *Run
	kind string
	plan tfsdk.Plan
	sent string
	ops  CreateOps
	// before holds the external IDs of the objects that existed before the create and could be mistaken
	// for its object; it is nil when they are not needed, or could not be read because of unlisted.
	before   map[string]bool
	unlisted error
	// taken is why an object under the external ID that is sent cannot be the created one; nil if it can.
	taken error
	// second are the objects of a create that a proxy has repeated.
	second []string
}

// locked creates the object while no other create of the run could be mistaken for this one.
func (c *creation) locked(ctx context.Context) (string, error) {
	lock, err := c.lock(ctx)
	defer lock.Unlock()
	if err != nil {
		return "", err
	}
	c.lookAround(ctx)
	return c.create(ctx)
}

func (c *creation) create(ctx context.Context) (string, error) {
	for n := 0; ; n++ {
		created, err := c.ops.Post()
		if err == nil {
			err = c.verify(ctx, created)
		}
		switch {
		case err == nil:
			return c.confirm(ctx, created, n)
		case n == 0 && c.run.is(err, Duplicate):
			return c.existing(ctx, err)
		case !c.run.unanswered(err) && !c.run.is(err, Duplicate):
			return "", err
		}
		if found, failed := c.find(ctx, err); found != "" || failed != nil {
			return found, failed
		}
		if failed := c.refuseRepeat(ctx, n, err); failed != nil {
			return "", failed
		}
	}
}

// confirm records the external ID of a created object. Where the service assigns the IDs, an earlier
// attempt may have been carried out late, after the search for its object.
func (c *creation) confirm(ctx context.Context, created string, repeats int) (string, error) {
	c.record(created)
	if repeats == 0 || c.before == nil || created == c.sent {
		c.recordSecond(created)
		return created, nil
	}
	if others, err := c.candidates(ctx); err == nil && len(others) > 0 {
		return "", c.several(ctx, nil, append([]string{created}, others...))
	}
	return created, nil
}

// record records an object of this create, and what its external ID shows about the service.
func (c *creation) record(created string) {
	c.run.own.Store(c.ownKey(created), true)
	c.run.recordIDPolicy(c.kind, created == c.sent)
}

// existing finds the object that made the service refuse a create as a duplicate. Services check
// names and external IDs in different orders, so the external ID is looked up even if the service
// objects to the name.
func (c *creation) existing(ctx context.Context, refused error) (string, error) {
	_, failed := c.get(c.sent)
	switch {
	case c.run.is(failed, Missing):
		return "", c.byName(refused)
	case failed != nil:
		return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent, Unread: failed}
	case !c.idConfigured(ctx):
		// The provider has just generated this ID, so a proxy or the transport repeated the create.
		return c.sent, nil
	}
	return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent}
}

// byName returns the error of a create whose name another object may already have.
func (c *creation) byName(refused error) error {
	if c.ops.Holder == nil || !c.run.is(refused, Duplicate) {
		return refused
	}
	holder, err := c.ops.Holder()
	if err != nil || holder == "" {
		return refused
	}
	return &Error{Outcome: Duplicate, Refusal: refused, ExtID: holder, ByName: true}
}

// idConfigured reports whether the configuration sets the external ID.
func (c *creation) idConfigured(ctx context.Context) bool {
	var configured types.String
	diags := c.plan.GetAttribute(ctx, path.Root(extID), &configured)
	return diags.HasError() || !configured.IsUnknown()
}

// errNotSent is the error of looking an object up whose create sends no external ID.
var errNotSent = errors.New("no external ID was sent")

func (c *creation) get(extID string) (model any, err error) {
	if extID == "" {
		return nil, errNotSent
	}
	return c.ops.Get(extID)
}

// find looks for the object that a create may have made. It returns "" if no object can be the
// created one.
func (c *creation) find(ctx context.Context, lost error) (string, error) {
	found, failed := c.get(c.sent)
	if c.taken != nil && !c.run.is(failed, Missing) {
		if c.ops.Unique { // Another attempt shows what the service refuses.
			return "", nil
		}
		failed = c.taken
	}
	known := c.run.idPolicy(c.kind) == clientAssigned
	switch {
	case failed == nil:
		return c.adopt(ctx, found)
	case !c.run.is(failed, Missing):
		return "", c.unread(ctx, lost, failed)
	case known:
		return "", nil
	}
	candidates, failed := c.candidates(ctx)
	if failed != nil {
		return "", c.lost(ctx, lost, "the existing objects could not be listed: "+failed.Error())
	}
	created := slices.DeleteFunc(slices.Clone(candidates), func(extID string) bool {
		found, err := c.ops.Get(extID)
		return err != nil || !Matches(ctx, c.plan, found)
	})
	switch {
	case len(created) == 1:
		c.record(created[0])
		return created[0], nil
	case len(candidates) > 0 && !c.ops.Unique:
		return "", c.several(ctx, lost, candidates)
	}
	return "", nil
}

// refuseRepeat returns the reason why a create whose object was not found is not sent again, or nil
// after a pause if it may be.
func (c *creation) refuseRepeat(ctx context.Context, n int, lost error) error {
	assigned := c.run.idPolicy(c.kind) != clientAssigned
	switch {
	case c.run.is(lost, Duplicate):
		return c.byName(lost)
	case c.run.is(lost, Unidentified):
		return c.lost(ctx, lost, "no object has the values that were sent")
	case assigned && !c.ops.Unique && c.unlisted != nil:
		return c.lost(ctx, lost, "the objects that existed before could not be listed: "+c.unlisted.Error())
	case assigned && !c.ops.Unique && c.before == nil:
		return c.lost(ctx, lost, "the service may have assigned another external ID than the one that was sent")
	case n < maxRepeats && backOff(ctx, n) == nil:
		return nil
	case !assigned || errors.Is(lost, context.Canceled):
		return lost
	}
	return c.lost(ctx, lost, fmt.Sprintf("no matching object was found after attempt %d", n+1))
}

// adopt accepts an object found after a lost response, under the external ID that was sent, as the
// created one. If the provider generated the ID, no further proof is needed; otherwise the object's
// values must equal the planned values.
func (c *creation) adopt(ctx context.Context, found any) (string, error) {
	c.record(c.sent)
	if !c.idConfigured(ctx) {
		return c.sent, nil
	}
	others, err := others(ctx, c.plan, found)
	if err == nil && len(others) > 0 {
		err = taken(c.sent, others)
	}
	if err != nil {
		return "", err
	}
	return c.sent, nil
}

// Matches reports whether a model of an object has the known values of a plan, except for the
// external ID.
func Matches(ctx context.Context, plan tfsdk.Plan, model any) bool {
	others, err := others(ctx, plan, model)
	return err == nil && len(others) == 0
}

// others lists the differences of an object from a plan in the named attributes, or in all, except
// for the external ID, which the service may have assigned.
func others(ctx context.Context, plan tfsdk.Plan, found any, names ...string) ([]comparison, error) {
	remote := tfsdk.State(plan)
	diags := remote.Set(ctx, found)
	others, more := differences(ctx, plan, remote, names...)
	if diags.Append(more...); diags.HasError() {
		return nil, errors.New(strings.TrimSuffix(diags[0].Detail(), "."))
	}
	return slices.DeleteFunc(others, func(other comparison) bool { return other.at.Equal(path.Root(extID)) }), nil
}
