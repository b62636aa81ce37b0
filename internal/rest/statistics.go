package rest

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// noAnswer is what an exchange without a whole answer counts as, among the statuses.
const noAnswer = "no answer"

// Statistics is what a Client has done so far: kinds of requests and numbers, never an id or a
// value.
type Statistics struct {
	// Requests counts what was sent, every repeat too, by its kind such as "GET
	// /core/v1/{client}/units/{id}".
	Requests map[string]int `json:"requests"`
	// Retries is how many of them were repeats.
	Retries int `json:"retries"`
	// Errors counts the answers from 400 on by their status; "no answer" stands for a connection
	// that failed or broke off.
	Errors map[string]int `json:"errors"`
	// QueuedSeconds is how long requests waited for a slot or the rate, because of the bounds on
	// requests in flight and per second. Like the others it is the sum over all requests, which
	// wait side by side.
	QueuedSeconds float64 `json:"queued_seconds"`
	// ThrottledSeconds is how long requests were held back after an answer 429.
	ThrottledSeconds float64 `json:"throttled_seconds"`
	// PausedSeconds is how long requests waited before they were sent again.
	PausedSeconds float64 `json:"paused_seconds"`
}

// Statistics returns what c has done so far.
func (c *Client) Statistics() Statistics { return c.counts.statistics() }

// counts are Statistics that grow. A nil one counts nothing.
type counts struct {
	mu  sync.Mutex
	all Statistics
}

func newCounts() *counts {
	return &counts{all: Statistics{Requests: map[string]int{}, Errors: map[string]int{}}}
}

func (c *counts) statistics() Statistics {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.all
	now.Requests, now.Errors = maps.Clone(now.Requests), maps.Clone(now.Errors)
	return now
}

func (c *counts) sent(request *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	marks := callOf(request)
	kind := marks.kind
	if kind == "" {
		kind = request.Method
	}
	c.all.Requests[kind]++
	if marks.attempt > 1 {
		c.all.Retries++
	}
}

func (c *counts) answered(response *http.Response, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		c.all.Errors[noAnswer]++
	case response.StatusCode >= http.StatusBadRequest:
		c.all.Errors[strconv.Itoa(response.StatusCode)]++
	}
}

// waited adds times that a request did not spend on its way.
func (c *counts) waited(queued, throttled, paused time.Duration) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all.QueuedSeconds += queued.Seconds()
	c.all.ThrottledSeconds += throttled.Seconds()
	c.all.PausedSeconds += paused.Seconds()
}

// counter is the layer that counts every exchange.
type counter struct {
	next http.RoundTripper
	*counts
}

// RoundTrip counts before and after.
func (c *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	c.sent(request)
	response, err := c.next.RoundTrip(request)
	c.answered(response, err)
	return response, err
}
