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

// extID is the attribute with the external ID, which the configuration may choose.
const extID = "ext_id"

// CreateOps holds the calls that create one object and look it up again.
type CreateOps struct {
	// Post sends the create and returns the external ID from the response.
	Post func() (extID string, err error)
	// Get reads the object with the external ID into the resource's model. Its error is Missing when
	// the object does not exist.
	Get func(extID string) (model any, err error)
	// Delete deletes the object that Post created last. It is nil for objects of which the service
	// itself refuses a second one.
	Delete func(extID string) error
	// Holder returns the external ID of the object that already has the planned name, or "" if no
	// object has it. It is nil for types without unique names.
	Holder func() (extID string)
	// ListGrants calls found with the external ID and the role of each grant of the parent until found
	// returns false. It is nil for objects other than grants; a parent has one grant for each role.
	ListGrants func(ctx context.Context, found func(extID, role string) bool) error
	// Role is the granted role.
	Role string
}

// CreateIdempotent creates an object and returns its external ID. The key consists of the kind, the
// parent, and the external ID to send. If the response is lost, CreateIdempotent looks the external
// ID up: an object with the planned values is accepted as the created one, an object with other
// values is an *Error with the outcome Duplicate, and if no object exists, the create is sent
// again, at most three times. If the service chooses the external IDs, a grant is found by its role
// among the grants that did not exist before; for any other object the error is an *Error with the
// outcome Lost. A create that is refused as a duplicate is an *Error as well, provided that the
// existing object can be found.
func (r *Run) CreateIdempotent(ctx context.Context, key LockKey, plan tfsdk.Plan, ops CreateOps) (string, error) {
	c := creation{run: r, kind: key.kind(), plan: plan, sent: key[len(key)-1], ops: ops}
	c.before = r.grantsBefore(ctx, key, ops)
	return c.create(ctx)
}

// CreateUnique creates an object of which the service itself refuses a second one, such as a grant
// of an authoritative resource. If the response is lost, find looks for the object and returns its
// external ID, or "" if it does not exist; then the create is sent again, at most three times.
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

// creation is one create in progress.
type creation struct {
	run  *Run
	kind string
	plan tfsdk.Plan
	sent string
	ops  CreateOps
	// before holds the grants that existed before this run granted anything; it is nil when they are
	// unknown or not needed.
	before map[string]bool
	// unanswered counts the attempts without a response.
	unanswered int
}

func (c *creation) create(ctx context.Context) (string, error) {
	created, err := c.ops.Post()
	lost := err
	for n := 0; c.run.unanswered(err) || n > 0 && c.run.is(err, Duplicate); n++ {
		lost = err
		if c.run.unanswered(err) {
			c.unanswered++
		}
		extID, found, failed := c.find(ctx)
		switch {
		case failed == nil:
			return c.adopt(ctx, extID, found)
		case !c.run.is(failed, Missing) && c.unsettled(ctx):
			return "", c.unread(ctx, err, failed)
		case !c.run.is(failed, Missing):
			return "", err
		case c.ops.ListGrants == nil && c.ambiguous(err), n == maxRepeats && c.unsettled(ctx):
			return "", c.lost(ctx, err)
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
	c.run.recordIDPolicy(c.kind, created == c.sent)
	if lost == nil || created == c.sent || c.ops.Delete == nil {
		return created, nil
	}
	return "", c.withdraw(ctx, created, lost)
}

// existing finds the object that made the service refuse a create as a duplicate. Services check
// names and external IDs in different orders, so the external ID is looked up even if the service
// objects to the name.
func (c *creation) existing(ctx context.Context, refused error) (string, error) {
	_, failed := c.ops.Get(c.sent)
	switch {
	case c.run.is(failed, Missing):
		return "", c.named(refused)
	case failed != nil:
		return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent, Unread: failed}
	case !c.idConfigured(ctx):
		// The provider has just generated this ID, so a proxy or the transport repeated the create.
		return c.sent, nil
	}
	return "", &Error{Outcome: Duplicate, Refusal: refused, ExtID: c.sent}
}

// named returns the error of a create whose name another object may already have.
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

// idConfigured reports whether the configuration sets the external ID.
func (c *creation) idConfigured(ctx context.Context) bool {
	var configured types.String
	diags := c.plan.GetAttribute(ctx, path.Root(extID), &configured)
	return diags.HasError() || !configured.IsUnknown()
}

// withdraw deletes the object that a repeated create made under an ID chosen by the service. The
// attempt without a response may have created an object too, and nothing shows which of the two to
// keep.
func (c *creation) withdraw(ctx context.Context, created string, lost error) error {
	stopped := c.lost(ctx, lost)
	if err := c.ops.Delete(created); err != nil {
		return stopped.with(created, err)
	}
	return stopped
}

// find looks for the object that a create may have made. Its error is Missing when the object does
// not exist.
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

// ambiguous reports whether the service may have created an object under another external ID than
// the one sent.
func (c *creation) ambiguous(err error) bool {
	switch c.run.idPolicy(c.kind) {
	case serverAssigned:
		return true
	case idPolicyUnknown:
		return c.run.is(err, Unidentified) || c.run.is(err, Duplicate)
	}
	return c.run.is(err, Unidentified)
}

// unsettled reports whether a create whose response was lost may have made an object under an
// unknown external ID, because no response of the run has shown the service's policy.
func (c *creation) unsettled(ctx context.Context) bool {
	return ctx.Err() == nil && c.ops.ListGrants == nil && c.run.idPolicy(c.kind) != clientAssigned && !c.idConfigured(ctx)
}

// adopt accepts an object found after a lost response as the created one. Under an ID that the
// provider generated, no further proof is needed; under any other ID its values must equal the
// planned values.
func (c *creation) adopt(ctx context.Context, id string, found any) (string, error) {
	c.run.recordIDPolicy(c.kind, id == c.sent)
	if !c.idConfigured(ctx) && id == c.sent {
		return id, nil
	}
	remote := tfsdk.State(c.plan)
	diags := remote.Set(ctx, found)
	others, more := differences(ctx, c.plan, &remote)
	if diags.Append(more...); diags.HasError() {
		return "", errors.New(diags[0].Detail())
	}
	// If the service chooses the IDs, a different external ID is not a difference.
	others = slices.DeleteFunc(others, func(other difference) bool { return other.at.Equal(path.Root(extID)) })
	if len(others) > 0 {
		return "", taken(id, others)
	}
	return id, nil
}

// backOff waits before a write is sent again, longer each time. It returns the error of ctx as soon
// as ctx ends.
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
