package idm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// The attributes of a user that a query may name, nested ones joined with a dot.
var (
	// UserFilters can be compared with a value.
	UserFilters = []string{
		"extId", "userState", "loginId", "languageCode", "isTechnicalUser",
		"name.title", "name.firstName", "name.familyName", "sex", "gender", "birthDate",
		"address.countryCode", "address.city", "address.postalCode", "address.addressline1", "address.addressline2",
		"address.street", "address.houseNumber", "address.dwellingNumber", "address.postOfficeBoxText",
		"address.postOfficeBoxNumber", "address.locality",
		"contacts.telephone", "contacts.telefax", "contacts.email", "contacts.mobile",
		"validity.from", "validity.to", "remarks", "modificationComment", "version", "created", "lastModified",
	}
	// UserSuffixFilters can also be compared by StartsWith and EqualFold.
	UserSuffixFilters = []string{"extId", "loginId"}
	// UserSortKeys can be sorted by.
	UserSortKeys = []string{
		"extId", "loginId", "isTechnicalUser", "name.title", "name.firstName", "name.familyName", "birthDate",
		"address.countryCode", "address.city", "address.postalCode", "address.addressline1", "address.addressline2",
		"address.street", "address.houseNumber", "address.dwellingNumber", "address.postOfficeBoxText",
		"address.postOfficeBoxNumber", "address.locality",
		"contacts.telephone", "contacts.telefax", "contacts.mobile", "contacts.email",
		"validity.to", "validity.from", "remarks", "version", "created", "lastModified",
	}
)

// Match is how a filter compares.
type Match string

// The comparisons; their values are the suffixes that the service appends to the name of a filter.
const (
	Exact      Match = ""
	StartsWith Match = "_SW"
	EqualFold  Match = "_IEQ"
)

// Filter compares one attribute out of UserFilters.
type Filter struct {
	Name  string
	Match Match
	Value string
}

// UserQuery narrows and orders a list of users; its zero value lists all.
type UserQuery struct {
	Filters []Filter
	// Properties maps the name of a property to the value that it must have.
	Properties map[string]string
	// SortBy is one of UserSortKeys; "" is the order of creation.
	SortBy string
	// Descending is the direction of SortBy; nil leaves it to the service.
	Descending *bool
	// Limit is the page size; 0 leaves it to the service.
	Limit int
	// Info, when not nil, is filled from the first page.
	Info *rest.ListInfo
	// ReturnTotal asks for Info.Total.
	ReturnTotal bool
}

// QueryError is a query that the service does not know. Nothing was sent.
type QueryError struct {
	// Name is what the query names, Reason why that does not work.
	Name, Reason string
}

// Error names the wrong part of the query.
func (e *QueryError) Error() string { return fmt.Sprintf("query for users: %q %s", e.Name, e.Reason) }

func (q UserQuery) check() error {
	for _, filter := range q.Filters {
		switch {
		case !slices.Contains(UserFilters, filter.Name):
			return &QueryError{Name: filter.Name, Reason: "is no attribute to filter by"}
		case filter.Match == Exact:
		case filter.Match != StartsWith && filter.Match != EqualFold:
			return &QueryError{Name: string(filter.Match), Reason: "is no comparison"}
		case !slices.Contains(UserSuffixFilters, filter.Name):
			return &QueryError{Name: filter.Name, Reason: "can be compared exactly only, unlike " + strings.Join(UserSuffixFilters, ", ")}
		}
	}
	if q.SortBy != "" && !slices.Contains(UserSortKeys, q.SortBy) {
		return &QueryError{Name: q.SortBy, Reason: "is no attribute to sort by"}
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
