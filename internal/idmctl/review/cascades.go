package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
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
		case credential && x.archives(e.refers(e.Before, "user_ext_id", access.User)):
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

// archives reports whether the apply archives, or may archive, a user.
func (x *analysis) archives(user access.ID) bool {
	was, becomes := x.before.Get(user), x.after.Get(user)
	return was != becomes && x.persists(user) && !was.State.Must(access.Archived) && becomes.State.May(access.Archived)
}

// deletedWithOwner reports whether the object is removed that the properties or the credential
// belong to.
func (x *analysis) deletedWithOwner(e *entry, removed map[access.ID]bool) bool {
	at := func(name string, kind access.Kind) access.ID { return e.refers(e.Before, name, kind) }
	switch e.Type {
	case typeUnitProperties:
		return x.ended(at("unit_ext_id", access.Unit))
	case typeAuthorizationProperties:
		profile := e.profile(e.Before)
		return removed[at("authorization_ext_id", access.Grant).Within(profile.ExtID)] || x.endsProfile(profile)
	case typeProfileProperties:
		return x.endsProfile(e.profile(e.Before))
	case typeEnterpriseRoleProperties:
		return x.ended(at("enterprise_role_ext_id", access.EnterpriseRole))
	}
	return (e.Type == typeUserProperties || slices.Contains(e.kind.created, rule.Credential)) && x.ended(at("user_ext_id", access.User))
}

// removedAuthorizations returns the authorizations that the apply removes, including replaced ones.
func (x *analysis) removedAuthorizations() map[access.ID]bool {
	found := map[access.ID]bool{}
	for _, e := range x.entries {
		if e.Type == typeAuthorization && e.Before != nil && e.removes() {
			found[e.refers(e.Before, "ext_id", access.Grant).Within(e.profile(e.Before).ExtID)] = true
		}
	}
	return found
}
