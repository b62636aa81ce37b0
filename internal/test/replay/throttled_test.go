package replay

import (
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// gateway allows one request per interval, without a burst, and delays each response.
type gateway struct {
	server            http.Handler
	interval, latency time.Duration

	mu       sync.Mutex
	next     time.Time
	accepted int
}

func (g *gateway) RoundTrip(r *http.Request) (*http.Response, error) {
	x := &exchange{request: r}
	if r.Body != nil {
		x.body, _ = io.ReadAll(r.Body)
	}
	if err := pause(r.Context(), g.latency); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Now().Before(g.next) {
		x.response = refusal(throttled)
		return x.answer()
	}
	g.next = time.Now().Add(g.interval)
	g.accepted++
	x.response = served(g.server, r, x.body)
	return x.answer()
}

// inParallel plans or creates units, ten at a time, and returns the time.
func (g *gateway) inParallel(t *testing.T, units int, run func(p *acctest.Protocol, config acctest.Values)) time.Duration {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	g.server = server
	p, slots, begin := acctest.InProcess(server, g).Protocol(t), make(chan struct{}, parallel), time.Now()
	var group sync.WaitGroup
	for n := range units {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			run(p, acctest.Values{"parent_unit_ext_id": "acme-hq", "name": fmt.Sprint("U", n), "profileless": false})
		})
	}
	group.Wait()
	return time.Since(begin)
}

// Behind a proxy that allows 5 requests per second without a burst, 60 creates end with no error,
// in at most twice the time that their requests need.
func TestThrottled_creates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gateway{interval: 200 * time.Millisecond, latency: 20 * time.Millisecond}
		took := g.inParallel(t, 60, func(p *acctest.Protocol, config acctest.Values) {
			i := &acctest.Instance{Type: "idm_unit"}
			if diags := i.ApplyConcurrently(t, p, config, func() {}); diags.HasError() || i.Values == nil {
				t.Error(diags)
			}
		})
		ideal := time.Duration(g.accepted) * g.interval
		t.Logf("60 creates with %d requests in %s, ideal %s", g.accepted, took, ideal)
		if took > 2*ideal {
			t.Errorf("took %s instead of %s", took, ideal)
		}
	})
}

// A plan waits as long as its own limits require: the time in the queue is not the service's.
func TestThrottled_plan(t *testing.T) {
	for name, test := range map[string]struct {
		variable, value string
		latency         time.Duration
	}{
		"one request per second":       {"IDM_REQUESTS_PER_SECOND", "1", 20 * time.Millisecond},
		"two slots and a slow service": {"IDM_MAX_CONCURRENT_REQUESTS", "2", 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(test.variable, test.value)
			synctest.Test(t, func(t *testing.T) {
				g := &gateway{latency: test.latency}
				took := g.inParallel(t, 30, func(p *acctest.Protocol, config acctest.Values) {
					i := &acctest.Instance{Type: "idm_unit"}
					if _, diags := i.Plan(t, p, config); diags.HasError() {
						t.Error(diags)
					}
				})
				t.Logf("30 units planned with %d requests in %s", g.accepted, took)
			})
		})
	}
}
