package rest

import (
	"errors"
	"sync"
)

// ErrRetryBudget marks a failed request that could have been retried but was not, because too many
// requests of this Client have failed.
var ErrRetryBudget = errors.New("not sent again, because too many requests of this run have failed")

const (
	// burst is how many times all concurrent requests, or the CLI's default number of them, can use up
	// their retries before the budget is spent.
	burst = 4
	// refund is the part of a token that a response returns, which allows at most one retry for two
	// responses in the long run.
	refund = 0.5
)

// budget limits the retries of all requests of a Client together, so that thousands of requests do
// not flood a service that is down. Each retry takes a token, and each response that does not
// indicate an outage returns part of one. A 429 takes none, because it delays all requests anyway.
type budget struct {
	mu     sync.Mutex
	tokens float64
	full   float64
}

func newBudget(concurrent, retries int) *budget {
	full := float64(burst * max(concurrent, defaultConcurrency) * max(retries, 0))
	return &budget{tokens: full, full: full}
}

// take takes a token for a retry and reports whether one was left.
func (b *budget) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// refill returns the refund of one response.
func (b *budget) refill() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.tokens+refund, b.full)
}
