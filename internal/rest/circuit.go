package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// firstContact bounds the repeats of a request while the service has not answered any: a wrong
// address is an error within seconds.
const firstContact = 6 * time.Second

// NotSentError says that a request was not sent, because an earlier failure makes it pointless: the
// login failed, no connection could be made since the start, or the service asked for a long pause.
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

// circuit stops the requests of a Client as soon as one has shown that none can work: the first
// failed login, and the first failed connection when the service has never answered. It stays open
// until the process ends.
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

// note opens the circuit if err, the failure of a request, will meet all others too.
func (c *circuit) note(r *Request, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	_, noLogin := errors.AsType[*LoginError](err)
	refused := errors.Is(err, ErrUnauthorized) && !r.call.otherLogin
	if noLogin || refused || !c.reached.Load() && unanswered(r.method, err) {
		c.cause.CompareAndSwap(nil, &err)
	}
}

// gaveUp reports whether a request without a response, begun at the given time, is not worth
// another attempt after wait: no request has reached the service yet.
func (c *circuit) gaveUp(request *http.Request, err error, begin time.Time, wait time.Duration) bool {
	return c != nil && !c.reached.Load() && unanswered(request.Method, err) && time.Since(begin)+wait > firstContact
}

// answered notes that the service can be reached.
func (c *circuit) answered() {
	if c != nil {
		c.reached.Store(true)
	}
}

// unanswered reports a failure that shows that the address cannot be reached. A write that timed out
// may have been done, so that it must be looked up.
func unanswered(method string, err error) bool {
	return Unsent(err) || !writes(method) && errors.Is(err, context.DeadlineExceeded)
}
