package main

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// attempt is the provider's request timeout; a late response takes longer.
const attempt = "1s"

// trouble is one kind of fault. Together they affect every tenth response.
type trouble struct {
	Name  string
	Fault sim.Fault
	// Hits is the number of affected responses.
	Hits int
}

// troubles returns the faults, which together affect every tenth response. Reads get a 500 less
// often, because it is not retried: a single one fails a whole plan.
func troubles(seed uint64) []trouble {
	all := []trouble{
		{Name: "connection dropped before the work", Fault: sim.Fault{Kind: "drop-before", Probability: 0.025}},
		{Name: "connection dropped after the work", Fault: sim.Fault{Kind: "drop-after", Probability: 0.025}},
		{Name: "503", Fault: sim.Fault{Kind: "status", Status: 503, Probability: 0.015}},
		{Name: "429 with Retry-After", Fault: sim.Fault{Kind: "status", Status: 429, RetryAfter: "1", Probability: 0.01}},
		{Name: "truncated response", Fault: sim.Fault{Kind: "truncated-body", Probability: 0.02}},
		{Name: "response after the timeout", Fault: sim.Fault{Kind: "slow-body", Delay: "3s", Probability: 0.01}},
		{Name: "500 on a read", Fault: sim.Fault{Kind: "status", Method: "GET", Status: 500, Probability: 0.002}},
	}
	for _, method := range []string{"POST", "PATCH", "PUT", "DELETE"} {
		all = append(all, trouble{Name: "500 on a write", Fault: sim.Fault{Kind: "status", Method: method, Status: 500, Probability: 0.02}})
	}
	for i := range all {
		all[i].Fault.Seed = seed + uint64(i)
	}
	return all
}

// begin activates the faults.
func begin(server *sim.Server, all []trouble) error {
	var faults []sim.Fault
	for _, t := range all {
		faults = append(faults, t.Fault)
	}
	return server.SetFaults(faults...)
}

// end counts the hits of the faults and removes them.
func end(server *sim.Server, all []trouble) error {
	for i, hits := range server.FaultHits() {
		all[i].Hits += hits
	}
	return server.SetFaults()
}

// troubleRows returns the rows of a table, one for each kind of fault.
func troubleRows(all []trouble) []row {
	var rows []row
	for _, t := range all {
		if n := len(rows); n > 0 && rows[n-1].name == t.Name {
			rows[n-1].count += t.Hits
			continue
		}
		rows = append(rows, row{name: t.Name, count: t.Hits})
	}
	for i := range rows {
		rows[i].value = fmt.Sprint(rows[i].count)
	}
	return rows
}
