package idm

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The values that the service accepts. A user of an earlier release may hold others.
var (
	// Languages are the values of languageCode.
	Languages = []string{"EN", "DE", "FR", "IT"}
	// Sexes are the values of sex and gender.
	Sexes = []string{"male", "female", "other"}
)

// User is a person, or a piece of software, of one client.
type User struct {
	ExtID       string `json:"extId"`
	ClientExtID string `json:"clientExtId"`
	// UserState is active, disabled or archived.
	UserState    string `json:"userState"`
	LoginID      string `json:"loginId"`
	LanguageCode string `json:"languageCode"`
	// IsTechnicalUser is true for software.
	IsTechnicalUser *bool    `json:"isTechnicalUser"`
	Name            UserName `json:"name"`
	Sex             string   `json:"sex"`
	Gender          string   `json:"gender"`
	// BirthDate is an ISO date.
	BirthDate           string       `json:"birthDate"`
	Address             UserAddress  `json:"address"`
	Contacts            UserContacts `json:"contacts"`
	Validity            Validity     `json:"validity"`
	Remarks             string       `json:"remarks"`
	ModificationComment string       `json:"modificationComment"`
	// Properties contains the values that are visible to the caller.
	Properties map[string]string `json:"properties"`
	// Classifications maps a classification level to attribute paths. For a list they are in its
	// ListInfo.
	Classifications         map[string][]string `json:"classifications"`
	LastSuccessfulLoginDate string              `json:"lastSuccessfulLoginDate"`
	LastFailedLoginDate     string              `json:"lastFailedLoginDate"`
	Record
}

func (u User) object() Object {
	name := strings.TrimSpace(u.Name.FirstName + " " + u.Name.FamilyName)
	return Object{ExtID: u.ExtID, Name: cmp.Or(name, u.LoginID), State: u.UserState, Record: u.Record}
}

// UserOps lists the users of a client. Deleting a user deletes all profiles and credentials.
var UserOps = Ops[User]{
	of: objecttype.User, object: "{client}/users/{id}", list: "clients/{client}/users", create: "{client}/users", paged: true,
	properties: "{client}/users/{id}/properties",
}

// UserWrites creates and changes users. rest.ErrInvalid when a value is missing that a policy
// requires, and for the change of an archived user.
var UserWrites = Writes[User, UserInput]{UserOps}

// UserName is the name of a person.
type UserName struct {
	Title      string `json:"title,omitempty"`
	FirstName  string `json:"firstName,omitempty"`
	FamilyName string `json:"familyName,omitempty"`
}

// UserAddress is a postal address; CountryCode is an ISO code.
type UserAddress struct {
	CountryCode         string `json:"countryCode,omitempty"`
	City                string `json:"city,omitempty"`
	PostalCode          string `json:"postalCode,omitempty"`
	Addressline1        string `json:"addressline1,omitempty"`
	Addressline2        string `json:"addressline2,omitempty"`
	Street              string `json:"street,omitempty"`
	HouseNumber         string `json:"houseNumber,omitempty"`
	DwellingNumber      string `json:"dwellingNumber,omitempty"`
	PostOfficeBoxText   string `json:"postOfficeBoxText,omitempty"`
	PostOfficeBoxNumber *int64 `json:"postOfficeBoxNumber,omitempty"`
	Locality            string `json:"locality,omitempty"`
}

// UserContacts contains the phone numbers and addresses of a user.
type UserContacts struct {
	Telephone string `json:"telephone,omitempty"`
	Telefax   string `json:"telefax,omitempty"`
	Mobile    string `json:"mobile,omitempty"`
	Email     string `json:"email,omitempty"`
}

// UnmarshalJSON accepts both names of the classifications.
func (u *User) UnmarshalJSON(data []byte) error {
	type plain User
	read := struct {
		*plain
		Underscored map[string][]string `json:"_classifications"`
	}{plain: (*plain)(u)}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	if u.Classifications == nil {
		u.Classifications = read.Underscored
	}
	return nil
}

// UserByLoginID finds the user with exactly this login ID, with a filter of Users. *NotFoundError
// when no user has it.
func (a *API) UserByLoginID(ctx context.Context, client, loginID string) (User, error) {
	query := UserQuery{Filters: []Filter{{Name: "loginId", Value: loginID}}}
	for user, err := range ErrorsLast(a.Users(ctx, client, query)) {
		if err != nil {
			return User{}, err
		}
		if user.LoginID == loginID {
			return user, nil
		}
	}
	return User{}, &NotFoundError{Object: "user", Attribute: "login id", Value: loginID}
}

// Users lists the users of a client: GET /core/v1/clients/{client}/users, permissions ClientView,
// UserView, PropertyView, PropertyValueView, PropertyAllowedValueView.
func (a *API) Users(ctx context.Context, client string, query UserQuery) iter.Seq2[User, error] {
	return list[User](ctx, a, query.Limit, query.Info, func() *rest.Request {
		return query.apply(a.core(http.MethodGet, "clients/{client}/users", In(client), ""))
	})
}

// UserCount counts the users that match the filters of query: GET
// /core/v1/clients/{client}/users/count/, permissions ClientView, UserView.
func (a *API) UserCount(ctx context.Context, client string, query UserQuery) (int64, error) {
	request := query.filter(a.core(http.MethodGet, "clients/{client}/users/count/", In(client), ""))
	counted, err := rest.Decode[struct {
		Count int64 `json:"count"`
	}](ctx, a.c, request)
	return counted.Count, err
}
