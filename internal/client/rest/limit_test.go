package rest

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func limited(service http.RoundTripper, concurrent int, perSecond float64) *limit {
	return newLimit(service, concurrent, perSecond, newCounts(), &circuit{})
}

func TestLimit_concurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var flying atomic.Int64
		layer := limited(roundTripperFunc(func(*http.Request) (*http.Response, error) {
			flying.Add(1)
			<-release
			return status(200)()
		}), 3, 0)
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() { _, _ = layer.RoundTrip(requestFor(t.Context(), "GET", "")) })
		}
		synctest.Wait()
		if flying.Load() != 3 {
			t.Errorf("%d in flight, want 3", flying.Load())
		}
		close(release)
		group.Wait()
	})
}

func TestLimit_rate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := play(status(200))
		layer := limited(service, 16, 2)
		for range 5 {
			if _, err := layer.RoundTrip(requestFor(t.Context(), "GET", "")); err != nil {
				t.Fatal(err)
			}
		}
		if service.arrivals[4] != 2*time.Second {
			t.Errorf("the fifth request at 2 per second came after %s", service.arrivals[4])
		}
	})
}

func TestLimit_throttleDelaysAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := play(status(429, "20"), status(200))
		layer := limited(service, 16, 0)
		if response, err := layer.RoundTrip(requestFor(t.Context(), "POST", "")); err != nil || response.StatusCode != 429 {
			t.Fatalf("RoundTrip() = %v, %v", response, err)
		}
		if _, err := layer.RoundTrip(requestFor(t.Context(), "GET", "")); err != nil {
			t.Fatal(err)
		}
		if service.arrivals[1] != 20*time.Second {
			t.Errorf("another request came after %s, want 20s", service.arrivals[1])
		}
	})
}

func TestLimit_waitingEndsWithItsContext(t *testing.T) {
	hold := func(request *http.Request) (*http.Response, error) {
		return nil, sleep(request.Context(), time.Hour)
	}
	for name, prepare := range map[string]func(*testing.T) *limit{
		"for a slot": func(t *testing.T) *limit {
			layer := limited(roundTripperFunc(hold), 1, 0)
			go func() { _, _ = layer.RoundTrip(requestFor(t.Context(), "GET", "")) }()
			synctest.Wait()
			return layer
		},
		"for the rate": func(t *testing.T) *limit {
			layer := limited(play(status(200)), 16, 0.001)
			_, err := layer.RoundTrip(requestFor(t.Context(), "GET", ""))
			return keep(t, layer, err)
		},
		"after a 429": func(t *testing.T) *limit {
			layer := limited(play(status(429, "200")), 16, 0)
			_, err := layer.RoundTrip(requestFor(t.Context(), "GET", ""))
			return keep(t, layer, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				layer := prepare(t)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(2*time.Second, cancel)
				start := time.Now()
				_, err := layer.RoundTrip(requestFor(ctx, "GET", ""))
				if !errors.Is(err, context.Canceled) || time.Since(start) != 2*time.Second {
					t.Errorf("RoundTrip() = %v after %s", err, time.Since(start))
				}
			})
		})
	}
}

func keep(t *testing.T, layer *limit, err error) *limit {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return layer
}

func TestLimit_rateBeyondDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		layer := limited(play(status(200)), 16, 0.001)
		_, err := layer.RoundTrip(requestFor(t.Context(), "GET", ""))
		keep(t, layer, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := layer.RoundTrip(requestFor(ctx, "GET", "")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("RoundTrip() = %v, want DeadlineExceeded", err)
		}
	})
}
