package rest

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// limit limits requests in flight and per second, and delays all requests after a 429.
type limit struct {
	next   http.RoundTripper
	slots  *semaphore.Weighted
	rate   *rate.Limiter
	counts *counts

	mu          sync.Mutex
	pausedUntil time.Time
}

func newLimit(next http.RoundTripper, concurrent int, perSecond float64) *limit {
	l := &limit{next: next, slots: semaphore.NewWeighted(int64(concurrent)), rate: rate.NewLimiter(rate.Inf, 1)}
	if perSecond > 0 {
		l.rate.SetLimit(rate.Limit(perSecond))
	}
	return l
}

// RoundTrip waits for a slot and for the rate, within the request's context.
func (l *limit) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, begin := request.Context(), time.Now()
	if err := l.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer l.slots.Release(1)
	throttled, err := l.wait(ctx)
	l.counts.addWaits(time.Since(begin)-throttled, throttled, 0)
	if err != nil {
		return nil, err
	}
	response, err := l.next.RoundTrip(request)
	if err == nil && response.StatusCode == http.StatusTooManyRequests {
		l.pause(response)
	}
	return response, err
}

// wait waits for the rate limit and the end of a pause, and returns how long it waited because of a
// 429.
func (l *limit) wait(ctx context.Context) (throttled time.Duration, err error) {
	for {
		if err := l.rate.Wait(ctx); err != nil {
			if ctx.Err() != nil {
				return throttled, ctx.Err()
			}
			return throttled, fmt.Errorf("wait for the rate limit: %w", context.DeadlineExceeded)
		}
		wait := l.pauseLeft()
		if wait <= 0 {
			return throttled, nil
		}
		if wait > maxWait {
			return throttled, &NotSentError{Err: fmt.Errorf("the service asked for a pause of %s: %w", wait.Round(time.Second),
				ErrThrottled)}
		}
		begin := time.Now()
		err := sleep(ctx, wait)
		throttled += time.Since(begin)
		if err != nil {
			return throttled, err
		}
	}
}

func (l *limit) pauseLeft() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.pausedUntil)
}

// pause delays all requests for as long as the service asks, but at least a second.
func (l *limit) pause(response *http.Response) {
	wait, _ := retryAfter(response)
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(max(wait, time.Second)); until.After(l.pausedUntil) {
		l.pausedUntil = until
	}
}

// sleep waits for d. It returns the error of ctx as soon as ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
