package idm

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Authorization grants a role to a profile. Each of its four data rooms is either global or a list
// of elements, which this API does not return.
type Authorization struct {
	ExtID                string   `json:"extId"`
	RoleExtID            string   `json:"roleExtId"`
	ClientGlobal         *bool    `json:"clientGlobal"`
	UnitGlobal           *bool    `json:"unitGlobal"`
	AppGlobal            *bool    `json:"appGlobal"`
	EnterpriseRoleGlobal *bool    `json:"enterpriseRoleGlobal"`
	Validity             Validity `json:"validity"`
	Record
}

// Rooms returns the four data rooms in the order of grants.Rooms.
func (o Authorization) Rooms() []*bool {
	return []*bool{o.ClientGlobal, o.UnitGlobal, o.AppGlobal, o.EnterpriseRoleGlobal}
}

func (o Authorization) object() Object {
	return Object{ExtID: o.ExtID, Name: o.RoleExtID, Record: o.Record}
}

// AuthorizationOps lists the authorizations of a profile. A self-admin caller gets the
// authorizations of its current profile. Of the properties, a value of scope onProfileForApp
// overrides a value of scope onProfileForAppGlobal.
var AuthorizationOps = Ops[Authorization]{
	of: objecttype.Authorization, object: "{client}/profiles/{owner}/authorizations/{id}",
	list:       "{client}/profiles/{owner}/authorizations/",
	properties: "{client}/profiles/{owner}/authorizations/{id}/properties",
}

// AuthorizationWrites grants roles to a profile. rest.ErrDuplicate when it already has the role.
var AuthorizationWrites = Writes[Authorization, AuthorizationInput]{AuthorizationOps}

// AuthorizationInput contains the values of an authorization to send: all values of a new one, the
// changes of an existing one. A new one needs RoleExtID, which a change must omit; some releases
// refuse an ExtID. With a Version, the service refuses the change of an object that has a different
// one.
type AuthorizationInput struct {
	ExtID                Field[string]  `json:"extId,omitzero"`
	RoleExtID            Field[string]  `json:"roleExtId,omitzero"`
	ClientGlobal         Field[bool]    `json:"clientGlobal,omitzero"`
	UnitGlobal           Field[bool]    `json:"unitGlobal,omitzero"`
	AppGlobal            Field[bool]    `json:"appGlobal,omitzero"`
	EnterpriseRoleGlobal Field[bool]    `json:"enterpriseRoleGlobal,omitzero"`
	Validity             *ValidityPatch `json:"validity,omitempty"`
	Versioned
}
