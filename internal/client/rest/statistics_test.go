package rest

import (
	"maps"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// exchanges sends GETs of a kind through the counting layers and returns the counts.
func exchanges(t *testing.T, requests int, service http.RoundTripper) Statistics {
	t.Helper()
	c := newCounts()
	layer := retrying(newLimit(newExchange(service, time.Minute, c), 1, 0, c, &circuit{}))
	layer.counts = c
	for range requests {
		request := requestFor(t.Context(), http.MethodGet, "")
		request = request.WithContext(withMeta(request.Context(), requestMeta{kind: "GET /units/{id}"}))
		if _, err := layer.RoundTrip(request); err != nil {
			t.Fatal(err)
		}
	}
	return c.statistics()
}

func TestStatistics_counts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := exchanges(t, 2, play(broken, status(200), status(429, "7"), status(200)))
		if s.Requests["GET /units/{id}"] != 4 || s.Retries != 2 || !maps.Equal(s.Errors, map[string]int{"no response": 1, "429": 1}) {
			t.Errorf("%+v", s)
		}
		if s.PausedSeconds < 7 || s.ThrottledSeconds > s.PausedSeconds {
			t.Errorf("waited %+v", s)
		}
	})
}

// A 429 delays the other requests, and their delay is counted as waiting time.
func TestStatistics_throttled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounts()
		limited := newLimit(play(status(429, "30")), 1, 0, c, &circuit{})
		for range 2 {
			if _, err := limited.RoundTrip(requestFor(t.Context(), http.MethodPost, "")); err != nil {
				t.Fatal(err)
			}
		}
		if s := c.statistics(); s.ThrottledSeconds != (30*time.Second).Seconds() || s.QueuedSeconds != 0 {
			t.Errorf("%+v", s)
		}
	})
}
