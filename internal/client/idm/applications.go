package idm

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Application is a system whose roles grant access to it. It does not belong to a client;
// applications are assigned to clients.
type Application struct {
	ExtID       string `json:"extId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	URL         string `json:"url"`
	// Displayed reports whether the portal shows it.
	Displayed   *bool     `json:"displayed"`
	DisplayName Localized `json:"displayName"`
	Record
}

func (o Application) object() Object {
	return Object{ExtID: o.ExtID, Name: o.Name, Record: o.Record}
}

// ApplicationOps lists the applications of the service, and ClientApplicationOps the applications
// that are assigned to a client. Deleting an application deletes its roles and their grants; the
// reference does not document the removal from a client.
var (
	ApplicationOps = Ops[Application]{of: objecttype.Application, object: "applications/{id}", list: "applications"}

	ClientApplicationOps = Ops[Application]{
		of: objecttype.ClientApplication, list: "clients/{client}/applications", assign: "clients/{client}/applications/{id}/",
	}
)

// ApplicationWrites creates and changes applications.
var ApplicationWrites = Writes[Application, ApplicationInput]{ApplicationOps}

// ApplicationInput contains the values of an application to send: all values of a new one, the
// changes of an existing one. A new one needs Name and Displayed. With a Version, the service
// refuses the change of an object that has a different one.
type ApplicationInput struct {
	ExtID       Field[string] `json:"extId,omitzero"`
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"`
	URL         Field[string] `json:"url,omitzero"`
	Displayed   Field[bool]   `json:"displayed,omitzero"`
	DisplayName Localized     `json:"displayName,omitempty"`
	Versioned
}
