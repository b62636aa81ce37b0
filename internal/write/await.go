package write

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// awaitPoll is the interval between checks for the created object. awaitQuiet is the time without
// any request after which a wait gives up. A CLI starts its next call within nextQuiet, unless
// crowd calls wait, which is its default parallelism.
const (
	awaitPoll  = 20 * time.Millisecond
	awaitQuiet = 5 * time.Second
	nextQuiet  = 500 * time.Millisecond
	crowd      = 10
	// probeQuiet is the time after which one of several waiting calls returns: if that lets the CLI
	// start another call, its parallelism is lower than crowd.
	probeQuiet = 2 * time.Second
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
	// waiting is the number of calls between Await and Finish. Once they seem to use up the CLI's
	// parallelism, crowded is set: then only one call waits at a time.
	waiting int
	crowded bool
	probed  bool
	// gaveUp counts the waits that gave up. Each lets the CLI start another call, which can help
	// the remaining ones.
	gaveUp int
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

// Await waits until the run has created an object. While all calls of the CLI wait, only one of
// them continues to, and the run keeps the work of the others and runs it in Release. If the
// object is not created, the work receives ErrNotCreated. The caller must call Finish at the end.
func (r *Run) Await(ctx context.Context, of LockKey, work Work) Awaited {
	a := r.enqueue(of, work)
	if a.waits {
		a.Err = r.poll(ctx, func(quiet time.Duration) bool {
			a.Later = r.leave(of, work, quiet)
			return a.Later || r.Declared(of) || r.waits.hasFailed(of)
		})
		a.waits = !a.Later
		if a.waits && a.Err == nil && !r.Declared(of) {
			a.Err = ErrNotCreated
		}
	}
	return a
}

// enqueue keeps the work unless the call can continue at once or is one that waits.
func (r *Run) enqueue(of LockKey, work Work) Awaited {
	r.waits.mu.Lock()
	defer r.waits.mu.Unlock()
	switch {
	case r.Declared(of):
		return Awaited{}
	case r.waits.failed[of.id()]:
		return Awaited{Err: ErrNotCreated}
	case r.waits.waiting == 0 || !r.waits.crowded && !r.waits.probed:
		r.waits.waiting++
		return Awaited{waits: true}
	}
	r.waits.crowded = true
	r.waits.keep(of, work)
	return Awaited{Later: true}
}

func (w *waits) keep(of LockKey, work Work) {
	if w.by == nil {
		w.by = map[string][]Work{}
	}
	w.by[of.id()] = append(w.by[of.id()], work)
}

// leave ends the wait of a call if another one continues to wait, and reports whether the run keeps
// its work.
func (r *Run) leave(of LockKey, work Work, quiet time.Duration) bool {
	w := &r.waits
	w.mu.Lock()
	defer w.mu.Unlock()
	w.crowded = w.crowded || w.waiting >= crowd && quiet > nextQuiet
	probes := !w.probed && quiet > probeQuiet
	if !w.crowded && !probes || w.waiting == 1 || r.Declared(of) || w.failed[of.id()] {
		return false
	}
	w.probed = true
	w.waiting--
	w.keep(of, work)
	return true
}

func (w *waits) hasFailed(of LockKey) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed[of.id()]
}

// Finish ends an Await. The last waiting call returns only after the kept work of all other calls
// is done; work that never becomes possible receives ErrNotCreated before the run ends.
func (r *Run) Finish(ctx context.Context, a Awaited) (diags diag.Diagnostics) {
	if !a.waits {
		return nil
	}
	w := &r.waits
	_ = r.poll(ctx, func(time.Duration) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.waiting > 1 || len(w.by) == 0
	})
	w.mu.Lock()
	w.waiting--
	var abandoned map[string][]Work
	if w.waiting == 0 {
		abandoned, w.by = w.by, nil
	}
	w.mu.Unlock()
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

// Settle waits until the run keeps no work and at most one call waits, and reports whether that was
// necessary. A write that did not find its object may find it afterwards.
func (r *Run) Settle(ctx context.Context) bool {
	settled := func(time.Duration) bool {
		r.waits.mu.Lock()
		defer r.waits.mu.Unlock()
		return len(r.waits.by) == 0 && r.waits.waiting < 2
	}
	return !settled(0) && r.poll(ctx, settled) == nil
}

// poll waits until a condition holds, the run ends, or no request of the run was sent or awaited
// its response for a while. The condition receives that time.
func (r *Run) poll(ctx context.Context, done func(quiet time.Duration) bool) error {
	written, since, limit := r.Changes(), time.Now(), awaitQuiet
	gaveUp := r.waits.giveUp(-1)
	for !done(time.Since(since)) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(awaitPoll):
		}
		if now := r.Changes(); now != written || r.Busy() {
			written, since, limit = now, time.Now(), awaitQuiet
		}
		if time.Since(since) <= limit {
			continue
		}
		now := r.waits.giveUp(gaveUp)
		if now == gaveUp {
			return ErrNotCreated
		}
		gaveUp, since, limit = now, time.Now(), nextQuiet
	}
	return nil
}

// giveUp counts another wait that gives up and returns seen. If a wait has given up since seen was
// read, it only returns the current count.
func (w *waits) giveUp(seen int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.gaveUp == seen {
		w.gaveUp++
		return seen
	}
	return w.gaveUp
}
