package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// over returns a Client whose transport is the function service.
func over(t *testing.T, config Config, service roundTripperFunc) *Client {
	t.Helper()
	config.BaseURL = &url.URL{Scheme: "https", Host: "idm.example"}
	c, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	c.http.Transport = c.layers(config, service)
	return c
}

func respond(code int) (*http.Response, error) {
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// all makes calls with Terraform's default concurrency and returns their errors.
func all(c *Client, calls int) (errs []error) {
	var group sync.WaitGroup
	var mu sync.Mutex
	var next atomic.Int64
	for range 10 {
		group.Go(func() {
			for next.Add(1) <= int64(calls) {
				_, err := Text(context.Background(), c, c.Request("GET", "units"))
				mu.Lock()
				errs = append(errs, err)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return errs
}

func TestBudget_serviceThatIsDown(t *testing.T) {
	for name, down := range map[string]roundTripperFunc{
		"503":         func(*http.Request) (*http.Response, error) { return respond(503) },
		"no response": func(*http.Request) (*http.Response, error) { return broken() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int64
				c := over(t, Config{}, func(r *http.Request) (*http.Response, error) {
					requests.Add(1)
					return down(r)
				})
				errs := all(c, 1000)
				if requests.Load() != 1000+256 {
					t.Errorf("%d requests, want the 1,000 calls and a budget of 4 × 16 × 4 retries", requests.Load())
				}
				spent := 0
				for _, err := range errs {
					if errors.Is(err, ErrRetryBudget) && strings.Contains(err.Error(), ErrRetryBudget.Error()) {
						spent++
					}
				}
				if spent < 900 || !errors.Is(errs[999], ErrUnavailable) && !errors.Is(errs[999], ErrNoResponse) {
					t.Errorf("%d of %d errors say that the budget is spent; the last is %v", spent, len(errs), errs[999])
				}
			})
		})
	}
}

func TestBudget_serviceWithSomeFailures(t *testing.T) {
	for name, every := range map[string]int64{"every tenth": 10, "every fourth": 4} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int64
				c := over(t, Config{MaxRetries: 30}, func(*http.Request) (*http.Response, error) {
					if requests.Add(1)%every == 0 {
						return respond(503)
					}
					return respond(200)
				})
				for _, err := range all(c, 20_000) {
					if err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

func TestBudget_backAfterAnOutage(t *testing.T) {
	b := newBudget(1, 1)
	taken := 0
	for b.take() {
		taken++
	}
	if taken != 64 {
		t.Errorf("%d retries, and no burst of four for each of 16 requests", taken)
	}
	b.refill()
	if b.take() {
		t.Error("one response gives a whole token back")
	}
	b.refill()
	if !b.take() || b.take() {
		t.Error("two responses do not give one token back")
	}
	for range 100 {
		b.refill()
	}
	for range taken {
		b.refill()
	}
	for range taken {
		if !b.take() {
			t.Error("not full again")
		}
	}
	if b.take() {
		t.Error("fuller than full")
	}
}

// A response 429 takes no token from the budget, because it already delays all requests.
func TestBudget_throttledTakesNoToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := over(t, Config{MaxConcurrentRequests: 1}, func(*http.Request) (*http.Response, error) { return respond(429) })
		for _, err := range all(c, 40) {
			if !errors.Is(err, ErrThrottled) || errors.Is(err, ErrRetryBudget) {
				t.Fatal(err)
			}
		}
	})
}
