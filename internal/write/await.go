package write

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// awaitPoll is the interval between checks for the created object. awaitQuiet is the time without
// any write after which a wait gives up.
const (
	awaitPoll  = 20 * time.Millisecond
	awaitQuiet = 20 * time.Second
	// retryPause and retryQuiet are the same for a delete that depends on another delete of the run.
	retryPause = 200 * time.Millisecond
	retryQuiet = 2 * time.Second
)

// ErrNotCreated is the error of work that waited for an object that the run did not create.
var ErrNotCreated = errors.New("this run did not create it")

// Work is the part of a call that needs an object. It runs once the object exists, or with
// ErrNotCreated if the run does not create it.
type Work func(ctx context.Context, err error) diag.Diagnostics

// waits holds the writes of a run that need an object that the run has not created yet.
type waits struct {
	mu sync.Mutex
	// by holds the work of calls that have already returned, keyed by the object.
	by map[string][]Work
	// failed holds the objects whose create failed.
	failed map[string]bool
	// waiting is set while a call waits. Only one call waits at a time, so that waiting calls never use
	// up the CLI's parallelism.
	waiting bool
	// gone counts the objects that DeleteAfter has deleted or that have moved to another parent.
	gone atomic.Int64
}

// Awaited is the result of Await.
type Awaited struct {
	// Later reports that the run keeps the work, so the call may return.
	Later bool
	// Err is ErrNotCreated or the error of the run's context.
	Err error
	// waits reports whether the call is the one that waits.
	waits bool
}

// Await waits until the run has created an object. The first caller waits; in the meantime the run
// keeps the work of other callers and runs it in Release. If the object is not created, the work
// receives ErrNotCreated. The caller must call Finish at the end.
func (r *Run) Await(ctx context.Context, of LockKey, work Work) Awaited {
	a := r.enqueue(of, work)
	if a.waits {
		a.Err = r.poll(ctx, func() bool { return r.Declared(of) || r.waits.hasFailed(of) })
		if a.Err == nil && !r.Declared(of) {
			a.Err = ErrNotCreated
		}
	}
	return a
}

// enqueue keeps the work unless the call can continue at once or is the one that waits.
func (r *Run) enqueue(of LockKey, work Work) Awaited {
	r.waits.mu.Lock()
	defer r.waits.mu.Unlock()
	switch {
	case r.Declared(of):
		return Awaited{}
	case r.waits.failed[of.id()]:
		return Awaited{Err: ErrNotCreated}
	case !r.waits.waiting:
		r.waits.waiting = true
		return Awaited{waits: true}
	}
	if r.waits.by == nil {
		r.waits.by = map[string][]Work{}
	}
	r.waits.by[of.id()] = append(r.waits.by[of.id()], work)
	return Awaited{Later: true}
}

func (w *waits) hasFailed(of LockKey) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed[of.id()]
}

// Finish ends an Await. The waiting call returns only after the kept work of all other calls is
// done; work that never becomes possible receives ErrNotCreated before the run ends.
func (r *Run) Finish(ctx context.Context, a Awaited) (diags diag.Diagnostics) {
	if !a.waits {
		return nil
	}
	_ = r.poll(ctx, func() bool {
		r.waits.mu.Lock()
		defer r.waits.mu.Unlock()
		r.waits.waiting = len(r.waits.by) > 0
		return !r.waits.waiting
	})
	r.waits.mu.Lock()
	abandoned := r.waits.by
	r.waits.by, r.waits.waiting = nil, false
	r.waits.mu.Unlock()
	for _, kept := range abandoned {
		for _, work := range kept {
			diags.Append(work(ctx, ErrNotCreated)...)
		}
	}
	return diags
}

// Release runs the kept work for an object that now exists or whose create failed. The work of
// several calls runs concurrently.
func (r *Run) Release(ctx context.Context, of LockKey, created bool) (diags diag.Diagnostics) {
	var failure error
	r.waits.mu.Lock()
	if !created {
		failure = ErrNotCreated
		if r.waits.failed == nil {
			r.waits.failed = map[string]bool{}
		}
		r.waits.failed[of.id()] = true
	}
	kept := r.waits.by[of.id()]
	r.waits.mu.Unlock()
	var group sync.WaitGroup
	reports := make([]diag.Diagnostics, len(kept))
	for i, work := range kept {
		group.Go(func() { reports[i] = work(ctx, failure) })
	}
	group.Wait()
	for _, report := range reports {
		diags.Append(report...)
	}
	// Finish waits until the entry is deleted.
	r.waits.mu.Lock()
	defer r.waits.mu.Unlock()
	delete(r.waits.by, of.id())
	return diags
}

// NoteMoved records that the run has moved an object out of its parent, which can perhaps be
// deleted now.
func (r *Run) NoteMoved() { r.waits.gone.Add(1) }

// DeleteAfter deletes an object. If the service refuses because of other objects that the run may
// delete or move, DeleteAfter sends the delete again after each of those writes. It gives up after
// two seconds without one, because the call occupies one slot of the CLI's parallelism.
func (r *Run) DeleteAfter(ctx context.Context, send func() error, inUse func(error) bool) error {
	for {
		gone := r.waits.gone.Load()
		err := send()
		if err == nil {
			r.waits.gone.Add(1)
		}
		if err == nil || !inUse(err) || !r.empties(ctx, gone) {
			return err
		}
	}
}

// empties waits until the run has deleted or moved more than the given number of objects, and
// reports whether it has.
func (r *Run) empties(ctx context.Context, gone int64) bool {
	quiet := time.After(retryQuiet)
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet:
			return false
		case <-time.After(retryPause):
		}
		if r.waits.gone.Load() > gone {
			return true
		}
	}
}

// Settle waits until the run keeps no work, and reports whether it kept any. A write that did not
// find its object may find it afterwards.
func (r *Run) Settle(ctx context.Context) bool {
	kept := func() bool {
		r.waits.mu.Lock()
		defer r.waits.mu.Unlock()
		return len(r.waits.by) > 0
	}
	return kept() && r.poll(ctx, func() bool { return !kept() }) == nil
}

// poll waits until a condition holds, the run ends, or the run has written nothing for a while.
func (r *Run) poll(ctx context.Context, done func() bool) error {
	written, since := r.Changes(), time.Now()
	for !done() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(awaitPoll):
		}
		if now := r.Changes(); now != written {
			written, since = now, time.Now()
		}
		if time.Since(since) > awaitQuiet {
			return ErrNotCreated
		}
	}
	return nil
}
