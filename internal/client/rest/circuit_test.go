package rest

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func refusedConnection() error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// Only the first request waits for a failure that would affect all requests.
func TestCircuit_opens(t *testing.T) {
	for name, tc := range map[string]struct {
		service  roundTripperFunc
		kind     error
		requests int64
		within   time.Duration
	}{
		"401": {func(*http.Request) (*http.Response, error) { return respond(401) }, ErrUnauthorized, 10, 0},
		"401 with a missing right": {func(*http.Request) (*http.Response, error) {
			response, err := respond(401)
			response.Body = io.NopCloser(strings.NewReader(`{"errors":[{"code":"errors.insufficientRightsFunction"}]}`))
			return response, err
		}, ErrUnauthorized, 10, 0},
		"refused": {func(*http.Request) (*http.Response, error) { return nil, refusedConnection() }, syscall.ECONNREFUSED, 50,
			firstResponseLimit},
		"silent": {func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}, context.DeadlineExceeded, 10, defaultTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int64
				c := over(t, Config{}, func(r *http.Request) (*http.Response, error) {
					requests.Add(1)
					return tc.service(r)
				})
				begin, notSent := time.Now(), 0
				for _, err := range all(c, 1000) {
					if !errors.Is(err, tc.kind) || errors.Is(err, ErrForbidden) {
						t.Fatalf("%v is another failure", err)
					}
					if _, ok := errors.AsType[*NotSentError](err); ok {
						notSent++
					}
				}
				if requests.Load() > tc.requests || notSent < 990 || time.Since(begin) > tc.within {
					t.Errorf("%d requests, %d errors without one, %s", requests.Load(), notSent, time.Since(begin))
				}
			})
		})
	}
}

// The circuit stays closed for a service that has responded before, for a rejected login in a
// request body, and for a cancelled request.
func TestCircuit_staysClosed(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, first := range map[string]func(c *Client) error{
		"refused after a response": func(c *Client) error {
			_, err := Text(context.Background(), c, c.Request("GET", "up"))
			if err == nil {
				_, err = Text(context.Background(), c, c.Request("GET", "down"))
			}
			return err
		},
		"another login": func(c *Client) error {
			return Discard(context.Background(), c, c.Request("POST", "login").ChecksLogin())
		},
		"cancelled":    func(c *Client) error { _, err := Text(cancelled, c, c.Request("GET", "up")); return err },
		"a lost write": func(c *Client) error { return Discard(context.Background(), c, c.Request("POST", "slow")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := over(t, Config{MaxRetries: -1}, func(r *http.Request) (*http.Response, error) {
					switch r.URL.Path {
					case "/down":
						return nil, refusedConnection()
					case "/login":
						return respond(401)
					case "/slow":
						<-r.Context().Done()
						return nil, r.Context().Err()
					}
					return respond(200)
				})
				if err := first(c); err == nil {
					t.Error("the first request worked")
				}
				if _, err := Text(t.Context(), c, c.Request("GET", "up")); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A write whose connection was refused was not sent, so it is retried like a read.
func TestRetry_unsentWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := func() (*http.Response, error) { return nil, refusedConnection() }
		service := play(refused, refused, status(201))
		response, err := retrying(service).RoundTrip(requestFor(t.Context(), "POST", "body"))
		if err != nil || response.StatusCode != 201 || len(service.arrivals) != 3 {
			t.Errorf("%v, %v after %d attempts", response, err, len(service.arrivals))
		}
	})
}

// With any Retry-After, each retry is preceded by a pause of limited length.
func TestRetryAfter_hostile(t *testing.T) {
	for _, code := range []int{429, 503} {
		for _, header := range []string{"", "0", "-5", "soon", "1.5", "99999999999999999999", "Mon, 01 Jan 1990 00:00:00 GMT", "86400",
			"Fri, 01 Jan 2999 00:00:00 GMT"} {
			synctest.Test(t, func(t *testing.T) {
				var came []time.Time
				c := over(t, Config{}, func(*http.Request) (*http.Response, error) {
					came = append(came, time.Now())
					response, err := respond(code)
					response.Header.Set("Retry-After", header)
					return response, err
				})
				begin := time.Now()
				for range 20 {
					if _, err := Text(context.Background(), c, c.Request("GET", "units")); err == nil {
						t.Error("it worked")
					}
				}
				for i := range came {
					if i%5 > 0 && len(came) == 100 && came[i].Sub(came[i-1]) < 250*time.Millisecond {
						t.Errorf("%d %q: attempt %d came after %s", code, header, i, came[i].Sub(came[i-1]))
					}
				}
				if took := time.Since(begin); took > maxWait+20*15*time.Second {
					t.Errorf("%d %q: took %s", code, header, took)
				}
			})
		}
	}
}
