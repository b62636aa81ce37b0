package idm

import "github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"

// Client is a tenant.
type Client struct {
	ExtID       string    `json:"extId"`
	Name        string    `json:"name"`
	DisplayName Localized `json:"displayName"`
	// Remarks is empty in releases without this field.
	Remarks string `json:"remarks"`
	Record
}

func (c Client) object() Object {
	return Object{ExtID: c.ExtID, Name: c.Name, Record: c.Record}
}

// ClientOps lists the clients that are visible to the caller. Deleting a client deletes everything
// in it.
var ClientOps = Ops[Client]{of: objecttype.Client, object: "clients/{id}", list: "clients"}

// ClientWrites creates clients, each with a default unit, a profile policy and templates, in
// multi-client mode of later releases.
var ClientWrites = Writes[Client, ClientInput]{ClientOps}

// ClientInput contains the values of a client to send: all values of a new one, the changes of an
// existing one. A new one needs Name. A change has no version check.
type ClientInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	DisplayName Localized     `json:"displayName,omitempty"`
	Remarks     Field[string] `json:"remarks,omitzero"`
}
