// Package sharedfetch fetches a value once and shares it between all callers that need it.
package sharedfetch

import (
	"context"
	"sync"
)

// Value is fetched by its first reader and shared with later readers. The zero Value is ready to
// use, by several goroutines at once; it must not be copied.
type Value[T any] struct {
	mu   sync.Mutex
	call *call[T]
}

// call is one fetch. Its result is set before done is closed, and does not change afterwards.
type call[T any] struct {
	readers int
	cancel  context.CancelFunc
	done    chan struct{}
	value   T
	err     error
}

// Get returns the value, and calls fetch if no value exists yet. Readers that arrive during a fetch
// wait for its result. Each reader stops waiting when its own context ends, and the context of the
// fetch is cancelled only when no reader is left. All waiting readers receive an error, but it is
// not kept: the next reader fetches again.
func (v *Value[T]) Get(ctx context.Context, fetch func(ctx context.Context) (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	c := v.join(ctx, fetch)
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		v.leave(c)
		return none, ctx.Err()
	}
}

// Drop discards a fetched value for which stale returns true. It does not affect a running fetch.
func (v *Value[T]) Drop(stale func(T) bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.call != nil && v.call.finished() && stale(v.call.value) {
		v.call = nil
	}
}

func (v *Value[T]) join(ctx context.Context, fetch func(ctx context.Context) (T, error)) *call[T] {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.call == nil {
		// The fetch uses the values of the first reader's context, but not its cancellation.
		shared, cancel := context.WithCancel(context.WithoutCancel(ctx)) //nolint:gosec // run calls it
		v.call = &call[T]{cancel: cancel, done: make(chan struct{})}
		go v.run(shared, v.call, fetch)
	}
	v.call.readers++
	return v.call
}

func (v *Value[T]) run(ctx context.Context, c *call[T], fetch func(ctx context.Context) (T, error)) {
	defer c.cancel()
	value, err := fetch(ctx)
	v.mu.Lock()
	defer v.mu.Unlock()
	c.value, c.err = value, err
	if err != nil && v.call == c {
		v.call = nil
	}
	close(c.done)
}

// leave cancels a fetch that no reader waits for; the next reader starts another.
func (v *Value[T]) leave(c *call[T]) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if c.readers--; c.readers > 0 || c.finished() {
		return
	}
	c.cancel()
	if v.call == c {
		v.call = nil
	}
}

func (c *call[T]) finished() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// Map is a Value for each key. The zero Map is ready to use, by several goroutines at once; it must
// not be copied.
type Map[K comparable, T any] struct {
	mu     sync.Mutex
	values map[K]*Value[T]
}

// Get works like Value.Get for the Value of key.
func (m *Map[K, T]) Get(ctx context.Context, key K, fetch func(ctx context.Context) (T, error)) (T, error) {
	return m.value(key).Get(ctx, fetch)
}

func (m *Map[K, T]) value(key K) *Value[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.values[key]
	if !ok {
		if m.values == nil {
			m.values = map[K]*Value[T]{}
		}
		value = new(Value[T])
		m.values[key] = value
	}
	return value
}
