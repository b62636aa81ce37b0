package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// localOrigins removes the origins of unknown references that lead to another service or client.
// Such a reference is to an object with the same external ID in the local client, and the plan does
// not show which one.
func (x *analysis) localOrigins() {
	at := map[string]*entry{}
	for _, e := range x.entries {
		if !e.Deposed {
			// A copy, so that each origin is compared as the plan has it.
			at[e.Address] = new(*e)
		}
	}
	for _, e := range x.entries {
		e.Before, e.After = e.localOrigins(e.Before, at), e.localOrigins(e.After, at)
	}
}

func (e *entry) localOrigins(values plan.Values, at map[string]*entry) plan.Values {
	client := extIDOf(values["client_ext_id"], e.Address)
	for name, value := range values {
		unknown, isUnknown := value.(plan.Unknown)
		if isUnknown && unknown.From != "" && !at[unknown.From].isIn(e.Service, client) {
			values = with(values, name, plan.Unknown{})
		}
	}
	return values
}

// isIn reports whether the object belongs to a service and a client. Objects without a client
// belong to every client.
func (e *entry) isIn(service string, client string) bool {
	if e == nil || e.Service != service {
		return false
	}
	return e.kind.self.Global() || extIDOf(e.values()["client_ext_id"], e.Address) == client
}
