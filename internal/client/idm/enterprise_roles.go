package idm

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// EnterpriseRole is a set of roles of a client. An EnterpriseAuthorization grants it to a profile.
type EnterpriseRole struct {
	ExtID       string    `json:"extId"`
	ClientExtID string    `json:"clientExtId"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	DisplayName Localized `json:"displayName"`
	Record
}

func (r EnterpriseRole) object() Object {
	return Object{ExtID: r.ExtID, Name: r.Name, Record: r.Record}
}

// EnterpriseRoleOps lists the enterprise roles of a client. The profiles with a deleted enterprise
// role lose its roles.
var EnterpriseRoleOps = Ops[EnterpriseRole]{
	of: objecttype.EnterpriseRole, object: "{client}/eroles/{id}", list: "clients/{client}/eroles", create: "{client}/eroles",
	properties: "{client}/eroles/{id}/properties",
}

// EnterpriseRoleMemberOps lists the roles of an enterprise role. Assigning a role grants it to all
// holders of the enterprise role. The service rejects its own internal roles.
var EnterpriseRoleMemberOps = Ops[Role]{
	of: objecttype.EnterpriseRoleMember, list: "{client}/eroles/{owner}/roles", assign: "{client}/eroles/{owner}/roles/{id}",
}

// EnterpriseRoleWrites creates and changes enterprise roles.
var EnterpriseRoleWrites = Writes[EnterpriseRole, EnterpriseRoleInput]{EnterpriseRoleOps}

// EnterpriseRoleInput contains the values of an enterprise role to send: all values of a new one,
// the changes of an existing one. A new one needs Name, and has no members. With a Version, the
// service refuses the change of an object that has a different one.
type EnterpriseRoleInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	DisplayName Localized     `json:"displayName,omitempty"`
	Versioned
}
