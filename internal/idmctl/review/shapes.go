package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// factShape maps the attributes of a resource type to the facts of access. A type without such
// facts has kind 0.
type factShape struct {
	kind                 access.Kind
	owner, target, state string
	// all is the attribute of an authoritative type with the elements of its owner.
	all string
}

// shapeOf returns the shape of a type.
func shapeOf(row *objecttype.Type) factShape {
	s := factShape{kind: access.KindOf(row.Name)}
	switch {
	case row.Class == objecttype.Set:
		s.kind, s.all, s.owner = access.KindOf(row.Owns), row.Gives.Attr, row.RefTo(row.Owner)
	case row.Class == objecttype.Grant:
		s.target, s.owner = row.Gives.Attr, row.RefTo(row.Owner)
	case row.Class != objecttype.Object || s.kind == 0:
		return factShape{}
	case row.Owner == "":
		s.state, s.owner = row.State, row.Parent
	default:
		s.state, s.owner, s.target = row.State, row.RefTo(row.Owner), row.Parent
	}
	return s
}

// gives returns the kind of the given object; "" for nothing.
func (s factShape) gives() Kind {
	return map[access.Kind]Kind{
		access.Grant: Role, access.EnterpriseGrant: EnterpriseRole, access.Assignment: App, access.Member: MemberRole,
	}[s.kind]
}

// ownID reports whether the objects have their own external IDs and a validity.
func (s factShape) ownID() bool { return s.kind == access.Grant || s.kind == access.EnterpriseGrant }
