package idm

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// UserInput contains the values of a user to send: all values of a new one, the changes of an
// existing one. A new one needs nothing unless the policy of the client requires it, and only a new
// one has IsTechnicalUser. Of a name, an address and contacts, a change sends only
// the given fields. With a Version, the service refuses the change of an object that has a
// different one.
type UserInput struct {
	ExtID Field[string] `json:"extId,omitzero"`
	// The service generates an empty LoginID.
	LoginID             Field[string]  `json:"loginId,omitzero"`
	UserState           Field[string]  `json:"userState,omitzero"`
	LanguageCode        Field[string]  `json:"languageCode,omitzero"`
	IsTechnicalUser     Field[bool]    `json:"isTechnicalUser,omitzero"`
	Name                Parts          `json:"name,omitempty"`
	Sex                 Field[string]  `json:"sex,omitzero"`
	Gender              Field[string]  `json:"gender,omitzero"`
	BirthDate           Field[string]  `json:"birthDate,omitzero"`
	Address             Parts          `json:"address,omitempty"`
	Contacts            Parts          `json:"contacts,omitempty"`
	Validity            *ValidityPatch `json:"validity,omitempty"`
	Remarks             Field[string]  `json:"remarks,omitzero"`
	ModificationComment Field[string]  `json:"modificationComment,omitzero"`
	Versioned
}

// Parts changes the given parts of a name, an address or contacts, by their names in the API. Each
// is a Field.
type Parts map[string]json.Marshaler

// ArchiveUser permanently archives a user and all profiles, and deletes the credentials: POST
// /core/v1/{client}/users/{extID}/archive, permissions UserView, UserArchive, UserArchiveTechUser.
// The call is idempotent, so it is retried after a lost response.
func (a *API) ArchiveUser(ctx context.Context, client, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPost, "{client}/users/{id}/archive", In(client), extID).Repeatable())
}
