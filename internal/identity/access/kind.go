package access

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Kind is a kind of object.
type Kind uint8

// The kinds of objects that determine access.
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

// kindRow describes a kind of object. The name, the scope and the references follow from the type.
type kindRow struct {
	of     *objecttype.Type
	name   string
	global bool
	// repeatable reports that the service accepts a create of an existing object, and changes
	// nothing.
	repeatable    bool
	owner, target Kind
}

// kinds holds the rows of all kinds. A password represents all credentials.
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

// linked adds the values that follow from the types. The unit of a profile is its target, and the
// parent of a unit is its owner.
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

// KindOf returns the kind for a type name such as enterprise_role, 0 for types that do not
// determine access.
func KindOf(typeName string) Kind {
	of := objecttype.ByName(typeName)
	return Kind(max(0, slices.IndexFunc(kinds[:], func(row kindRow) bool { return row.of == of })))
}

// String returns the noun, such as "enterprise role".
func (k Kind) String() string { return kinds[k].name }

// Global reports whether objects of the kind do not belong to a client.
func (k Kind) Global() bool { return kinds[k].global }

// ID identifies an object. Client is "" for objects that do not belong to a client. An ID without
// an ExtID represents any object of its kind.
type ID struct {
	// Service is the normalized address.
	Service string
	Client  string
	Kind    Kind
	ExtID   string
}

// NewID returns the identity of an object in a client. It omits the client for global kinds.
func NewID(service, client string, kind Kind, extID string) ID {
	if kind.Global() {
		client = ""
	}
	return ID{service, client, kind, extID}
}

// MemberID returns the identity of a role in an enterprise role.
func MemberID(service, client, enterpriseRole, role string) ID {
	return ID{service, client, Member, OwnedID(enterpriseRole, role)}
}

// keyed sets the facts that the identity determines.
func (o *Object) keyed() {
	switch owner, target, both := strings.Cut(o.ExtID, "/"); {
	case o.Kind == Assignment && o.ExtID != "":
		o.Target = Exactly(o.ExtID)
	case o.Kind == Member && both:
		o.Owner, o.Target = Exactly(unescape(owner)), Exactly(unescape(target))
	}
}

// pending is the prefix of the ExtID of an object that gets its external ID on creation.
const pending = "\x00"

// PendingID returns the ExtID of an object that gets a new external ID on creation. The address
// makes it unique.
func PendingID(address string) string { return pending + address }

// Pending returns the address of an object that has no external ID yet.
func (id ID) Pending() (address string, ok bool) { return strings.CutPrefix(id.ExtID, pending) }

// unreadOf is the prefix of the ExtID of an object that may be in the unread list of an owner.
const unreadOf = "\x01"

// Any reports whether the ID represents any object of its kind.
func (id ID) Any() bool { return id.ExtID == "" || strings.HasPrefix(id.ExtID, unreadOf) }

// ref returns the identity of an object of another kind that this one refers to.
func (id ID) ref(kind Kind, extID string) ID { return NewID(id.Service, id.Client, kind, extID) }

// Compare orders identities.
func (id ID) Compare(other ID) int {
	return cmp.Or(strings.Compare(id.Service, other.Service), strings.Compare(id.Client, other.Client), cmp.Compare(id.Kind, other.Kind),
		strings.Compare(id.ExtID, other.ExtID))
}
