package rest

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// limit limits requests in flight and per second. A 429 lowers the rate of all requests.
type limit struct {
	next    http.RoundTripper
	slots   *semaphore.Weighted
	pace    *pace
	counts  *counts
	circuit *circuit
}

func newLimit(next http.RoundTripper, concurrent int, perSecond float64, counts *counts, circuit *circuit) *limit {
	return &limit{next, semaphore.NewWeighted(int64(concurrent)), newPace(perSecond), counts, circuit}
}

type arrivalKey struct{}

// WithArrival returns a context in which arrive is called with each request before it waits for a
// lowered rate. A replay uses it to order requests of the same instant; otherwise the operating
// system's threads would decide which one is sent first.
func WithArrival(ctx context.Context, arrive func(*http.Request)) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrive)
}

// RoundTrip waits for a slot and for the rate, within the request's context.
func (l *limit) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, begin := request.Context(), time.Now()
	if err := l.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer l.slots.Release(1)
	if arrive, ok := ctx.Value(arrivalKey{}).(func(*http.Request)); ok && l.pace.isLowered() {
		arrive(request)
	}
	held, err := l.pace.wait(ctx)
	l.counts.addWaits(time.Since(begin)-held, held, 0)
	if err != nil {
		return nil, err
	}
	sent := time.Now()
	response, err := l.next.RoundTrip(request)
	l.circuit.record(sent, response, err)
	switch {
	case err != nil:
	case throttled(response):
		l.pace.refused(sent, retryAfter(response))
	default:
		l.pace.accepted()
	}
	return response, err
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
