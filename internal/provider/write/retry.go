package write

import (
	"context"
	"errors"
	"time"
)

// A refused write that another change of the same apply can make possible is sent again after
// firstPause, then after pauses that double up to longestPause, for at most patience: a waiting call
// occupies one of the CLI's parallel operations.
const (
	firstPause   = 125 * time.Millisecond
	longestPause = 500 * time.Millisecond
	patience     = 3 * time.Second
)

// blockedKey is the key of a context of a caller that itself repeats refused writes.
type blockedKey struct{}

// WithoutRepeat returns a context in which Repeat sends once, for a caller that makes the other
// changes itself and then sends the refused ones again. Repeat calls blocked if it would have sent a
// write again.
func WithoutRepeat(ctx context.Context, blocked func()) context.Context {
	return context.WithValue(ctx, blockedKey{}, blocked)
}

// Repeat sends a write, and sends it again with growing pauses while isBlocked reports that another
// change of the same apply can make it possible: something depends on the object, another object has
// its name, or the new parent is still below it. The lock, which may be nil, is released during a
// pause, so send must not rely on what it has read before.
func (r *Run) Repeat(ctx context.Context, held *Lock, send func() error, isBlocked func(error) bool) error {
	begin := time.Now()
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := send()
		if err == nil || !isBlocked(err) {
			return err
		}
		if blocked, once := ctx.Value(blockedKey{}).(func()); once {
			blocked()
			return err
		}
		if left := patience - time.Since(begin); left <= 0 || held.pause(ctx, min(pause, left)) != nil {
			return err
		}
	}
}

// isTaken reports whether a write was refused because another object has its external ID or unique
// value, which that object may give up.
func (r *Run) isTaken(err error) bool {
	stopped, ok := errors.AsType[*Error](err)
	return r.is(err, Duplicate) && (!ok || stopped.Refusal != nil && stopped.Unread == nil)
}

// pause releases the lock for a time and acquires it again.
func (l *Lock) pause(ctx context.Context, d time.Duration) error {
	if l == nil {
		return sleep(ctx, d)
	}
	held := l.held
	l.Unlock()
	if err := sleep(ctx, d); err != nil {
		return err
	}
	again, err := l.run.acquire(ctx, held)
	l.held = again.held
	return err
}

// backOff waits before a write with a lost response is looked up, longer each time.
func backOff(ctx context.Context, n int) error { return sleep(ctx, 250*time.Millisecond<<n) }

// sleep waits for d. It returns the error of ctx as soon as ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
