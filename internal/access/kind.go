package access

import (
	"cmp"
	"strings"
)

// Kind is a kind of object.
type Kind uint8

// The kinds of objects that decide on access.
const (
	Client Kind = iota + 1
	Application
	Role
	Unit
	User
	Profile
	EnterpriseRole
	// Assignment is an application of a client.
	Assignment
	// Member is a role of an enterprise role.
	Member
	// Grant is a role of a profile, an authorization.
	Grant
	// EnterpriseGrant is an enterprise role of a profile, an enterprise authorization.
	EnterpriseGrant
	Credential
	lastKind = Credential
)

// onDelete is what the service does with an object when it deletes the one that it refers to.
type onDelete uint8

const (
	// cascades: the object is deleted, too.
	cascades onDelete = iota
	// refuses: the object has to be removed first, otherwise the delete is refused.
	refuses
)

// link is a reference of one kind of object to another one.
type link struct {
	to       Kind
	onDelete onDelete
}

// kinds are the references of each kind, and whether its objects belong to no client.
var kinds = [lastKind + 1]struct {
	name          string
	global        bool
	owner, target link
	// repeatable creates are accepted when the object exists, and change nothing.
	repeatable bool
}{
	Client:          {name: "client", global: true},
	Application:     {name: "application", global: true},
	Role:            {name: "role", global: true, owner: link{to: Application}},
	Unit:            {name: "unit", owner: link{Unit, refuses}},
	User:            {name: "user"},
	Profile:         {name: "profile", owner: link{to: User}, target: link{Unit, refuses}},
	EnterpriseRole:  {name: "enterprise role"},
	Assignment:      {name: "application of the client", target: link{to: Application}, repeatable: true},
	Member:          {name: "role of the enterprise role", owner: link{to: EnterpriseRole}, target: link{to: Role}, repeatable: true},
	Grant:           {name: "authorization", owner: link{to: Profile}, target: link{to: Role}},
	EnterpriseGrant: {name: "enterprise authorization", owner: link{to: Profile}, target: link{to: EnterpriseRole}},
	Credential:      {name: "credential", owner: link{to: User}},
}

// byType are the kinds by the name of the type.
var byType = map[string]Kind{
	"client": Client, "application": Application, "role": Role, "unit": Unit, "user": User, "profile": Profile,
	"enterprise_role": EnterpriseRole, "client_application": Assignment, "enterprise_role_member": Member, "authorization": Grant,
	"enterprise_authorization": EnterpriseGrant, "password": Credential,
}

// KindOf is the kind of the objects of a type such as enterprise_role, 0 for types that do not
// decide on access. A password represents all credentials.
func KindOf(typeName string) Kind { return byType[typeName] }

// String is the noun, such as "enterprise role".
func (k Kind) String() string { return kinds[k].name }

// Global reports whether objects of the kind belong to no client.
func (k Kind) Global() bool { return kinds[k].global }

// ID is the identity of an object. Client is "" for objects that belong to no client. An ID without
// an ExtID stands for any object of its kind.
type ID struct {
	// Service is the normalised address.
	Service string
	Client  string
	Kind    Kind
	ExtID   string
}

// NewID is the identity of an object in a client; the client of a global object is left out.
func NewID(service, client string, kind Kind, extID string) ID {
	if kind.Global() {
		client = ""
	}
	return ID{service, client, kind, extID}
}

// MemberID is the identity of a role of an enterprise role.
func MemberID(service, client, enterpriseRole, role string) ID {
	return ID{service, client, Member, OwnedID(enterpriseRole, role)}
}

// keyed sets the facts that are a part of the identity.
func (o *Object) keyed() {
	switch owner, target, both := strings.Cut(o.ExtID, "/"); {
	case o.Kind == Assignment && o.ExtID != "":
		o.Target = Exactly(o.ExtID)
	case o.Kind == Member && both:
		o.Owner, o.Target = Exactly(unescape(owner)), Exactly(unescape(target))
	}
}

// pending begins the ExtID of an object that gets its own only when it is created.
const pending = "\x00"

// PendingID is the ExtID of an object that the service or the provider gives a fresh one on
// creation; the address distinguishes such objects.
func PendingID(address string) string { return pending + address }

// Pending returns the address of an object without an ExtID.
func (id ID) Pending() (address string, ok bool) { return strings.CutPrefix(id.ExtID, pending) }

// unreadOf begins the ExtID of an object that may be in a list of an owner that was not read.
const unreadOf = "\x01"

// Any reports whether the ID stands for any object of its kind.
func (id ID) Any() bool { return id.ExtID == "" || strings.HasPrefix(id.ExtID, unreadOf) }

// ref is the identity of the object of another kind that an object refers to.
func (id ID) ref(kind Kind, extID string) ID { return NewID(id.Service, id.Client, kind, extID) }

// Compare orders identities.
func (id ID) Compare(other ID) int {
	return cmp.Or(strings.Compare(id.Service, other.Service), strings.Compare(id.Client, other.Client), cmp.Compare(id.Kind, other.Kind),
		strings.Compare(id.ExtID, other.ExtID))
}
