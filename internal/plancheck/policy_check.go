package plancheck

import (
	"cmp"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Policy returns the policy that applies to an object after the plan, and whether it is known: the
// referenced policy, otherwise the client's default policy of the type. A client without a default
// has the zero value, which counts as known.
func (p *Planned) Policy(client, policyType, extID string) (policy idm.Policy, known bool) {
	if extID == "" {
		return p.defaultPolicy(client, policyType)
	}
	target := references.NewTarget(objecttype.Policy, client, extID)
	found := p.Catalog.Planned(target)
	if seen, _ := p.Catalog.Seen(target); !seen {
		found = p.Catalog.Find(p.ctx, target)
	}
	return found.Policy, found.Policy.ExtID != "" && found.Policy.PolicyType == policyType
}

// defaultPolicy returns the planned default policy of a type, otherwise the current one. It is not
// known if the plan changes the default.
func (p *Planned) defaultPolicy(client, policyType string) (policy idm.Policy, known bool) {
	claimed := p.run.claims.get(claimKey(objecttype.Policy, client, policyType, "true"))
	if claimed.made && claimed.madeID == "" {
		return idm.Policy{}, false
	}
	if key, err := objecttype.Policy.Key.Parse(cmp.Or(claimed.madeID, claimed.kept)); err == nil {
		return p.Policy(client, policyType, key[1])
	}
	policies := p.Catalog.Policies(p.ctx, client)
	if policies == nil {
		return idm.Policy{}, false
	}
	for _, policy := range policies {
		if policy.PolicyType == policyType && policy.DefaultPolicy != nil && *policy.DefaultPolicy {
			_, changed := p.Catalog.Seen(references.NewTarget(objecttype.Policy, client, policy.ExtID))
			return policy, !changed
		}
	}
	return idm.Policy{}, true
}

// ClientPolicy returns the parameters of the ClientPolicy of a client. It is nil if the client has
// none, if it cannot be read, or if the plan changes it.
func (p *Planned) ClientPolicy(client string) map[string]string {
	for _, policy := range p.Catalog.Policies(p.ctx, client) {
		_, changed := p.Catalog.Seen(references.NewTarget(objecttype.Policy, client, policy.ExtID))
		if policy.PolicyType == "ClientPolicy" && !changed {
			return policy.Parameters
		}
	}
	return nil
}

// rawPolicy returns a planned policy, or only its type unless all of it is known.
func rawPolicy(of *objecttype.Type, object tftypes.Value) idm.Policy {
	var values, parameters map[string]tftypes.Value
	if of != objecttype.Policy || object.IsNull() || object.As(&values) != nil {
		return idm.Policy{}
	}
	texts := rawTexts(object, "ext_id", "policy_type", "name")
	policy := idm.Policy{PolicyType: texts[1], Name: texts[2]}
	if !values["parameters"].IsFullyKnown() || values["parameters"].As(&parameters) != nil {
		return policy
	}
	policy.ExtID, policy.Parameters = texts[0], idm.Parameters{}
	for name, value := range parameters {
		var text string
		if value.As(&text) == nil {
			policy.Parameters[name] = text
		}
	}
	return policy
}
