package write

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// extID is the attribute of an external id that a configuration may choose.
const extID = "ext_id"

// CreateOps are the calls around the create of one object.
type CreateOps struct {
	// Post sends the create and returns the external id that the service names.
	Post func() (extID string, err error)
	// Get reads the object with an external id into the resource's model; an error is Missing when
	// there is none.
	Get func(extID string) (model any, err error)
	// Delete deletes the object that Post created last. Nil for an object of which the service itself
	// refuses a second.
	Delete func(extID string) error
	// Holder returns the external id of the object that has the name which the create asks for, ""
	// when none is found. Nil for what has no unique name.
	Holder func() (extID string)
	// ListGrants calls found with the external id and the role of each grant that the parent has, as
	// long as it returns true. Nil for what is no grant: an object that its parent has only once for
	// each role.
	ListGrants func(ctx context.Context, found func(extID, role string) bool) error
	// Role is the role that is granted.
	Role string
}

// CreateIdempotent creates an object and returns its external id. The key names its kind and its
// parent, and ends in the external id that is sent. When the answer is lost, that one is looked up:
// an object that is there with the planned values is accepted as the created one, one with other
// values is an *Error with the outcome Duplicate; when none is there, the create is sent again, at
// most three times. Where the service chooses the ids, a grant is looked for by its role among
// those that were not there before, and anything else is an *Error with the outcome Lost. A create
// that is refused as a duplicate is an *Error too when what is there already can be found.
func (r *Run) CreateIdempotent(ctx context.Context, key LockKey, plan tfsdk.Plan, ops CreateOps) (string, error) {
	c := creation{run: r, kind: key.kind(), plan: plan, sent: key[len(key)-1], ops: ops}
	c.before = r.grantsBefore(ctx, key, ops)
	return c.create(ctx)
}

// CreateUnique creates an object of which the service itself refuses a second one, such as a grant
// among those of an authoritative resource. When the answer is lost, find looks for it and returns
// its external id, "" when there is none: then the create is sent again, at most three times.
func (r *Run) CreateUnique(ctx context.Context, post, find func() (extID string, err error)) (string, error) {
	created, err := post()
	for n := 0; r.unanswered(err) || n > 0 && r.is(err, Duplicate); n++ {
		found, failed := find()
		switch {
		case failed == nil && found != "":
			return found, nil
		case failed != nil || n == maxRepeats || !r.unanswered(err) || backOff(ctx, n) != nil:
			return "", err
		}
		created, err = post()
	}
	return created, err
}

// creation is one create under way.
type creation struct {
	run  *Run
	kind string
	plan tfsdk.Plan
	sent string
	ops  CreateOps
	// before are the grants that were there before this run granted anything; nil when they are not
	// known or not needed.
	before map[string]bool
}

func (c *creation) create(ctx context.Context) (string, error) {
	created, err := c.ops.Post()
	lost := err
	for n := 0; c.run.unanswered(err) || n > 0 && c.run.is(err, Duplicate); n++ {
		lost = err
		extID, found, failed := c.find(ctx)
		switch {
		case failed == nil:
			return c.adopt(ctx, extID, found)
		case !c.run.is(failed, Missing):
			return "", err
		case c.ops.ListGrants == nil && c.ambiguous(err):
			return "", createLost(ctx, c.plan, err)
		case n == maxRepeats || !c.run.unanswered(err) || backOff(ctx, n) != nil:
			return "", c.named(err)
		}
		created, err = c.ops.Post()
	}
	if c.run.is(err, Duplicate) {
		return c.existing(ctx, err)
	}
	if err != nil {
		return "", err
	}
	c.run.learn(c.kind, created == c.sent)
	if lost == nil || created == c.sent || c.ops.Delete == nil {
		return created, nil
	}
	return "", c.withdraw(ctx, created, lost)
}

// existing looks for what made the service refuse a create as a duplicate. Services differ in what
// they check first, so the external id that was sent is looked up also when the service complains
// about the name.
func (c *creation) existing(ctx context.Context, refused error) (string, error) {
	_, failed := c.ops.Get(c.sent)
	switch {
	case c.run.is(failed, Missing):
		return "", c.named(refused)
	case failed != nil:
		return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent, Unread: failed}
	case !c.chosen(ctx):
		// The provider generated this id just now: something on the way repeated the create.
		return c.sent, nil
	}
	return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent}
}

// named is the error of a create whose name another object may have.
func (c *creation) named(refused error) error {
	if c.ops.Holder == nil || !c.run.is(refused, Duplicate) {
		return refused
	}
	holder := c.ops.Holder()
	if holder == "" {
		return refused
	}
	return &Error{Outcome: Duplicate, Refusal: refused, ExtID: holder, ByName: true}
}

// chosen reports whether the configuration gives the external id.
func (c *creation) chosen(ctx context.Context) bool {
	var configured types.String
	diags := c.plan.GetAttribute(ctx, path.Root(extID), &configured)
	return diags.HasError() || !configured.IsUnknown()
}

// withdraw deletes what a repeated create made under an id of the service's own: the attempt whose
// answer was lost may have made an object too, and which of the two to keep is not known.
func (c *creation) withdraw(ctx context.Context, created string, lost error) error {
	stopped := createLost(ctx, c.plan, lost)
	if err := c.ops.Delete(created); err != nil {
		return stopped.with(created, err)
	}
	return stopped
}

// find looks for the object that a create may have made; the error is Missing when there is none.
func (c *creation) find(ctx context.Context) (extID string, model any, err error) {
	found, err := c.ops.Get(c.sent)
	if c.before == nil || !c.run.is(err, Missing) || c.run.idPolicy(c.kind) == clientAssigned {
		return c.sent, found, err
	}
	failed := c.ops.ListGrants(ctx, func(granted, role string) bool {
		if role == c.ops.Role && !c.before[granted] {
			extID = granted
		}
		return extID == ""
	})
	if failed != nil || extID == "" {
		return "", nil, cmp.Or(failed, err)
	}
	model, err = c.ops.Get(extID)
	return extID, model, err
}

// ambiguous reports whether an object may have been created that is not under the external id that
// was sent.
func (c *creation) ambiguous(err error) bool {
	switch c.run.idPolicy(c.kind) {
	case serverAssigned:
		return true
	case idPolicyUnknown:
		return c.run.is(err, Unidentified) || c.run.is(err, Duplicate)
	}
	return c.run.is(err, Unidentified)
}

// adopt accepts an object that was found after a lost answer as the created one. Under an id that
// the provider generated it is; under any other one its values must be the planned ones.
func (c *creation) adopt(ctx context.Context, id string, found any) (string, error) {
	c.run.learn(c.kind, id == c.sent)
	if !c.chosen(ctx) && id == c.sent {
		return id, nil
	}
	remote := tfsdk.State(c.plan)
	diags := remote.Set(ctx, found)
	others, more := differences(ctx, c.plan, &remote)
	if diags.Append(more...); diags.HasError() {
		return "", errors.New(diags[0].Detail())
	}
	// Where the service chooses the ids, another one is no difference of the object.
	others = slices.DeleteFunc(others, func(other difference) bool { return other.at.Equal(path.Root(extID)) })
	if len(others) > 0 {
		return "", taken(id, others)
	}
	return id, nil
}

// backOff waits before a write is sent again, longer each time, or returns the error of ctx as soon
// as it ends.
func backOff(ctx context.Context, n int) error {
	timer := time.NewTimer(250 * time.Millisecond << n)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
