package rest

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// noResponse is the status under which an exchange without a complete response is counted.
const noResponse = "no response"

// Statistics contains the number of a Client's requests by kind, without IDs and values.
type Statistics struct {
	// Requests counts the requests sent, including repeats, by kind, such as "GET
	// /core/v1/{client}/units/{id}".
	Requests map[string]int `json:"requests"`
	// Retries counts the retries among them.
	Retries int `json:"retries"`
	// Errors counts the responses with status 400 and above by status; "no response" counts failed
	// and interrupted connections.
	Errors map[string]int `json:"errors"`
	// QueuedSeconds is the time that requests waited because of the limits on requests in flight
	// and per second. Like the following fields, it is the sum over all requests, which wait
	// concurrently.
	QueuedSeconds float64 `json:"queued_seconds"`
	// ThrottledSeconds is the time for which requests were delayed after a 429.
	ThrottledSeconds float64 `json:"throttled_seconds"`
	// PausedSeconds is the time that requests waited before a retry.
	PausedSeconds float64 `json:"paused_seconds"`
}

// Statistics returns the current numbers of c.
func (c *Client) Statistics() Statistics { return c.counts.statistics() }

// counts collects Statistics.
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

func (c *counts) countRequest(request *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	meta := metaOf(request)
	kind := meta.kind
	if kind == "" {
		kind = request.Method
	}
	c.all.Requests[kind]++
	if meta.attempt > 1 {
		c.all.Retries++
	}
}

func (c *counts) countResponse(response *http.Response, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		c.all.Errors[noResponse]++
	case response.StatusCode >= http.StatusBadRequest:
		c.all.Errors[strconv.Itoa(response.StatusCode)]++
	}
}

// addWaits adds the times that a request spent waiting.
func (c *counts) addWaits(queued, throttled, paused time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all.QueuedSeconds += queued.Seconds()
	c.all.ThrottledSeconds += throttled.Seconds()
	c.all.PausedSeconds += paused.Seconds()
}
