package idm

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// EnterpriseAuthorization grants an enterprise role to a profile.
type EnterpriseAuthorization struct {
	ExtID               string   `json:"extId"`
	EnterpriseRoleExtID string   `json:"enterpriseRoleExtId"`
	Validity            Validity `json:"validity"`
	Record
}

func (o EnterpriseAuthorization) object() Object {
	return Object{ExtID: o.ExtID, Name: o.EnterpriseRoleExtID, Record: o.Record}
}

// EnterpriseAuthorizationOps lists the enterprise authorizations of a profile.
var EnterpriseAuthorizationOps = Ops[EnterpriseAuthorization]{
	of: objecttype.EnterpriseAuthorization, object: "{client}/profiles/{owner}/eauthorizations/{id}",
	list: "{client}/profiles/{owner}/eauthorizations/",
}

// EnterpriseAuthorizationWrites grants enterprise roles to a profile. rest.ErrDuplicate when it
// already has the enterprise role.
var EnterpriseAuthorizationWrites = Writes[EnterpriseAuthorization, EnterpriseAuthorizationInput]{EnterpriseAuthorizationOps}

// EnterpriseAuthorizationInput contains the values of an enterprise authorization to send: all
// values of a new one, the changes of an existing one. A new one needs EnterpriseRoleExtID, which a
// change must omit. With a Version, the service refuses the change of an object that has a
// different one.
type EnterpriseAuthorizationInput struct {
	ExtID               Field[string]  `json:"extId,omitzero"`
	EnterpriseRoleExtID Field[string]  `json:"enterpriseRoleExtId,omitzero"`
	Validity            *ValidityPatch `json:"validity,omitempty"`
	Versioned
}
