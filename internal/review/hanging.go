package review

import "github.com/identity-iac/terraform-provider-idm/internal/plan"

// hanging finds the properties that go with the object that they belong to: the service deletes
// them with it, and Terraform plans nothing for them when another object is made under the same id.
func (x *examination) hanging() {
	removed := x.removedAuthorizations()
	for _, e := range x.entries {
		if e.Before == nil || e.removes() || e.makes() {
			continue
		}
		client := clientOf(e.Before, e.Address)
		unit := objectKey{e.Service, client, idOf(e.Before["unit_ext_id"], e.Address)}
		profile := objectKey{e.Service, client, idOf(e.Before["profile_ext_id"], e.Address)}
		lost := false
		switch e.Type {
		case typeUnitProperties:
			lost = x.units[unit] != nil && x.units[unit].removed
		case typeAuthorizationProperties:
			at := holdingKey{holder: profile, thing: idOf(e.Before["authorization_ext_id"], e.Address)}
			lost = removed[at] || x.profiles[profile] != nil && x.profiles[profile].removed
		}
		if lost {
			x.add(e, x.label(e)+" go with the object that they belong to, which is removed; only the next plan makes them again", ruleProperties)
		}
	}
}

// removedAuthorizations are those that the apply removes, also where it makes another one under the
// same id.
func (x *examination) removedAuthorizations() map[holdingKey]bool {
	found := map[holdingKey]bool{}
	for _, e := range x.entries {
		if e.Type == typeAuthorization && e.Before != nil && (e.Action == plan.Delete || e.Action == plan.Replace) {
			found[holdingKey{holder: e.holder(e.Before), thing: idOf(e.Before["ext_id"], e.Address)}] = true
		}
	}
	return found
}
