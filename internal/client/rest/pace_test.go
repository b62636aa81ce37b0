package rest

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// gateway allows a number of requests per second, without a burst, and responds after a latency.
type gateway struct {
	interval, latency time.Duration
	retryAfter        string

	mu       sync.Mutex
	next     time.Time
	accepted int
	refused  int
}

func (g *gateway) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := sleep(request.Context(), g.latency); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Now().Before(g.next) {
		g.refused++
		response, err := respond(http.StatusTooManyRequests)
		response.Header.Set("Retry-After", g.retryAfter)
		return response, err
	}
	g.next = time.Now().Add(g.interval)
	g.accepted++
	return respond(http.StatusCreated)
}

// Behind a proxy that allows 5 requests per second without a burst, 60 creates succeed in at most
// twice the ideal time, with any parallelism, latency and Retry-After. More of them are no
// slower.
func TestPace(t *testing.T) {
	for _, creates := range []int{60, 600} {
		for _, parallel := range []int{1, 10, 64} {
			for _, latency := range []time.Duration{time.Millisecond, 100 * time.Millisecond, time.Second} {
				for _, asked := range []string{"", "1"} {
					synctest.Test(t, func(t *testing.T) {
						g := &gateway{interval: 200 * time.Millisecond, latency: latency, retryAfter: asked}
						c := over(t, Config{MaxConcurrentRequests: 16}, g.RoundTrip)
						begin, left := time.Now(), atomic.Int64{}
						left.Store(int64(creates))
						var group sync.WaitGroup
						for range parallel {
							group.Go(func() {
								for left.Add(-1) >= 0 {
									if err := Discard(context.Background(), c, c.Request("POST", "units")); err != nil {
										t.Error(err)
									}
								}
							})
						}
						group.Wait()
						ideal := max(time.Duration(creates)*g.interval, time.Duration(creates/min(parallel, 16))*latency)
						took := time.Since(begin)
						t.Logf("%d creates, %d at a time, latency %s, Retry-After %q: %s, ideal %s, %d refused", creates, parallel, latency,
							asked, took.Round(time.Millisecond), ideal, g.refused)
						if took > 2*ideal || g.accepted != creates {
							t.Errorf("%s instead of %s, %d created", took, ideal, g.accepted)
						}
					})
				}
			}
		}
	}
}

// A request of any method that is refused with 429, or because another transaction has locked the
// object, changed nothing and is sent again.
func TestRetry_notCarriedOut(t *testing.T) {
	locked := `{"errors":[{"code":"errors.pessimisticLockingFailure","message":"Locked."}]}`
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		for name, refusal := range map[string]func() (*http.Response, error){"429": status(429), "locked": status(409, "", locked)} {
			synctest.Test(t, func(t *testing.T) {
				service := play(refusal, refusal, status(200))
				c := over(t, Config{}, service.RoundTrip)
				if err := Discard(t.Context(), c, c.Request(method, "units")); err != nil || len(service.arrivals) != 3 {
					t.Errorf("%s, %s: %v after %d attempts", method, name, err, len(service.arrivals))
				}
			})
		}
	}
}

// A refusal proves nothing about an earlier attempt of a write without a response.
func TestRetry_lostThenRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := over(t, Config{MaxRetries: 2}, play(broken, status(429, "86400")).RoundTrip)
		if err := Discard(t.Context(), c, c.Request("DELETE", "units")); !errors.Is(err, ErrNoResponse) {
			t.Error(err)
		}
	})
}
