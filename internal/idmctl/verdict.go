package idmctl

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// The decisions about a plan.
const (
	decisionPass    = "pass"
	decisionApprove = "approve"
	decisionFail    = "fail"
)

// verdict is the decision of a review about a plan.
type verdict struct {
	Decision string `json:"decision"`
	// RequiredApprovals lists the groups that must all approve the plan. It is empty for a plan
	// that passes, and for a plan that cannot pass with any approval.
	RequiredApprovals []string `json:"required_approvals"`
}

// newVerdict decides about broken rules and invariants. Approval is possible only if every broken
// rule has approvers and the whole tenant was read.
func newVerdict(rules []review.BrokenRule, invariants *policy.Report) verdict {
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
