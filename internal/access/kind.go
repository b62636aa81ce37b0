package access

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
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

// kindRow is a kind of object. The name, the scope and the references follow from the type.
type kindRow struct {
	of     *objecttype.Type
	name   string
	global bool
	// repeatable creates are accepted when the object exists, and change nothing.
	repeatable    bool
	owner, target Kind
}

// kinds are the rows of all kinds. A password represents all credentials.
var kinds = linked([lastKind + 1]kindRow{
	Client:          {of: objecttype.Client},
	Application:     {of: objecttype.Application},
	Role:            {of: objecttype.Role},
	Unit:            {of: objecttype.Unit},
	User:            {of: objecttype.User},
	Profile:         {of: objecttype.Profile},
	EnterpriseRole:  {of: objecttype.EnterpriseRole},
	Assignment:      {of: objecttype.ClientApplication, name: "application of the client", repeatable: true},
	Member:          {of: objecttype.EnterpriseRoleMember, name: "role of the enterprise role", repeatable: true},
	Grant:           {of: objecttype.Authorization},
	EnterpriseGrant: {of: objecttype.EnterpriseAuthorization},
	Credential:      {of: objecttype.Password, name: "credential"},
})

// linked adds what follows from the types: the unit that a profile is in is its target, and the unit
// above a unit is its owner.
func linked(rows [lastKind + 1]kindRow) [lastKind + 1]kindRow {
	byType := map[*objecttype.Type]Kind{}
	for kind := Client; kind <= lastKind; kind++ {
		byType[rows[kind].of] = kind
	}
	for kind := Client; kind <= lastKind; kind++ {
		row, of := &rows[kind], rows[kind].of
		row.name, row.global = cmp.Or(row.name, of.Title), !of.OfClient()
		row.owner = byType[objecttype.ByName(of.Owner)]
		row.target = cmp.Or(byType[objecttype.ByName(of.Gives.What)], byType[of.Ref(of.Parent)])
		if row.target == kind {
			row.owner, row.target = kind, 0
		}
	}
	return rows
}

// KindOf is the kind of the objects of a type such as enterprise_role, 0 for types that do not
// decide on access.
func KindOf(typeName string) Kind {
	of := objecttype.ByName(typeName)
	return Kind(max(0, slices.IndexFunc(kinds[:], func(row kindRow) bool { return row.of == of })))
}

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
