package rehearsal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// RunParts rehearses the parts of a plan on one copy, in the order of their dependencies. It skips
// the remaining parts after a failure. folders maps the name of a part to the folder of its root
// module.
func RunParts(ctx context.Context, o Options, p *plan.Plan, folders map[string]string) (*Result, error) {
	total := newResult(p.File)
	total.Digest, total.CLIVersion, total.Latency = p.Digest, p.CLIVersion, o.Latency.String()
	for _, part := range inOrder(p.Parts()) {
		if len(total.Failures) > 0 {
			total.skip(part)
			continue
		}
		own := o
		own.Plan, own.Dir = part.File, folders[part.Name]
		var err error
		if own.Content, err = os.ReadFile(part.File); err != nil {
			return nil, err
		}
		if part.Name != "" && o.Progress != nil {
			fmt.Fprintf(o.Progress, "Rehearsal of %s\n", part.Name)
		}
		result, err := Run(ctx, own)
		switch {
		case err != nil && part.Name != "":
			return nil, fmt.Errorf("%s: %w", part.Name, err)
		case err != nil:
			return nil, err
		case result.Digest != part.Digest:
			return nil, fmt.Errorf("%s was changed while it was rehearsed: rehearse it again", part.File)
		case part.Name == "":
			return result, nil
		}
		total.take(part, result)
		total.Access = difference(total.before, total.after, clock(p.Time))
		o.Seed = result.State
	}
	return total, nil
}

// skip adds the changes of a skipped part.
func (r *Result) skip(part plan.Part) {
	for _, change := range part.Changes {
		if change.Action.Changes() {
			r.Untried = append(r.Untried, Step{change.Address, string(change.Action)})
		}
	}
}

// take adds the result of a part.
func (r *Result) take(part plan.Part, of *Result) {
	for _, failures := range [][]Failure{of.Failures, of.Warnings} {
		for i := range failures {
			failures[i].Address = cmp.Or(part.Address(failures[i].Address), part.Name)
		}
	}
	for _, steps := range [][]Step{of.Done, of.Untried} {
		for i := range steps {
			steps[i].Address = part.Address(steps[i].Address)
		}
	}
	for i := range of.Deviations {
		of.Deviations[i].Address = part.Address(of.Deviations[i].Address)
	}
	for i := range of.Limits {
		of.Limits[i] = part.Name + ": " + of.Limits[i]
	}
	r.Failures, r.Warnings = append(r.Failures, of.Failures...), append(r.Warnings, of.Warnings...)
	r.Done, r.Untried = append(r.Done, of.Done...), append(r.Untried, of.Untried...)
	r.Deviations, r.Limits = append(r.Deviations, of.Deviations...), append(r.Limits, of.Limits...)
	r.Review = append(r.Review, of.Review...)
	r.PlanRequests += of.PlanRequests
	r.Writes += of.Writes
	r.PlanSeconds += of.PlanSeconds
	r.ApplySeconds += of.ApplySeconds
	for _, sent := range of.Requests {
		r.addRequest(sent)
	}
	slices.SortFunc(r.Requests, Request.compare)
	if r.before == nil {
		r.before = of.before
	}
	r.State, r.after = of.State, of.after
}
