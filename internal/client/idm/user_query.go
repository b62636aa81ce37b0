package idm

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// The attributes of a user that a query can use. Nested attributes are joined with a dot.
var (
	// UserFilters lists the attributes that a filter can compare.
	UserFilters = []string{
		"extId", "userState", "loginId", "languageCode", "isTechnicalUser",
		"name.title", "name.firstName", "name.familyName", "sex", "gender", "birthDate",
		"address.countryCode", "address.city", "address.postalCode", "address.addressline1", "address.addressline2",
		"address.street", "address.houseNumber", "address.dwellingNumber", "address.postOfficeBoxText",
		"address.postOfficeBoxNumber", "address.locality",
		"contacts.telephone", "contacts.telefax", "contacts.email", "contacts.mobile",
		"validity.from", "validity.to", "remarks", "modificationComment", "version", "created", "lastModified",
	}
	// UserSuffixFilters lists the attributes that StartsWith and EqualFold also support.
	UserSuffixFilters = []string{"extId", "loginId"}
	// UserSortKeys lists the attributes to sort by.
	UserSortKeys = []string{
		"extId", "loginId", "isTechnicalUser", "name.title", "name.firstName", "name.familyName", "birthDate",
		"address.countryCode", "address.city", "address.postalCode", "address.addressline1", "address.addressline2",
		"address.street", "address.houseNumber", "address.dwellingNumber", "address.postOfficeBoxText",
		"address.postOfficeBoxNumber", "address.locality",
		"contacts.telephone", "contacts.telefax", "contacts.mobile", "contacts.email",
		"validity.to", "validity.from", "remarks", "version", "created", "lastModified",
	}
)

// Match is the comparison of a filter.
type Match string

// The comparisons. Their values are the suffixes of a filter name in the query string.
const (
	Exact      Match = ""
	StartsWith Match = "_SW"
	EqualFold  Match = "_IEQ"
)

// Filter compares one of UserFilters with a value.
type Filter struct {
	Name  string
	Match Match
	Value string
}

// UserQuery filters and sorts a list of users; its zero value lists all users.
type UserQuery struct {
	Filters []Filter
	// Properties maps property names to required values.
	Properties map[string]string
	// SortBy is one of UserSortKeys; "" sorts by creation.
	SortBy string
	// Descending is the direction of SortBy; nil leaves it to the service.
	Descending *bool
	// Limit is the page size; 0 leaves it to the service.
	Limit int
	// Info, when not nil, is filled from the first page.
	Info *rest.ListInfo
	// ReturnTotal requests Info.Total.
	ReturnTotal bool
}

// apply adds the whole query to the request for a list.
func (q UserQuery) apply(r *rest.Request) *rest.Request {
	q.filter(r)
	if q.SortBy != "" {
		r.Query("sortBy", q.SortBy+q.direction())
	}
	if q.ReturnTotal {
		r.Query("returnTotalResultCount", "true")
	}
	return r
}

func (q UserQuery) filter(r *rest.Request) *rest.Request {
	for _, filter := range q.Filters {
		r.Query(filter.Name+string(filter.Match), filter.Value)
	}
	for _, name := range slices.Sorted(maps.Keys(q.Properties)) {
		r.Query("property."+name, q.Properties[name])
	}
	return r
}

func (q UserQuery) direction() string {
	switch {
	case q.Descending == nil:
		return ""
	case *q.Descending:
		return "_DESC"
	}
	return "_ASC"
}
