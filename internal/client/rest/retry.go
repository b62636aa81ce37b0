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

	"github.com/cenkalti/backoff/v5"
)

// maxWait limits Retry-After. A response that asks for a longer pause is returned to the caller.
const maxWait = 5 * time.Minute

// repeatable lists the idempotent methods.
var repeatable = []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete}

// retry is the layer that retries requests without a response, and requests that the service asks
// to retry later.
type retry struct {
	next    http.RoundTripper
	retries int
	budget  *budget
	counts  *counts
	circuit *circuit
	// pace is the rate of the requests, which delays those that the service refused with 429; nil
	// for requests without one.
	pace *pace
}

// RoundTrip returns the last response when no attempts, time or budget are left. A spent budget is
// recorded in the error.
func (r *retry) RoundTrip(request *http.Request) (*http.Response, error) {
	meta, begin := metaOf(request), time.Now()
	pause := newPause()
	failures, unanswered := 0, false
	for meta.attempt = 1; ; meta.attempt++ {
		attempt, err := cloneRequest(request.WithContext(withMeta(request.Context(), meta)))
		if err != nil {
			return nil, err
		}
		response, err := r.next.RoundTrip(attempt)
		if err == nil {
			r.circuit.markReached()
		}
		if unanswered && err == nil && deletedByRetry(request, response) {
			return asNoContent(response), nil
		}
		if err == nil && !indicatesOutage(response) {
			r.budget.refill()
		}
		if r.pace != nil && throttled(response) {
			if r.awaitsPace(request, response) {
				continue
			}
			return last(request, response, err, unanswered)
		}
		if failures++; failures > r.retries || !retryable(request, response, err) {
			return last(request, response, err, unanswered)
		}
		unanswered = unanswered || leavesOpen(response, err)
		wait := nextWait(pause, response)
		if !r.allowsWait(request, err, begin, wait) {
			return last(request, response, err, unanswered)
		}
		if !notCarriedOut(response) && !r.budget.take() {
			return retryBudgetSpent(response, attempt), budgetSpent(err)
		}
		r.counts.addWaits(0, 0, wait)
		if err := sleep(request.Context(), wait); err != nil {
			return nil, err
		}
	}
}

func newPause() *backoff.ExponentialBackOff {
	pause := backoff.NewExponentialBackOff()
	pause.Multiplier = 2
	pause.MaxInterval = 30 * time.Second
	pause.RandomizationFactor = 0
	return pause
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

// nextWait returns the wait before the next attempt: the next pause, or a longer one that the
// response asks for.
func nextWait(pause *backoff.ExponentialBackOff, response *http.Response) time.Duration {
	wait := jittered(pause.NextBackOff())
	if asked, ok := retryAfter(response); ok {
		return max(wait, asked)
	}
	return wait
}

// allowsWait reports whether a request, whose last attempt returned err, may be sent again after a
// wait: it is at most maxWait, it ends before the deadline, and the circuit does not stop retries.
func (r *retry) allowsWait(request *http.Request, err error, begin time.Time, wait time.Duration) bool {
	return wait <= maxWait && deadlineAllows(request.Context(), wait) && !r.circuit.stopsRetries(request, err, begin, wait)
}

// leavesOpen reports whether the result of an attempt does not tell if the service carried it out.
func leavesOpen(response *http.Response, err error) bool {
	if err != nil {
		return !Unsent(err)
	}
	return unavailable(response.StatusCode)
}

// awaitsPace reports whether a request that was refused with 429 is sent again at the lowered rate:
// within its deadline, and until the service has refused everything for maxWait.
func (r *retry) awaitsPace(request *http.Request, response *http.Response) bool {
	asked, _ := retryAfter(response)
	return r.retries > 0 && request.Context().Err() == nil && asked <= maxWait && deadlineAllows(request.Context(), asked) &&
		!r.pace.stalled()
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

// retryBudgetSpent marks the response to a request that was not retried because the budget is
// spent.
func retryBudgetSpent(response *http.Response, attempt *http.Request) *http.Response {
	if response == nil {
		return nil
	}
	meta := metaOf(attempt)
	meta.budgetSpent = true
	response.Request = attempt.WithContext(withMeta(attempt.Context(), meta))
	return response
}

// budgetSpent works like retryBudgetSpent for a request without a response.
func budgetSpent(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w; %w", err, ErrRetryBudget)
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

// retryAfter parses the header Retry-After, which holds seconds or a date. A time in the past is
// ignored.
func retryAfter(response *http.Response) (time.Duration, bool) {
	if response == nil {
		return 0, false
	}
	value := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(seconds, int(24*time.Hour/time.Second))) * time.Second, seconds > 0
	}
	if at, err := http.ParseTime(value); err == nil {
		return time.Until(at), time.Until(at) > 0
	}
	return 0, false
}
