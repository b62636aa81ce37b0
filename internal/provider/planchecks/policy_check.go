package planchecks

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// Policy returns the policy that applies to an object, and whether it is known: the referenced
// policy, otherwise the client's default policy of the type. A client without a default has the zero
// value, which counts as known.
func (p *Planned) Policy(client, policyType, extID string) (policy idm.Policy, known bool) {
	if extID != "" {
		found, _ := p.Catalog.Find(p.ctx, lookups.NewTarget(objecttype.Policy, client, extID)).Value.(idm.Policy)
		return found, found.ExtID != "" && found.PolicyType == policyType
	}
	policies := p.Catalog.Policies(p.ctx, client)
	for _, policy := range policies {
		if policy.PolicyType == policyType && policy.DefaultPolicy != nil && *policy.DefaultPolicy {
			return policy, true
		}
	}
	return idm.Policy{}, policies != nil
}

// ClientPolicy returns the parameters of the ClientPolicy of a client. It is nil if the client has
// none, or if it cannot be read.
func (p *Planned) ClientPolicy(client string) map[string]string {
	for _, policy := range p.Catalog.Policies(p.ctx, client) {
		if policy.PolicyType == "ClientPolicy" {
			return policy.Parameters
		}
	}
	return nil
}
