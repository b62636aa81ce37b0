package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// throughProfiles returns the changes of access through each profile by itself. A user may have the
// same through another profile before and after the apply.
func (x *analysis) throughProfiles() outcome {
	each := *x
	each.joined = access.OfProfiles
	return slices.Concat(each.net(), each.bounds())
}

func gainRules(kind Kind) []string {
	if kind == EnterpriseRole {
		return []string{rule.GainRole, rule.GainEnterpriseRole}
	}
	return []string{rule.GainRole}
}

// givingRules returns all rules that may match a change of a grant or an assignment.
func givingRules(kind Kind) []string {
	switch kind {
	case App:
		return []string{rule.ApplicationAssign, rule.ApplicationUnassign}
	case MemberRole:
		return []string{rule.RoleMembers, rule.GainRole, rule.LossRole, rule.GainUnknown}
	}
	found := append(gainRules(kind), rule.LossRole, rule.GainUnknown)
	if kind == Role {
		found = append(found, rule.GainGlobal, rule.LossNarrowed)
	}
	return append(found, grantValidity.all()...)
}

func joined(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + ", and " + b
}
