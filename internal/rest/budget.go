package rest

import (
	"errors"
	"sync"
)

// ErrRetryBudget is a failure that was not sent again although it is worth it, because too many
// requests of this Client have failed.
var ErrRetryBudget = errors.New("not sent again, because too many requests of this run have failed")

const (
	// burst is how often every request that may be in flight, or that the CLI has under way by
	// default, can use up all its retries before the budget is spent.
	burst = 4
	// refund is what an answer gives back: in the long run there is at most one retry for two
	// answers.
	refund = 0.5
)

// budget bounds how often all requests of a Client together are sent again, so that a service that
// is down is not hit by the retries of thousands of requests. Each retry takes a token, and each
// answer that is no sign of an outage gives a part of one back. A 429 takes none: it has a brake of
// its own, which holds all requests back.
type budget struct {
	mu     sync.Mutex
	tokens float64
	full   float64
}

func newBudget(concurrent, retries int) *budget {
	full := float64(burst * max(concurrent, defaultConcurrency) * max(retries, 0))
	return &budget{tokens: full, full: full}
}

// take reports whether there is a token left for a retry, and takes it.
func (b *budget) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// refill gives back what an answer is worth.
func (b *budget) refill() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.tokens+refund, b.full)
}
