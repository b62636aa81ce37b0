package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// maxApplies limits the applies of one round until the CLI reports success.
const maxApplies = 25

// faulty is the campaign with faults in every tenth response.
type faulty struct {
	service  *service
	work     *workspace
	tenant   *tenantgen.Tenant
	size     tenantgen.Size
	random   *rand.Rand
	troubles []trouble
	// initial contains the objects of the client before the first round.
	initial []tenantgen.Object

	operations, requests int
	applies              []int
	found                tenantgen.Findings
	// complained contains the addresses with an error or a warning in an apply of the round.
	complained map[string]bool
}

func newFaulty(ctx context.Context, s settings) (*faulty, error) {
	f := &faulty{tenant: &tenantgen.Tenant{}, size: s.size, random: rand.New(rand.NewPCG(s.seed, 1)), troubles: troubles(s.seed)}
	var err error
	if f.service, err = newService(); err != nil {
		return nil, err
	}
	url, err := f.service.listen(ctx, plain)
	if err != nil {
		return nil, err
	}
	if f.work, err = newWorkspace(s, "faulty", url); err != nil {
		return nil, err
	}
	f.initial, err = f.service.objects()
	return f, err
}

// run plays rounds until the given number of operations was planned.
func (f *faulty) run(ctx context.Context, operations int, progress func(string, ...any)) error {
	f.tenant.Grow(f.random, f.size)
	for f.operations < operations {
		if err := f.round(ctx); err != nil {
			return fmt.Errorf("round %d: %w", len(f.applies)+1, err)
		}
		progress("faults: round %d, %d operations, %d applies", len(f.applies), f.operations, f.applies[len(f.applies)-1])
		f.tenant.Mutate(f.random, f.size)
	}
	return nil
}

// round applies a configuration until the CLI reports success, and compares the service with it.
func (f *faulty) round(ctx context.Context) error {
	before, err := f.service.objects()
	if err != nil {
		return err
	}
	f.service.sim.ClearRequests()
	if err := f.work.configure(f.tenant); err != nil {
		return err
	}
	if err := begin(f.service.sim, f.troubles); err != nil {
		return err
	}
	err = f.converge(ctx)
	f.service.idle()
	if ended := end(f.service.sim, f.troubles); err == nil {
		err = ended
	}
	if err != nil {
		return err
	}
	// Use other random numbers in the next round, so that its first calls meet different faults.
	for i := range f.troubles {
		f.troubles[i].Fault.Seed += uint64(len(f.troubles))
	}
	requests := f.service.requests()
	f.requests += len(requests)
	after, err := f.service.objects()
	if err != nil {
		return err
	}
	f.found.Add(tenantgen.Check(before, after, slices.Concat(f.initial, f.tenant.Desired()), requests))
	f.found.Duplicates = append(f.found.Duplicates, tenantgen.DoubleRotations(after, requests, f.complained)...)
	return f.work.settled(ctx)
}

func (f *faulty) converge(ctx context.Context) error {
	planned := false
	f.complained = map[string]bool{}
	for n := 1; ; n++ {
		o, err := f.work.apply(ctx)
		if err != nil {
			return err
		}
		for _, d := range o.diagnostics {
			f.complained[d.Address] = true
		}
		// Later applies of the same round plan only the remaining operations.
		if !planned && o.planned > 0 {
			f.operations += o.planned
			planned = true
		}
		if o.exit == 0 {
			f.applies = append(f.applies, n)
			return nil
		}
		if n == maxApplies {
			return fmt.Errorf("not done after %d applies: %s", n, o.text())
		}
	}
}

func (f *faulty) table() table {
	most, sum := 0, 0
	for _, n := range f.applies {
		most, sum = max(most, n), sum+n
	}
	t := table{title: "Every tenth response fails"}
	t.count("operations", f.operations)
	t.count("rounds", len(f.applies))
	t.count("requests", f.requests)
	t.rows = append(t.rows, troubleRows(f.troubles)...)
	t.count("applies of a round, at most", most)
	t.text("applies of a round, on average", fmt.Sprintf("%.1f", float64(sum)/float64(max(1, len(f.applies)))))
	t.findings(f.found)
	return t
}
