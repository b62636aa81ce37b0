package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// firstResponseLimit limits the retries of a request before the service's first response, so that a
// wrong address is an error within seconds.
const firstResponseLimit = 6 * time.Second

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
// reports. It stays open until the process ends.
type circuit struct {
	reached atomic.Bool
	cause   atomic.Pointer[error]
}

// check returns the failure that opened the circuit, or nil.
func (c *circuit) check() error {
	if cause := c.cause.Load(); cause != nil {
		return *cause
	}
	return nil
}

// recordFailure opens the circuit if every other request would fail with err as well.
func (c *circuit) recordFailure(r *Request, err error) {
	_, noLogin := errors.AsType[*LoginError](err)
	refused := errors.Is(err, ErrUnauthorized) && !r.meta.checksLogin
	if noLogin || refused || !c.reached.Load() && unreachable(r.method, err) {
		c.open(err)
	}
}

// open stops all later requests, unless err only ends the caller's wait.
func (c *circuit) open(err error) {
	if !errors.Is(err, context.Canceled) {
		c.cause.CompareAndSwap(nil, &err)
	}
}

// Stop sends no further request, because each would fail like the one with err.
func (c *Client) Stop(err error) { c.circuit.open(err) }

// stopsRetries reports whether a request without a response should not be retried after wait,
// because no request has reached the service within firstResponseLimit of begin.
func (c *circuit) stopsRetries(request *http.Request, err error, begin time.Time, wait time.Duration) bool {
	return c != nil && !c.reached.Load() && unreachable(request.Method, err) && time.Since(begin)+wait > firstResponseLimit
}

// markReached records that the service can be reached.
func (c *circuit) markReached() {
	if c != nil {
		c.reached.Store(true)
	}
}

// unreachable reports whether err shows that the address cannot be reached. A write that timed out
// does not, because it may have been carried out and must be looked up.
func unreachable(method string, err error) bool {
	return Unsent(err) || !isWrite(method) && errors.Is(err, context.DeadlineExceeded)
}
