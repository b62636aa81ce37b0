package rest

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// firstWait is the wait before the first retry, which doubles with each further one.
const firstWait = 500 * time.Millisecond

// repeatable lists the idempotent methods.
var repeatable = []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete}

// retry is the layer that retries requests without a response, and requests that the service asks
// to retry later.
type retry struct {
	next    http.RoundTripper
	retries int
	counts  *counts
	circuit *circuit
	// paced reports that the next layers delay requests that the service refused with 429.
	paced bool
}

// RoundTrip returns the last response when no attempts or time are left.
func (r *retry) RoundTrip(request *http.Request) (*http.Response, error) {
	meta, failures, unanswered := metaOf(request), 0, false
	for meta.attempt = 1; ; meta.attempt++ {
		attempt, err := cloneRequest(request.WithContext(withMeta(request.Context(), meta)))
		if err != nil {
			return nil, err
		}
		response, err := r.next.RoundTrip(attempt)
		if unanswered && err == nil && deletedByRetry(request, response) {
			return asNoContent(response), nil
		}
		asked, paced := retryAfter(response), r.paced && throttled(response)
		wait := asked
		if !paced {
			wait = max(asked, jittered(firstWait<<min(failures, 6)))
			failures++
		}
		if failures > r.retries || !retryable(request, response, err) || !deadlineAllows(request.Context(), wait) ||
			!r.circuit.allowsWait(wait, paced || asked > 0) {
			return last(request, response, err, unanswered)
		}
		unanswered = unanswered || leavesOpen(response, err)
		if paced {
			continue
		}
		r.counts.addWaits(0, 0, wait)
		if err := sleep(request.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// jittered varies a pause by up to half of it, so that requests that failed together are not
// repeated together. It uses crypto/rand, which a test can replay.
func jittered(pause time.Duration) time.Duration {
	spread, err := rand.Int(rand.Reader, big.NewInt(int64(pause)+1))
	if err != nil {
		return pause
	}
	return pause/2 + time.Duration(spread.Int64())
}

// leavesOpen reports whether the result of an attempt does not tell if the service carried it out.
func leavesOpen(response *http.Response, err error) bool {
	if err != nil {
		return !Unsent(err)
	}
	return unavailable(response.StatusCode)
}

// last returns the result of the last attempt. If that was not carried out, it proves nothing about
// an earlier attempt of a write that had no response.
func last(request *http.Request, response *http.Response, err error, unanswered bool) (*http.Response, error) {
	if err == nil && unanswered && isWrite(request.Method) && notCarriedOut(response) {
		return nil, fmt.Errorf("an earlier attempt had no response, and the last one was refused with status %d", response.StatusCode)
	}
	return response, err
}

// notCarriedOut reports whether a response shows that the request changed nothing and may be sent
// again, whatever its method: the service limits the rate, or another transaction has locked the
// object.
func notCarriedOut(response *http.Response) bool {
	if throttled(response) {
		return true
	}
	if response == nil || response.StatusCode != http.StatusConflict {
		return false
	}
	problems, _ := readProblems(peekBody(response))
	return (&Error{StatusCode: response.StatusCode, Problems: problems}).has("pessimisticLockingFailure")
}

func retryable(request *http.Request, response *http.Response, err error) bool {
	if request.Context().Err() != nil || err != nil && permanent(err) {
		return false
	}
	if notCarriedOut(response) {
		return true
	}
	if !slices.Contains(repeatable, request.Method) && !metaOf(request).repeatable {
		return Unsent(err)
	}
	return err != nil || unavailable(response.StatusCode)
}

func throttled(response *http.Response) bool {
	return response != nil && response.StatusCode == http.StatusTooManyRequests
}

func indicatesOutage(response *http.Response) bool {
	return throttled(response) || response.StatusCode >= http.StatusInternalServerError
}

// permanent reports whether the next attempt would fail in the same way: no login, a long pause, or
// an untrusted certificate.
func permanent(err error) bool {
	_, noLogin := errors.AsType[*LoginError](err)
	_, paused := errors.AsType[*NotSentError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return noLogin || paused || untrusted
}

// deletedByRetry reports whether the first attempt of a repeated DELETE deleted the object although
// its response was lost.
func deletedByRetry(request *http.Request, response *http.Response) bool {
	if request.Method != http.MethodDelete || response.StatusCode != http.StatusNotFound {
		return false
	}
	problems, _ := readProblems(peekBody(response))
	return (&Error{StatusCode: response.StatusCode, Problems: problems}).Is(ErrNoRecord)
}

// asNoContent turns the response to a repeated DELETE into a successful response.
func asNoContent(response *http.Response) *http.Response {
	response.StatusCode, response.Status = http.StatusNoContent, "204 No Content"
	response.Body, response.ContentLength = http.NoBody, 0
	return response
}

// deadlineAllows reports whether more than wait is left until the deadline of ctx.
func deadlineAllows(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > wait
}

// retryAfter returns the pause that the header Retry-After asks for with seconds or a date; 0 for
// none.
func retryAfter(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	value := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(0, min(seconds, int(24*time.Hour/time.Second)))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(0, time.Until(at))
}
