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
	"time"
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

// Soon no request to a service that is down is sent again.
func TestRetry_serviceThatIsDown(t *testing.T) {
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
				begin := time.Now()
				for _, err := range all(c, 1000) {
					if !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrNoResponse) {
						t.Fatal(err)
					}
				}
				if requests.Load() > 1500 || time.Since(begin) > outageLimit+10*time.Second {
					t.Errorf("%d requests for 1,000 calls in %s", requests.Load(), time.Since(begin))
				}
			})
		})
	}
}

// Failures among other responses do not stop the retries.
func TestRetry_serviceWithSomeFailures(t *testing.T) {
	for name, every := range map[string]int64{"every tenth": 10, "every second": 2} {
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
