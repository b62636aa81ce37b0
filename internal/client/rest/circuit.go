package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	// firstResponseLimit limits the retries before the service's first response, so that a wrong address
	// is an error within seconds.
	firstResponseLimit = 6 * time.Second
	// outageLimit limits the retries while the service carries out no request, so that thousands of
	// requests do not flood a service that is down.
	outageLimit = time.Minute
	// maxWait limits the retries that the service asks for with 429 or Retry-After. A response that asks
	// for a longer pause is returned to the caller.
	maxWait = 5 * time.Minute
)

// NotSentError reports that a request was not sent because an earlier failure makes it pointless:
// the login failed, no connection has ever been made, or the service asked for a long pause.
type NotSentError struct {
	Method, Path string
	// Err is the earlier failure.
	Err error
}

// Error names the call and the earlier failure.
func (e *NotSentError) Error() string {
	return fmt.Sprintf("%s %s: not sent, because of an earlier failure of this run: %v", e.Method, e.Path, e.Err)
}

// Unwrap returns the earlier failure.
func (e *NotSentError) Unwrap() error { return e.Err }

// circuit stops all requests of a Client after a failure that every other request would meet: a
// failed login, a failed connection before the service's first response, or one that a caller
// reports. It stays open until the process ends. It stops all retries while the service is down.
type circuit struct {
	mu      sync.Mutex
	reached bool
	// failing is the time of the first failed request after the last one that the service carried out;
	// zero if that is the last request.
	failing time.Time
	cause   error
}

// check returns the failure that opened the circuit, or nil.
func (c *circuit) check() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cause
}

// record records the result of a request.
func (c *circuit) record(sent time.Time, response *http.Response, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reached = c.reached || err == nil
	switch {
	case err == nil && !indicatesOutage(response):
		c.failing = time.Time{}
	case c.failing.IsZero():
		c.failing = sent
	}
}

// allowsWait reports whether a request may be sent again after a wait. asked reports that the service
// asked for it.
func (c *circuit) allowsWait(wait time.Duration, asked bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	limit := outageLimit
	switch {
	case asked:
		limit = maxWait
	case !c.reached:
		limit = firstResponseLimit
	}
	return wait <= maxWait && (c.failing.IsZero() || time.Since(c.failing)+wait <= limit)
}

// recordFailure opens the circuit if every other request would fail with err as well.
func (c *circuit) recordFailure(r *Request, err error) {
	_, noLogin := errors.AsType[*LoginError](err)
	refused := errors.Is(err, ErrUnauthorized) && !r.meta.checksLogin
	c.mu.Lock()
	unreached := !c.reached && unreachable(r.method, err)
	c.mu.Unlock()
	if noLogin || refused || unreached {
		c.open(err)
	}
}

// open stops all later requests, unless err only ends the caller's wait.
func (c *circuit) open(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause == nil && !errors.Is(err, context.Canceled) {
		c.cause = err
	}
}

// Stop sends no further request, because each would fail like the one with err.
func (c *Client) Stop(err error) { c.circuit.open(err) }

// unreachable reports whether err shows that the address cannot be reached. A write that timed out
// does not, because it may have been carried out and must be looked up.
func unreachable(method string, err error) bool {
	return Unsent(err) || !isWrite(method) && errors.Is(err, context.DeadlineExceeded)
}
