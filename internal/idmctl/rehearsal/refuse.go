package rehearsal

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// refusals lists the reasons why a plan is not rehearsed.
func (r *run) refusals() []string {
	var reasons []string
	if r.plan.Errored {
		reasons = append(reasons, "it ended with an error, and cannot be applied")
	}
	if r.plan.Arguments.RefreshOnly {
		reasons = append(reasons, "it only refreshes the state (-refresh-only), so that there is nothing to apply")
	}
	reasons = append(reasons, r.beyond()...)
	if r.o.OtherProviders {
		return reasons
	}
	others := len(reasons)
	for _, source := range r.plan.Providers {
		if !plan.Ours(source) && !strings.HasPrefix(source, "terraform.io/builtin/") {
			reasons = append(reasons, "the provider "+source+" takes part, and its effects would be real")
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

// beyond lists the reasons why a plan on the copy would differ from the saved plan.
func (r *run) beyond() []string {
	var reasons []string
	if services := r.services(); len(services) > 1 {
		reasons = append(reasons, "it uses several services ("+strings.Join(services, ", ")+
			"), and a copy contains only one: plan the objects of each service separately (-target), and rehearse those plans")
	}
	if r.saved.invokes {
		reasons = append(reasons, "it only invokes an action (-invoke), which a rehearsal cannot plan again: rehearse the plan of "+
			"a change that triggers the action")
	}
	return reasons
}

// services lists the addresses of the services in the plan, if the plan shows them.
func (r *run) services() []string {
	used, found := map[string]bool{}, map[string]bool{}
	for _, change := range r.plan.Changes {
		used[change.Service] = true
	}
	for _, s := range r.plan.Services {
		if used[s.ID] && s.Known {
			found[cmp.Or(s.Address, plan.NormalizeAddress(r.o.Service), "the one in the environment")] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
