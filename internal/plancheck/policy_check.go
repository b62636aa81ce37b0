package plancheck

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Policy returns the policy that applies to an object, and whether it is known: the referenced
// policy, otherwise the client's default policy of the type. A client without a default has the zero
// value, which counts as known.
func (p *Planned) Policy(client, policyType, extID string) (policy idm.Policy, known bool) {
	if extID != "" {
		found := p.Catalog.Find(p.ctx, references.NewTarget(objecttype.Policy, client, extID))
		return found.Policy, found.Policy.ExtID != "" && found.Policy.PolicyType == policyType
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

// readOf returns a refreshed object in the form of a lookup.
func readOf(of *objecttype.Type, object tftypes.Value) references.Found {
	texts := rawTexts(object, of.State, of.Parent, "ext_id", "name", "user_ext_id")
	found := references.Found{Status: references.Exists, State: texts[0]}
	switch of {
	case objecttype.Unit:
		profileless := rawFlag(object, "profileless")
		found.Unit = idm.Unit{ExtID: texts[2], Name: texts[3], ParentUnitExtID: texts[1], State: texts[0], Profileless: &profileless}
	case objecttype.Profile:
		found.User = texts[4]
	case objecttype.Role:
		found.Application = rawTexts(object, "application_ext_id")[0]
	case objecttype.Policy:
		found.Policy = readPolicy(object)
	}
	return found
}

func readPolicy(object tftypes.Value) idm.Policy {
	var values, parameters map[string]tftypes.Value
	texts, isDefault := rawTexts(object, "ext_id", "policy_type", "name"), rawFlag(object, "default_policy")
	policy := idm.Policy{ExtID: texts[0], PolicyType: texts[1], Name: texts[2], DefaultPolicy: &isDefault, Parameters: idm.Parameters{}}
	if object.As(&values) == nil && values["parameters"].As(&parameters) == nil {
		for name := range parameters {
			policy.Parameters[name] = rawTexts(values["parameters"], name)[0]
		}
	}
	return policy
}
