package write

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// awaitPoll is how often a wait looks for the created object, and awaitQuiet how long the run may
// write nothing before the object is given up.
const (
	awaitPoll  = 20 * time.Millisecond
	awaitQuiet = 20 * time.Second
	// retryPause and retryQuiet are the same for a delete that another delete of the run may make
	// possible.
	retryPause = 200 * time.Millisecond
	retryQuiet = 2 * time.Second
)

// ErrNotCreated is the error of work that waited for an object which the run did not create.
var ErrNotCreated = errors.New("this run did not create it")

// Work is what a call does once an object exists, or with ErrNotCreated when it will not. It returns
// what there is to report.
type Work func(ctx context.Context, err error) diag.Diagnostics

// waits are the writes of a run that need an object which the run has not created yet.
type waits struct {
	mu sync.Mutex
	// by holds, by the object, the work of calls that have already returned.
	by map[string][]Work
	// failed are the objects whose create failed.
	failed map[string]bool
	// waiting is set while a call waits. Only one does, so that waiting calls never take up all the
	// places of the CLI's parallelism.
	waiting bool
	// gone counts the objects that DeleteAfter has deleted, or that have left another one.
	gone atomic.Int64
}

// Awaited is the result of Await.
type Awaited struct {
	// Later reports that the run keeps the work: the call may return.
	Later bool
	// Err is ErrNotCreated, or the end of the run.
	Err error
	// waits reports whether the call is the one that waits.
	waits bool
}

// Await waits until the run has created an object. The first caller waits; while it does, the run
// keeps the work of the others and runs it in Release. Work gets ErrNotCreated when the object is
// not created. The caller must call Finish in the end.
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

// enqueue keeps work, unless the call can go on at once or is the one that waits.
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

// Finish ends an Await. The call that waited stays until the kept work of all others is done: work
// that never becomes possible gets ErrNotCreated before the run ends.
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

// Release runs the work that was kept for an object: it exists now, or its create failed. The work
// of several calls runs concurrently.
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
	// The entry goes last: until then, Finish waits.
	r.waits.mu.Lock()
	defer r.waits.mu.Unlock()
	delete(r.waits.by, of.id())
	return diags
}

// NoteMoved notes that the run has moved an object out of another one, which may be deleted now.
func (r *Run) NoteMoved() { r.waits.gone.Add(1) }

// DeleteAfter deletes an object. When the delete is refused because of other objects that the run may
// delete or move too, it is sent again after each of them. It gives up soon, because the call takes
// up one of the places of the CLI's parallelism.
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

// empties waits until the run has deleted or moved more than a number of objects, and reports whether
// it has.
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

// Settle waits until the run keeps no work, and reports whether it has kept any: a write that found
// no object may find it then.
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
