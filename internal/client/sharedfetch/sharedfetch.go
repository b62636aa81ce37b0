// Package sharedfetch fetches a value once and shares it between all callers that need it.
package sharedfetch

import (
	"context"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Value is fetched by its first reader and shared with later readers. The zero Value is ready to
// use, by several goroutines at once; it must not be copied.
type Value[T any] struct {
	running singleflight.Group
	mu      sync.Mutex
	fetched *T
}

// Get returns the value, and calls fetch if no value exists yet. Readers that arrive during a fetch
// wait for its result. Each reader stops waiting when its own context ends, and the fetch goes on for
// the others. All waiting readers receive an error, but it is not kept: the next reader fetches
// again.
func (v *Value[T]) Get(ctx context.Context, fetch func(ctx context.Context) (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	done := v.running.DoChan("", func() (any, error) {
		if known := v.known(); known != nil {
			return known, nil
		}
		// The fetch uses the values of the first reader's context, but not its cancellation.
		value, err := fetch(context.WithoutCancel(ctx))
		if err != nil {
			return &value, err
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		v.fetched = &value
		return v.fetched, nil
	})
	select {
	case result := <-done:
		value, _ := result.Val.(*T)
		return *value, result.Err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

func (v *Value[T]) known() *T {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.fetched
}

// Drop discards a fetched value for which stale returns true. It does not affect a running fetch.
func (v *Value[T]) Drop(stale func(T) bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.fetched != nil && stale(*v.fetched) {
		v.fetched = nil
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
	m.mu.Lock()
	value, ok := m.values[key]
	if !ok {
		if m.values == nil {
			m.values = map[K]*Value[T]{}
		}
		value = new(Value[T])
		m.values[key] = value
	}
	m.mu.Unlock()
	return value.Get(ctx, fetch)
}

// Clear forgets all values. A running fetch serves only the readers that wait for it.
func (m *Map[K, T]) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values = nil
}
