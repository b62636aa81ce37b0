package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// interruptedLoss describes the loss of one user and role. The rule of a loss matches too if the
// plan itself may stop the apply.
func (x *analysis) interruptedLoss(d access.Difference) Finding {
	h := d.Old[0]
	grant := x.describePath(h, false)
	change := GrantChange{Effect: Loss, Uncertain: true, During: true, Before: &grant, Rules: []string{rule.ReplaceInterrupted},
		Reason: "the apply may stop halfway"}
	if why := x.stops(); why != "" {
		change.Rules, change.Reason = append(change.Rules, rule.LossRole), change.Reason+": "+why
	}
	return x.record(h, change)
}

// stops returns the reason why the plan itself may stop the apply, "" for none: a condition that is
// decided during the apply, or a change that fails.
func (x *analysis) stops() string {
	if len(x.plan.Undecided) > 0 {
		return "the apply decides whether the condition of " + x.plan.Undecided[0] + " holds"
	}
	if len(x.failing) > 0 {
		return "the service refuses the change of " + x.failing[0].entry.Address
	}
	return ""
}
