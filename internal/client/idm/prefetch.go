package idm

import (
	"context"
	"iter"
	"sync"
)

// maxPrefetch limits the concurrent fetches of one list. The limit of the connection applies as
// well.
const maxPrefetch = 16

// Prefetch calls fetch for each element of a list and yields the results in list order, up to the
// first error for which OneObject is false. Concurrency starts at one fetch and doubles up to
// maxPrefetch, so that a caller that stops early causes few unused fetches.
func Prefetch[T, R any](ctx context.Context, list iter.Seq2[T, error], fetch func(context.Context, T) (R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		p := prefetcher[T, R]{fetch: fetch, yield: yield, window: 1}
		// Wait, so that no fetch outlives the iteration.
		defer p.running.Wait()
		defer cancel()
		for element, err := range list {
			if err != nil && !OneObject(err) {
				if p.drain() {
					var none R
					yield(none, err)
				}
				return
			}
			if len(p.pending) == p.window && !p.next() {
				return
			}
			p.start(ctx, element, err)
		}
		p.drain()
	}
}

// prefetcher contains the running fetches of one list, in list order.
type prefetcher[T, R any] struct {
	fetch   func(context.Context, T) (R, error)
	yield   func(R, error) bool
	window  int
	pending []chan result[R]
	running sync.WaitGroup
}

type result[R any] struct {
	value R
	err   error
}

// start fetches the result for an element, unless the list returned an error for it.
func (p *prefetcher[T, R]) start(ctx context.Context, element T, failed error) {
	done := make(chan result[R], 1)
	p.pending = append(p.pending, done)
	if failed != nil {
		done <- result[R]{err: failed}
		return
	}
	p.running.Go(func() {
		value, err := p.fetch(ctx, element)
		done <- result[R]{value, err}
	})
}

// next yields the oldest result and reports whether the iteration continues.
func (p *prefetcher[T, R]) next() bool {
	first := <-p.pending[0]
	p.pending, p.window = p.pending[1:], min(2*p.window, maxPrefetch)
	return p.yield(first.value, first.err) && (first.err == nil || OneObject(first.err))
}

// drain yields the remaining results.
func (p *prefetcher[T, R]) drain() bool {
	for len(p.pending) > 0 {
		if !p.next() {
			return false
		}
	}
	return true
}

// flatten yields the elements of several lists as one list.
func flatten[T any](lists iter.Seq2[[]result[T], error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for list, err := range lists {
			if err != nil {
				var none T
				if !yield(none, err) || !OneObject(err) {
					return
				}
			}
			for _, element := range list {
				if !yield(element.value, element.err) {
					return
				}
			}
		}
	}
}

// collectAll reads a list to its end. The result includes the errors for which OneObject is true.
func collectAll[T any](list iter.Seq2[T, error]) ([]result[T], error) {
	var all []result[T]
	for element, err := range list {
		if err != nil && !OneObject(err) {
			return nil, err
		}
		all = append(all, result[T]{element, err})
	}
	return all, nil
}
