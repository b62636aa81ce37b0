package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// newExchange returns the innermost layer: one request and its complete response within timeout. It
// reads the body, so that the outer layers can repeat a request whose response was cut off. It counts
// every request and its response.
func newExchange(next http.RoundTripper, timeout time.Duration, counts *counts) http.RoundTripper {
	return roundTripperFunc(func(request *http.Request) (response *http.Response, err error) {
		counts.countRequest(request)
		defer func() { counts.countResponse(response, err) }()
		if err := request.Context().Err(); err != nil {
			return nil, err
		}
		ctx, cancel := responseContext(request, timeout)
		defer cancel()
		response, err = next.RoundTrip(request.WithContext(ctx))
		if err == nil {
			err = bufferBody(response)
		}
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) && request.Context().Err() == nil {
			return nil, fmt.Errorf("no whole response within %s: %w", timeout, context.DeadlineExceeded)
		}
		if err != nil {
			return nil, err
		}
		response.Request = request
		return response, nil
	})
}

// responseContext returns the context of the wait for a response. A sent write is not abandoned
// when its caller is cancelled: it waits for the result until its timeout.
func responseContext(request *http.Request, timeout time.Duration) (context.Context, context.CancelFunc) {
	ctx := request.Context()
	if !isWrite(request.Method) || metaOf(request).repeatable {
		return context.WithTimeout(ctx, timeout)
	}
	if deadline, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(deadline))
	}
	return context.WithTimeout(context.WithoutCancel(ctx), timeout)
}

// bufferBody reads the body into memory. A body over the limit is kept one byte too long, which its
// reader recognizes. A body that breaks off is kept as well if a Location names the created object.
func bufferBody(response *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, MaxResponseBytes+1))
	response.Body.Close()
	if named := response.StatusCode == http.StatusCreated && response.Header.Get("Location") != ""; err != nil && !named {
		return fmt.Errorf("the response broke off after %d bytes: %w", len(body), err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// peekBody returns the body of a response that an exchange has read, and leaves it readable.
func peekBody(response *http.Response) []byte {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return body
}
