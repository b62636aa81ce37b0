package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// cascades are the properties and credentials that go with the object that they belong to: the
// service deletes them with it, and Terraform plans nothing for them when another object is made
// under the same id. The credentials of a user go when it is archived, too.
func (x *analysis) cascades() outcome {
	var found outcome
	removed := x.removedAuthorizations()
	for _, e := range x.entries {
		credential := slices.Contains(e.kind.created, ruleCredential)
		switch {
		case e.Before == nil || e.removes() || e.makes():
		case x.goes(e, removed):
			rule := ruleProperties
			if credential {
				rule = ruleCredential
			}
			found.add(x.finding(e, x.label(e)+" goes with the object that it belongs to, which is removed; "+afterwards(e), rule))
		case credential && x.users[ofUser(e)].archives():
			found.add(x.finding(e, x.label(e)+" goes: the service deletes the credentials of a user who is archived, and makes no "+
				"more for it",
				ruleCredential))
		}
	}
	return found
}

// afterwards describes what becomes of what went with something else.
func afterwards(e *entry) string {
	if stays(e) {
		return "nothing makes it again, as it is no longer managed"
	}
	return "only the next plan makes it again"
}

// ofUser is the user that something belongs to.
func ofUser(e *entry) objectKey {
	return objectKey{e.Service, clientOf(e.Before, e.Address), idOf(e.Before["user_ext_id"], e.Address)}
}

// archives reports whether a user is or may be archived by the apply.
func (s *subject) archives() bool {
	const name, archived = "user_state", "archived"
	return s.lives() && s.before[name] != archived && (s.after[name] == archived || undetermined(s.after[name]))
}

// goes reports whether the object that properties or a credential belong to is removed.
func (x *analysis) goes(e *entry, removed map[holdingKey]bool) bool {
	at := func(name string) objectKey {
		return objectKey{e.Service, clientOf(e.Before, e.Address), idOf(e.Before[name], e.Address)}
	}
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
	return (e.Type == typeUserProperties || slices.Contains(e.kind.created, ruleCredential)) && x.users[ofUser(e)].ends()
}

// removedAuthorizations are those that the apply removes, also where it makes another one under the
// same id.
func (x *analysis) removedAuthorizations() map[holdingKey]bool {
	found := map[holdingKey]bool{}
	for _, e := range x.entries {
		if e.Type == typeAuthorization && e.Before != nil && (e.Action == plan.Delete || e.Action == plan.Replace) {
			found[holdingKey{holder: e.holder(e.Before), thing: idOf(e.Before["ext_id"], e.Address)}] = true
		}
	}
	return found
}
