package drift

import (
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// held is an object of the service.
type held struct {
	access.Object
	// ownID is the external ID without the owner.
	ownID  string
	record idm.Record
	// what is the type of a credential.
	what string
}

// types maps kinds to the types that the service returns.
var types = map[access.Kind]*objecttype.Type{
	access.Grant: objecttype.Authorization, access.EnterpriseGrant: objecttype.EnterpriseAuthorization,
	access.Member: objecttype.EnterpriseRoleMember, access.Assignment: objecttype.ClientApplication, access.Profile: objecttype.Profile,
	access.User: objecttype.User, access.Role: objecttype.Role, access.EnterpriseRole: objecttype.EnterpriseRole,
	access.Credential: objecttype.Password,
}

// factOf converts an object of a list to a fact.
func factOf(l list, extID string, value any) held {
	h := held{Object: access.Object{ID: access.NewID(l.Service, l.Client, l.Kind, extID), Owner: access.Exactly(l.Owner)}, ownID: extID}
	switch value := value.(type) {
	case idm.Authorization:
		h.grant(value.RoleExtID, value.Validity, value.Record)
		for i, open := range value.Rooms() {
			h.Rooms = h.Rooms.Open(access.Room(i), access.Exactly(open != nil && *open))
		}
	case idm.EnterpriseAuthorization:
		h.grant(value.EnterpriseRoleExtID, value.Validity, value.Record)
	case idm.Role:
		h.Name, h.record = value.Name, value.Record
		if h.Owner, h.what = access.Exactly(value.ApplicationExtID), value.ApplicationName; l.Kind == access.Member {
			h.ID, h.Owner, h.Target = access.MemberID(l.Service, l.Client, l.Owner, extID), access.Exactly(l.Owner), access.Exactly(extID)
		}
	case idm.Application:
		h.Name, h.Target = value.Name, access.Exactly(extID)
	case idm.Profile:
		h.Name, h.Owner, h.record = value.Name, access.Exactly(value.UserExtID), value.Record
		if value.ProfileState == archived {
			h.State = access.Exactly(access.Archived)
		}
	case idm.Credential:
		h.ExtID, h.record, h.what = access.OwnedID(l.Owner, extID), value.Record, value.Type
	}
	return h
}

// grant completes a grant of a profile, whose external ID is unique only within the profile.
func (h *held) grant(gives string, validity idm.Validity, record idm.Record) {
	owner, _ := h.Owner.Known()
	h.ExtID, h.Target, h.record = access.OwnedID(owner, h.ownID), access.Exactly(gives), record
	h.From, h.To = boundOf(validity.From), boundOf(validity.To)
}

// gives returns the external ID of the object that is given, such as a role.
func (h held) gives() string {
	target, _ := h.Target.Known()
	return target
}

func (h held) asGrant() grants.Grant { return grants.Grant{ExtID: h.ownID, RoleExtID: h.gives()} }

// boundOf parses a bound of a validity. A malformed bound may be any time.
func boundOf(text string) access.Value[access.Moment] {
	if text == "" {
		return access.Exactly(access.Moment(0))
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return access.Any[access.Moment]()
	}
	return access.Exactly(access.At(at))
}

// timeOf formats a bound of a validity, "" for none.
func timeOf(of access.Value[access.Moment]) string {
	if bound, known := of.Known(); known {
		if at, limited := bound.Time(); limited {
			return at.Format(time.RFC3339)
		}
	}
	return ""
}
