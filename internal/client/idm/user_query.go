package idm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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

// QueryError reports a query that the service does not support. Nothing was sent.
type QueryError struct {
	// Name is the invalid part of the query, and Reason explains why.
	Name, Reason string
}

// Error names the invalid part of the query.
func (e *QueryError) Error() string { return fmt.Sprintf("query for users: %q %s", e.Name, e.Reason) }

func (q UserQuery) check() error {
	for _, filter := range q.Filters {
		switch {
		case !slices.Contains(UserFilters, filter.Name):
			return &QueryError{Name: filter.Name, Reason: "is not an attribute to filter by"}
		case filter.Match == Exact:
		case filter.Match != StartsWith && filter.Match != EqualFold:
			return &QueryError{Name: string(filter.Match), Reason: "is not a comparison"}
		case !slices.Contains(UserSuffixFilters, filter.Name):
			return &QueryError{Name: filter.Name, Reason: "supports only exact comparison, unlike " + strings.Join(UserSuffixFilters, ", ")}
		}
	}
	if q.SortBy != "" && !slices.Contains(UserSortKeys, q.SortBy) {
		return &QueryError{Name: q.SortBy, Reason: "is not an attribute to sort by"}
	}
	return nil
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
