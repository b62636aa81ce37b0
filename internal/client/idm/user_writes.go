package idm

import (
	"context"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// UserInput contains the values of a user to send: all values of a new one, the changes of an
// existing one. A new one needs nothing unless the policy of the client requires it, and only a new
// one has IsTechnicalUser and Properties. Of a name, an address and contacts, a change sends only
// the given fields. With a Version, the service refuses the change of an object that has a
// different one.
type UserInput struct {
	ExtID Field[string] `json:"extId,omitzero"`
	// The service generates an empty LoginID.
	LoginID             Field[string]      `json:"loginId,omitzero"`
	UserState           Field[string]      `json:"userState,omitzero"`
	LanguageCode        Field[string]      `json:"languageCode,omitzero"`
	IsTechnicalUser     Field[bool]        `json:"isTechnicalUser,omitzero"`
	Name                *UserNamePatch     `json:"name,omitempty"`
	Sex                 Field[string]      `json:"sex,omitzero"`
	Gender              Field[string]      `json:"gender,omitzero"`
	BirthDate           Field[string]      `json:"birthDate,omitzero"`
	Address             *UserAddressPatch  `json:"address,omitempty"`
	Contacts            *UserContactsPatch `json:"contacts,omitempty"`
	Validity            *ValidityPatch     `json:"validity,omitempty"`
	Remarks             Field[string]      `json:"remarks,omitzero"`
	ModificationComment Field[string]      `json:"modificationComment,omitzero"`
	Properties          map[string]string  `json:"properties,omitempty"`
	Versioned
}

// UserNamePatch changes the given parts of a name.
type UserNamePatch struct {
	Title      Field[string] `json:"title,omitzero"`
	FirstName  Field[string] `json:"firstName,omitzero"`
	FamilyName Field[string] `json:"familyName,omitzero"`
}

// UserAddressPatch changes the given parts of an address.
type UserAddressPatch struct {
	CountryCode         Field[string] `json:"countryCode,omitzero"`
	City                Field[string] `json:"city,omitzero"`
	PostalCode          Field[string] `json:"postalCode,omitzero"`
	Addressline1        Field[string] `json:"addressline1,omitzero"`
	Addressline2        Field[string] `json:"addressline2,omitzero"`
	Street              Field[string] `json:"street,omitzero"`
	HouseNumber         Field[string] `json:"houseNumber,omitzero"`
	DwellingNumber      Field[string] `json:"dwellingNumber,omitzero"`
	PostOfficeBoxText   Field[string] `json:"postOfficeBoxText,omitzero"`
	PostOfficeBoxNumber Field[int64]  `json:"postOfficeBoxNumber,omitzero"`
	Locality            Field[string] `json:"locality,omitzero"`
}

// UserContactsPatch changes the given contacts.
type UserContactsPatch struct {
	Telephone Field[string] `json:"telephone,omitzero"`
	Telefax   Field[string] `json:"telefax,omitzero"`
	Mobile    Field[string] `json:"mobile,omitzero"`
	Email     Field[string] `json:"email,omitzero"`
}

// ArchiveUser permanently archives a user and all profiles, and deletes the credentials: POST
// /core/v1/{client}/users/{extID}/archive, permissions UserView, UserArchive, UserArchiveTechUser.
// The call is idempotent, so it is retried after a lost response.
func (a *API) ArchiveUser(ctx context.Context, client, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPost, client, "users", extID, "archive").Repeatable())
}
