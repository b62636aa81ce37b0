package main

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/invariant"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// The decisions about a plan.
const (
	decisionPass    = "pass"
	decisionApprove = "approve"
	decisionFail    = "fail"
)

// verdict is what a review decides about a plan.
type verdict struct {
	Decision string `json:"decision"`
	// RequiredApprovals are the groups that have to approve the plan, each of them. It is empty for a
	// plan that passes, and for one that no approval lets pass.
	RequiredApprovals []string `json:"required_approvals"`
}

// newVerdict decides about broken rules and invariants. An approval counts only if nothing is broken
// that no group approves, and the whole tenant was read.
func newVerdict(rules []review.BrokenRule, invariants *invariant.Report) verdict {
	var needed [][]string
	for _, rule := range rules {
		needed = append(needed, rule.Approvers)
	}
	if invariants != nil {
		for _, violation := range invariants.Violations {
			if violation.Counts() {
				needed = append(needed, violation.Approvers)
			}
		}
		if len(invariants.NotRead) > 0 {
			needed = append(needed, nil)
		}
	}
	if len(needed) == 0 {
		return verdict{decisionPass, []string{}}
	}
	if slices.ContainsFunc(needed, func(groups []string) bool { return len(groups) == 0 }) {
		return verdict{decisionFail, []string{}}
	}
	groups := slices.Concat(needed...)
	slices.Sort(groups)
	return verdict{decisionApprove, slices.Compact(groups)}
}
