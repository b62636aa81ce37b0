package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// unreadApplication is the placeholder for the application of a role if it could not be read.
const unreadApplication = "not-read"

// keys are the fields that identify an element of an array: the key of its type, or the given
// fields.
var keys = keysOfTypes(map[string][]string{
	"propertyDefinitions": {"propertyId"},
	"consents":            {"clientExtId", "userExtId", "termsExtId", "termsVersion"},
	"properties":          {"clientExtId", "ownerType", "profileExtId", "ownerExtId"},
	"credentials":         {"clientExtId", "userExtId", "type", "context", "extId"},
})

func keysOfTypes(keys map[string][]string) map[string][]string {
	for _, row := range slices.Concat(objecttype.OfClass(objecttype.Object), objecttype.OfClass(objecttype.Grant)) {
		if array := row.SeedArray(); keys[array] == nil {
			for _, attribute := range row.Key {
				keys[array] = append(keys[array], objecttype.APIName(attribute))
			}
		}
	}
	return keys
}

// Key returns the key of an element of an array of a seed, in the form of an import ID.
func Key(array string, e map[string]any) string {
	var parts []string
	for _, name := range keys[array] {
		if value, isSet := e[name]; isSet {
			parts = append(parts, fmt.Sprint(value))
		}
	}
	return objecttype.ImportID(parts...)
}

// sort sorts the arrays, and removes duplicates.
func (s *Snapshot) sort() {
	for array, elements := range s.arrays {
		compare := func(a, b element) int { return strings.Compare(Key(array, a), Key(array, b)) }
		slices.SortStableFunc(elements, compare)
		s.arrays[array] = slices.CompactFunc(elements, func(a, b element) bool { return compare(a, b) == 0 })
	}
}

// reference is a field with the external ID of an object, or a list of them.
type reference struct {
	array, field string
	to           *objecttype.Type
}

// references are ordered so that the placeholders of one are known to the next ones.
var references = []reference{
	{"units", "parentUnitExtId", objecttype.Unit},
	{"profiles", "unitExtId", objecttype.Unit},
	{"enterpriseAuthorizations", "enterpriseRoleExtId", objecttype.EnterpriseRole},
	{"authorizations", "roleExtId", objecttype.Role},
	{"enterpriseRoles", "roleExtIds", objecttype.Role},
	{"roles", "applicationExtId", objecttype.Application},
	{"terms", "applicationExtIds", objecttype.Application},
	{"propertyDefinitions", "applicationExtId", objecttype.Application},
	{"consents", "termsExtId", objecttype.Terms},
}

// addPlaceholders adds the objects that are the target of a reference and could not be read,
// because the simulator rejects a reference to a missing object.
func (s *Snapshot) addPlaceholders() {
	known := map[string]bool{}
	identity := func(array string, e element) string { return array + "\x00" + Key(array, e) }
	for array, elements := range s.arrays {
		for _, e := range elements {
			known[identity(array, e)] = true
		}
	}
	for _, ref := range references {
		array := ref.to.SeedArray()
		for _, e := range s.arrays[ref.array] {
			for _, extID := range stringList(e[ref.field]) {
				target := placeholder(array, e.text("clientExtId"), extID)
				if known[identity(array, target)] {
					continue
				}
				known[identity(array, target)] = true
				s.add(array, target)
				s.Placeholders = append(s.Placeholders, ref.to.Title+" "+extID)
				s.Unread = append(s.Unread, tenant.UnreadObject{Type: ref.to.Name, ClientExtID: target.text("clientExtId"), ExtID: extID})
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
