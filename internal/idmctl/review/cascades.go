package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// cascades finds the properties and credentials that the service deletes with their object.
// Terraform plans no change for them if another object is created with the same ID. The service
// also deletes the credentials of a user when it archives the user.
func (x *analysis) cascades() outcome {
	var found outcome
	removed := x.removedAuthorizations()
	for _, e := range x.entries {
		credential := slices.Contains(e.kind.created, rule.Credential)
		switch {
		case e.Before == nil || e.removes() || e.makes():
		case x.deletedWithOwner(e, removed):
			name := rule.Property
			if credential {
				name = rule.Credential
			}
			found.add(x.finding(e, x.label(e)+" is deleted with the object that it belongs to; "+afterwards(e), name))
		case credential && x.users[e.refers(e.Before, "user_ext_id")].archives():
			found.add(x.finding(e, x.label(e)+" is deleted: the service deletes the credentials of an archived user, and "+
				"creates none for it",
				rule.Credential))
		}
	}
	return found
}

// afterwards describes whether something that was deleted with its object is created again.
func afterwards(e *entry) string {
	if stays(e) {
		return "nothing creates it again, because it is no longer managed"
	}
	return "only the next plan creates it again"
}

// archives reports whether the apply archives, or may archive, the user.
func (s *subject) archives() bool {
	const name, archived = "user_state", "archived"
	return s.persists() && s.before[name] != archived && (s.after[name] == archived || undetermined(s.after[name]))
}

// deletedWithOwner reports whether the object is removed that the properties or the credential
// belong to.
func (x *analysis) deletedWithOwner(e *entry, removed map[holdingKey]bool) bool {
	at := func(name string) objectKey { return e.refers(e.Before, name) }
	switch e.Type {
	case typeUnitProperties:
		return x.units[at("unit_ext_id")].ends()
	case typeAuthorizationProperties:
		profile := at("profile_ext_id")
		return removed[holdingKey{holder: profile, thing: at("authorization_ext_id").id}] || x.profileRemoval(profile).ends
	case typeProfileProperties:
		return x.profileRemoval(at("profile_ext_id")).ends
	case typeEnterpriseRoleProperties:
		return x.enterpriseRoles[at("enterprise_role_ext_id")].ends()
	}
	return (e.Type == typeUserProperties || slices.Contains(e.kind.created, rule.Credential)) && x.users[at("user_ext_id")].ends()
}

// removedAuthorizations returns the authorizations that the apply removes, including replaced ones.
func (x *analysis) removedAuthorizations() map[holdingKey]bool {
	found := map[holdingKey]bool{}
	for _, e := range x.entries {
		if e.Type == typeAuthorization && e.Before != nil && (e.Action == plan.Delete || e.Action == plan.Replace) {
			found[holdingKey{holder: e.holder(e.Before), thing: idOf(e.Before["ext_id"], e.Address)}] = true
		}
	}
	return found
}
