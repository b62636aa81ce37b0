package idm

import (
	"context"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
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
// that are assigned to a client.
var (
	ApplicationOps = Ops[Application]{of: objecttype.Application, get: inService((*API).Application), list: ofService((*API).Applications)}

	ClientApplicationOps = Ops[Application]{of: objecttype.ClientApplication, list: ofClient((*API).ClientApplications)}
)

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

// Applications lists all applications of the service: GET /core/v1/applications, permission
// ApplicationView.
func (a *API) Applications(ctx context.Context) iter.Seq2[Application, error] {
	return coreList[Application](ctx, a, "applications")
}

// Application reads an application: GET /core/v1/applications/{extID}, permission ApplicationView.
func (a *API) Application(ctx context.Context, extID string) (Application, error) {
	return one[Application](ctx, a, extID, a.core(http.MethodGet, "applications", extID))
}

// CreateApplication creates an application and returns its external ID: POST /core/v1/applications,
// permission ApplicationCreate. rest.ErrDuplicate when the external ID or the name is taken.
func (a *API) CreateApplication(ctx context.Context, application ApplicationInput) (string, error) {
	return rest.Create(ctx, a.c, a.core(http.MethodPost, "applications").Body(application))
}

// UpdateApplication changes an application and returns it: PATCH /core/v1/applications/{extID},
// permission ApplicationModify. rest.ErrConflict when patch.Version is outdated.
func (a *API) UpdateApplication(ctx context.Context, extID string, patch ApplicationInput) (Application, error) {
	return one[Application](ctx, a, extID, a.core(http.MethodPatch, "applications", extID).Body(patch))
}

// DeleteApplication deletes an application with its roles and their grants, and unassigns it from
// every client: DELETE /core/v1/applications/{extID}, permission ApplicationDelete.
func (a *API) DeleteApplication(ctx context.Context, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "applications", extID))
}
