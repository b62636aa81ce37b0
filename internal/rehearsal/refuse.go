package rehearsal

import (
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// refusals are the reasons why a plan is not rehearsed.
func (r *run) refusals() []string {
	var reasons []string
	if r.plan.Errored {
		reasons = append(reasons, "it ended with an error, and cannot be applied")
	}
	if r.saved.mode == 2 {
		reasons = append(reasons, "it only refreshes the state (-refresh-only), so that there is nothing to apply")
	}
	if r.o.OtherProviders {
		return reasons
	}
	others := len(reasons)
	for _, source := range r.saved.providers() {
		if !plan.Ours(source) {
			reasons = append(reasons, "the provider "+source+" takes part, and what it does would be real")
		}
	}
	reasons = append(reasons, r.saved.foreign...)
	for _, other := range r.plan.Others {
		switch other.Kind {
		case plan.OtherForeign, plan.OtherProvisioner, plan.OtherRemovedProvisioner, plan.OtherNotUnderstood:
			reasons = append(reasons, other.Text)
		default:
		}
	}
	if len(reasons) > others {
		reasons = append(reasons, "--allow-other-providers rehearses all the same, with their real effects")
	}
	return reasons
}
