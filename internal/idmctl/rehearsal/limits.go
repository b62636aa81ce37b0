package rehearsal

import (
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// limits lists what this rehearsal cannot determine for the plan and the configuration.
func (r *run) limits() []string {
	limits, configs := []string{}, 0
	for _, s := range r.plan.Services {
		configs += len(s.Configs)
		if !s.Known {
			limits = append(limits, fmt.Sprintf("The plan does not show the address of %s: the rehearsal assumes that it is the service "+
				"of the copy.", s.Configs[0]))
		}
	}
	if configs > 1 && slices.ContainsFunc(r.plan.Others, func(o plan.Other) bool { return o.Kind == plan.OtherLogin }) {
		limits = append(limits, fmt.Sprintf("The %d provider configurations may have several logins: in the rehearsal all have the "+
			"permissions of one caller.", configs))
	}
	return limits
}
