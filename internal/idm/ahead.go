package idm

import (
	"context"
	"iter"
	"sync"
)

// maxAhead bounds the questions that are under way for one list, in addition to the bound of the
// connection.
const maxAhead = 16

// Ahead asks about each element of a list and yields the answers in the order of the list, up to
// the first error except those of OneObject. It asks about one element, then about two at a time,
// and so on to maxAhead, so that a caller who wants only the first answers pays for few others.
func Ahead[T, R any](ctx context.Context, list iter.Seq2[T, error], ask func(context.Context, T) (R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		a := ahead[T, R]{ask: ask, yield: yield, width: 1}
		// Nothing is under way any more when the list has ended.
		defer a.asking.Wait()
		defer cancel()
		for element, err := range list {
			if err != nil && !OneObject(err) {
				if a.drain() {
					var none R
					yield(none, err)
				}
				return
			}
			if len(a.answers) == a.width && !a.next() {
				return
			}
			a.start(ctx, element, err)
		}
		a.drain()
	}
}

// ahead are the questions under way for one list, in its order.
type ahead[T, R any] struct {
	ask     func(context.Context, T) (R, error)
	yield   func(R, error) bool
	width   int
	answers []chan answered[R]
	asking  sync.WaitGroup
}

type answered[R any] struct {
	answer R
	err    error
}

// start asks about an element, unless the list has an error in its place.
func (a *ahead[T, R]) start(ctx context.Context, element T, failed error) {
	answer := make(chan answered[R], 1)
	a.answers = append(a.answers, answer)
	if failed != nil {
		answer <- answered[R]{err: failed}
		return
	}
	a.asking.Go(func() {
		found, err := a.ask(ctx, element)
		answer <- answered[R]{found, err}
	})
}

// next yields the oldest answer, and reports whether another one is wanted.
func (a *ahead[T, R]) next() bool {
	first := <-a.answers[0]
	a.answers, a.width = a.answers[1:], min(2*a.width, maxAhead)
	return a.yield(first.answer, first.err) && (first.err == nil || OneObject(first.err))
}

// drain yields the answers that are left.
func (a *ahead[T, R]) drain() bool {
	for len(a.answers) > 0 {
		if !a.next() {
			return false
		}
	}
	return true
}

// flat yields the elements of several lists as one.
func flat[T any](lists iter.Seq2[[]answered[T], error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for list, err := range lists {
			if err != nil {
				var none T
				if !yield(none, err) || !OneObject(err) {
					return
				}
			}
			for _, element := range list {
				if !yield(element.answer, element.err) {
					return
				}
			}
		}
	}
}

// whole reads a list to its end, with the errors of OneObject among its elements.
func whole[T any](list iter.Seq2[T, error]) ([]answered[T], error) {
	var all []answered[T]
	for element, err := range list {
		if err != nil && !OneObject(err) {
			return nil, err
		}
		all = append(all, answered[T]{element, err})
	}
	return all, nil
}
