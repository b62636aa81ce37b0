package rest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const (
	// slowest is the lowest rate to which refused requests lower the rate of all requests.
	slowest rate.Limit = 0.2
	// fewest is the lowest number of requests in a second that counts as the rate before a 429: a
	// second that has just begun proves nothing.
	fewest = 16
	// recovery is the time in which a lowered rate returns to its former value.
	recovery = 10 * time.Second
)

// pace is the rate of all requests of a Client. A 429 halves it, and each second without one raises
// it by a fixed step. Requests wait for it one after the other, so that a lower rate applies to all
// that wait, and none is sent together with others at the end of a pause.
type pace struct {
	turn *semaphore.Weighted
	rate *rate.Limiter
	// most is the configured rate.
	most rate.Limit

	mu          sync.Mutex
	pausedUntil time.Time
	// lowered is the time of the last halving, and raised of the last change. step is what a second
	// adds to the rate; it is 0 until the first 429.
	lowered, raised time.Time
	step            rate.Limit
	// second is the start of the current second, sent the number of requests in it, and before in the
	// previous one.
	second       time.Time
	sent, before int
}

func newPace(perSecond float64) *pace {
	most := rate.Inf
	if perSecond > 0 {
		most = rate.Limit(perSecond)
	}
	return &pace{turn: semaphore.NewWeighted(1), rate: rate.NewLimiter(most, 1), most: most}
}

// wait waits for the rate and the end of a pause, and returns how long it waited because of a 429.
func (p *pace) wait(ctx context.Context) (throttled time.Duration, err error) {
	begin := time.Now()
	defer func() {
		if p.isLowered() {
			throttled = time.Since(begin)
		}
	}()
	if err := p.turn.Acquire(ctx, 1); err != nil {
		return 0, err
	}
	defer p.turn.Release(1)
	for {
		reserved := time.Now()
		if err := p.rate.Wait(ctx); err != nil {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, fmt.Errorf("wait for the rate limit: %w", context.DeadlineExceeded)
		}
		if p.loweredSince(reserved) {
			continue
		}
		wait := p.pauseLeft()
		if wait <= 0 {
			p.count()
			return 0, nil
		}
		if wait > maxWait {
			return 0, &NotSentError{Err: fmt.Errorf("the service asked for a pause of %s: %w", wait.Round(time.Second), ErrThrottled)}
		}
		if err := sleep(ctx, wait); err != nil {
			return 0, err
		}
	}
}

func (p *pace) isLowered() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.step > 0
}

// loweredSince reports whether a token was taken at a rate that is lower by now.
func (p *pace) loweredSince(reserved time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lowered.After(reserved)
}

func (p *pace) pauseLeft() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.pausedUntil)
}

// count counts a request that is about to be sent.
func (p *pace) count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if elapsed := now.Sub(p.second); elapsed >= time.Second {
		p.before = p.sent
		if elapsed >= 2*time.Second {
			p.before = 0
		}
		p.second, p.sent = now, 0
	}
	p.sent++
}

// refused halves the rate after a 429, unless the request was sent before the last time. It delays
// all requests for as long as the service asks.
func (p *pace) refused(sent time.Time, asked time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if until := now.Add(asked); until.After(p.pausedUntil) {
		p.pausedUntil = until
	}
	if !sent.After(p.lowered) && p.step > 0 {
		return
	}
	// The rate that was allowed may be far above the one that was used.
	lower := max(min(p.rate.Limit(), rate.Limit(max(p.sent, p.before, fewest)))/2, slowest)
	p.step = lower / rate.Limit(recovery.Seconds())
	p.lowered, p.raised = now, now
	p.rate.SetLimitAt(now, lower)
	// A token from the time before would let the next request pass at once.
	p.rate.AllowN(now, 1)
}

// accepted raises a lowered rate, up to the configured one.
func (p *pace) accepted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.step == 0 {
		return
	}
	higher := p.rate.Limit() + p.step*rate.Limit(now.Sub(p.raised).Seconds())
	p.raised = now
	p.rate.SetLimitAt(now, min(higher, p.most))
}
