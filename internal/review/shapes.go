package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// factShape is where the attributes of a resource type have the facts of access. A type without
// such facts has no kind.
type factShape struct {
	kind                 access.Kind
	owner, target, state string
	// all is the attribute of an authoritative type with what its owner is given.
	all string
}

// factKinds are the kinds of the facts that single objects of a type are.
var factKinds = map[string]access.Kind{
	"client": access.Client, "application": access.Application, "role": access.Role, "unit": access.Unit, "user": access.User,
	"profile": access.Profile, "enterprise_role": access.EnterpriseRole, "client_application": access.Assignment,
	"enterprise_role_member": access.Member, "authorization": access.Grant, "enterprise_authorization": access.EnterpriseGrant,
}

// shapeOf is the shape of a type.
func shapeOf(row *objecttype.Type) factShape {
	s := factShape{kind: factKinds[row.Name]}
	switch row.Class {
	case objecttype.Set:
		s.kind, s.all, s.owner = factKinds[row.Owns], row.Gives.Attr, row.RefTo(row.Owner)
	case objecttype.Grant:
		s.target, s.owner = row.Gives.Attr, row.RefTo(row.Owner)
	case objecttype.Object:
		if s.kind == 0 {
			break
		}
		s.state, s.owner, s.target = row.State, row.RefTo(row.Owner), row.Parent
		if row.Owner == "" {
			// The parent of an object without another owner owns it.
			s.owner, s.target = row.Parent, ""
		}
	}
	return s
}

// gives is the kind of what the objects give; "" for nothing.
func (s factShape) gives() Kind {
	return map[access.Kind]Kind{
		access.Grant: Role, access.EnterpriseGrant: EnterpriseRole, access.Assignment: App, access.Member: MemberRole,
	}[s.kind]
}

// ownID reports whether the objects have external IDs of their own, and with them a validity.
func (s factShape) ownID() bool { return s.kind == access.Grant || s.kind == access.EnterpriseGrant }
