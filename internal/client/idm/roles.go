package idm

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Role is a role of an application. An Authorization grants it to a profile.
type Role struct {
	ExtID            string `json:"extId"`
	ApplicationExtID string `json:"applicationExtId"`
	ApplicationName  string `json:"applicationName"`
	Name             string `json:"name"`
	Description      string `json:"description"`
	Record
}

func (r Role) object() Object {
	return Object{ExtID: r.ExtID, Name: r.Name, Record: r.Record}
}

// RoleOps lists the roles of an application. Deleting a role removes it from every profile and
// enterprise role.
var RoleOps = Ops[Role]{of: objecttype.Role, object: "roles/{id}", list: "applications/{owner}/roles"}

// RoleInput contains the values of a role to send: all values of a new one, the changes of an
// existing one. A new one needs Name. With a Version, the service refuses the change of an object
// that has a different one.
type RoleInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	Versioned
}

// RoleWrites creates the roles of an application, the owner of their place.
var RoleWrites = Writes[Role, RoleInput]{RoleOps}
