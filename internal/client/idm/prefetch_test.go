package idm_test

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// numbers lists count numbers followed by err, unless it is nil.
func numbers(count int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for n := range count {
			if !yield(n, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// The results have the order of the list regardless of the duration of each fetch, and several
// fetches run concurrently.
func TestPrefetch_order(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var next, busy, most atomic.Int64
		begin := time.Now()
		results := idm.Prefetch(t.Context(), numbers(200, nil), func(_ context.Context, n int) (int, error) {
			most.Store(max(most.Load(), busy.Add(1)))
			defer busy.Add(-1)
			<-time.After(time.Duration(1+n%7) * time.Second)
			return n, nil
		})
		for n, err := range results {
			if err != nil || int64(n) != next.Load() {
				t.Fatalf("%d, %v after %d results", n, err, next.Load())
			}
			next.Add(1)
		}
		if next.Load() != 200 || most.Load() > 16 || most.Load() < 8 || time.Since(begin) > 2*time.Minute {
			t.Errorf("%d results, up to %d at a time, in %s", next.Load(), most.Load(), time.Since(begin))
		}
	})
}

// A caller that stops early causes few unused fetches, and no fetch continues to run.
func TestPrefetch_stopsEarly(t *testing.T) {
	failed := errors.New("failed")
	for _, test := range []struct {
		name              string
		list              iter.Seq2[int, error]
		failsAt, takes    int
		results, asksUpTo int
		err               error
	}{
		{"the first only", numbers(200, nil), -1, 1, 1, 1, nil},
		{"the first three", numbers(200, nil), -1, 3, 3, 6, nil},
		{"all of a few", numbers(3, nil), -1, 100, 3, 3, nil},
		{"an error of a fetch", numbers(200, nil), 2, 100, 2, 6, failed},
		{"an error of the list", numbers(5, failed), -1, 100, 5, 5, failed},
		{"an error of both", numbers(5, errors.New("later")), 4, 100, 4, 5, failed},
	} {
		t.Run(test.name, func(t *testing.T) {
			var asked, underWay atomic.Int64
			var taken int
			var ended error
			for _, err := range idm.Prefetch(t.Context(), test.list, func(_ context.Context, n int) (int, error) {
				asked.Add(1)
				underWay.Add(1)
				defer underWay.Add(-1)
				if n == test.failsAt {
					return 0, failed
				}
				return n, nil
			}) {
				if ended = err; err == nil {
					taken++
				}
				if taken == test.takes {
					break
				}
			}
			if taken != test.results || !errors.Is(ended, test.err) || int(asked.Load()) > test.asksUpTo || underWay.Load() != 0 {
				t.Errorf("%d results, %v, %d asked, %d under way", taken, ended, asked.Load(), underWay.Load())
			}
		})
	}
}
