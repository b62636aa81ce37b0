package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// cascades finds the properties and credentials that the service deletes with their object.
// Terraform plans no change for them if another object is created with the same ID. The service
// also deletes the credentials of a user when it archives the user.
func (x *analysis) cascades() outcome {
	var found outcome
	for _, e := range x.entries {
		credential, with := e.kind.credential(), "the object that it belongs to"
		gone := x.deletedWithOwner(e)
		if !gone && credential && x.archives(e.refers(e.Before, "user_ext_id", access.User)) {
			gone, with = true, "its user, who is archived"
		}
		if e.Before == nil || e.removes() || e.makes() || !gone {
			continue
		}
		name := rule.Property
		if credential {
			name = rule.Credential
		}
		found.add(x.finding(e, x.label(e)+" is deleted with "+with, name))
	}
	return found
}

// archives reports whether the apply archives, or may archive, a user.
func (x *analysis) archives(user access.ID) bool {
	was, becomes := x.before.Get(user), x.after.Get(user)
	return was != becomes && x.persists(user) && !was.State.Must(access.Archived) && becomes.State.May(access.Archived)
}

// deletedWithOwner reports whether the object is removed that the properties or the credential
// belong to.
func (x *analysis) deletedWithOwner(e *entry) bool {
	row := e.kind.row
	if !e.kind.credential() && row.Class != objecttype.Properties {
		return false
	}
	owner := e.refers(e.Before, row.RefTo(row.Owner), access.KindOf(row.Owner))
	if profile := e.profile(e.Before); owner.Kind == access.Grant {
		return x.end(owner.Within(profile.ExtID)).Kind != 0 || x.end(profile).Kind != 0
	}
	return x.end(owner).Kind != 0
}
