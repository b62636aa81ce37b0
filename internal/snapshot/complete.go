package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// unreadApplication is the application of roles whose own could not be read.
const unreadApplication = "not-read"

// keys are the fields that identify an element of an array.
var keys = withPlain(map[string][]string{
	"clients": {"extId"}, "applications": {"extId"}, "roles": {"extId"}, "propertyDefinitions": {"propertyId"},
	"enterpriseRoles": {"clientExtId", "extId"}, "units": {"clientExtId", "extId"}, "users": {"clientExtId", "extId"},
	"profiles": {"clientExtId", "userExtId", "extId"}, "authorizations": {"clientExtId", "profileExtId", "extId"},
	"enterpriseAuthorizations": {"clientExtId", "profileExtId", "extId"}, "clientApplications": {"clientExtId", "applicationExtId"},
	"consents":    {"clientExtId", "userExtId", "termsExtId"},
	"properties":  {"clientExtId", "ownerType", "ownerExtId"},
	"credentials": {"clientExtId", "userExtId", "extId", "type"},
})

// withPlain adds the arrays of the types that need nothing of their own.
func withPlain(keys map[string][]string) map[string][]string {
	for _, row := range tenant.Plain() {
		keys[row.SeedArray()] = []string{"extId"}
		if row.OfClient() {
			keys[row.SeedArray()] = []string{"clientExtId", "extId"}
		}
	}
	return keys
}

func key(array string, e element) string {
	parts := make([]string, len(keys[array]))
	for i, name := range keys[array] {
		parts[i] = fmt.Sprint(e[name])
	}
	return strings.Join(parts, "\x00")
}

// sort orders the arrays, and keeps once what was read twice.
func (s *Snapshot) sort() {
	for array, elements := range s.arrays {
		compare := func(a, b element) int { return strings.Compare(key(array, a), key(array, b)) }
		slices.SortStableFunc(elements, compare)
		s.arrays[array] = slices.CompactFunc(elements, func(a, b element) bool { return compare(a, b) == 0 })
	}
}

// reference is a field that names an element of another array; of a list, each of its elements.
type reference struct{ array, field, to string }

// references are in an order in which a placeholder for one is known to the next ones.
var references = []reference{
	{"units", "parentUnitExtId", "units"},
	{"profiles", "unitExtId", "units"},
	{"enterpriseAuthorizations", "enterpriseRoleExtId", "enterpriseRoles"},
	{"authorizations", "roleExtId", "roles"},
	{"enterpriseRoles", "roleExtIds", "roles"},
	{"roles", "applicationExtId", "applications"},
	{"terms", "applicationExtIds", "applications"},
	{"propertyDefinitions", "applicationExtId", "applications"},
	{"consents", "termsExtId", "terms"},
}

// nouns are what the arrays hold, for people.
var nouns = map[string]string{
	"units": "unit", "enterpriseRoles": "enterprise role", "roles": "role", "applications": "application", "terms": "terms",
}

// addPlaceholders adds the objects that are referred to and could not be read, because the
// simulator rejects a reference to a missing object.
func (s *Snapshot) addPlaceholders() {
	known := map[string]map[string]bool{}
	for _, array := range []string{"units", "enterpriseRoles", "roles", "applications", "terms"} {
		known[array] = map[string]bool{}
		for _, e := range s.arrays[array] {
			known[array][key(array, e)] = true
		}
	}
	for _, ref := range references {
		for _, e := range s.arrays[ref.array] {
			for _, extID := range stringList(e[ref.field]) {
				target := placeholder(ref.to, e.text("clientExtId"), extID)
				if known[ref.to][key(ref.to, target)] {
					continue
				}
				known[ref.to][key(ref.to, target)] = true
				s.add(ref.to, target)
				s.Placeholders = append(s.Placeholders, nouns[ref.to]+" "+extID)
				s.unread = append(s.unread, Unread{
					Type: strings.ReplaceAll(nouns[ref.to], " ", "_"), ClientExtID: target.text("clientExtId"), ExtID: extID,
				})
			}
		}
	}
	slices.Sort(s.Placeholders)
}

func stringList(value any) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, element := range value {
			all = append(all, stringList(element)...)
		}
		return all
	}
	return nil
}

func placeholder(array, client, extID string) element {
	e := element{"extId": extID, "name": extID}
	if slices.Contains(keys[array], "clientExtId") {
		e["clientExtId"] = client
	}
	if array == "roles" {
		e["applicationExtId"] = unreadApplication
	}
	return e
}
