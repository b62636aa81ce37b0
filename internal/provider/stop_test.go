package provider_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An interrupt ends the calls that wait for the service, and those that the CLI begins after it: the
// CLI goes through the rest of its graph. The next run works.
func TestStop(t *testing.T) {
	acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
		for _, fault := range []sim.Fault{
			{Kind: "status", Status: 429, RetryAfter: "120"}, {Kind: "status", Status: 503, RetryAfter: "60"},
		} {
			s.SetFaults(t, fault)
			p, begin := s.Protocol(t), time.Now()
			refused := make(chan acctest.Diagnostics)
			plan := func() {
				_, diags := p.Plan(t, "idm_unit", childUnit)
				refused <- diags
			}
			go plan()
			synctest.Wait()
			p.Stop(t)
			waiting := <-refused
			sent := s.Sim.FaultHits()[0]
			go plan()
			<-refused // The run has already reported its error.
			if !waiting.HasError() || time.Since(begin) > 0 || s.Sim.FaultHits()[0] != sent || sent == 0 {
				t.Errorf("%d: after %s and %d, then %d requests: %s", fault.Status, time.Since(begin), sent, s.Sim.FaultHits()[0], waiting)
			}
			s.SetFaults(t)
			p.NextRun(t)
			if _, diags := p.Plan(t, "idm_unit", childUnit); diags.HasError() {
				t.Error(diags)
			}
		}
	})
}
