// Package grants identifies the grants of a profile by role and names their data rooms. It does no
// I/O, so that readers of plans can use it without an API.
package grants

import (
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Grant identifies a grant of one profile. A profile normally has each role, or enterprise role, at
// most once; if the service contains a second grant of a role, the external IDs differ.
type Grant struct{ ExtID, RoleExtID string }

// SecondKey returns the key of a second grant of a role: role_ext_id/ext_id, with both parts
// escaped as in an import ID. The key of the first grant is the unescaped role, as in a
// configuration.
func SecondKey(g Grant) string { return objecttype.ImportID(g.RoleExtID, g.ExtID) }

// SplitKey splits a key of a map into the role and, for a second grant, the external ID; it is ""
// for a first grant. The ID of a role may look like the key of a second grant, but a second grant
// never occurs without the first one. isKey reports whether the map, or the map that it is compared
// with, contains a key.
func SplitKey(key string, isKey func(string) bool) (role, extID string) {
	first, second, ok := strings.Cut(key, "/")
	if !ok || strings.Contains(second, "/") {
		return key, ""
	}
	plainRole, roleErr := url.PathUnescape(first)
	plainExtID, extIDErr := url.PathUnescape(second)
	grant := Grant{ExtID: plainExtID, RoleExtID: plainRole}
	if roleErr != nil || extIDErr != nil || plainExtID == "" || SecondKey(grant) != key || !isKey(plainRole) {
		return key, ""
	}
	return plainRole, plainExtID
}

// Keys returns the keys of the grants of one profile in the given order. The key of the first grant
// of a role is the role itself. plain can choose another existing grant for this key, for example
// the recorded one. Keys are in Unicode normal form C, as a CLI stores them.
func Keys(all []Grant, plain func(role string) (extID string)) []string {
	first := map[string]string{}
	all = slices.Clone(all)
	for i := range all {
		all[i].RoleExtID = norm.NFC.String(all[i].RoleExtID)
	}
	for _, grant := range all {
		if _, taken := first[grant.RoleExtID]; !taken || plain(grant.RoleExtID) == grant.ExtID {
			first[grant.RoleExtID] = grant.ExtID
		}
	}
	keys := make([]string, len(all))
	for i, grant := range all {
		keys[i] = grant.RoleExtID
		if first[grant.RoleExtID] != grant.ExtID {
			keys[i] = norm.NFC.String(SecondKey(grant))
		}
	}
	return keys
}

// ByRole reads all grants of a profile and maps them by the keys of Keys. The recorded grant of a
// role keeps the plain key.
func ByRole[T any](granted iter.Seq2[T, error], of func(T) Grant, recorded Records) (map[string]T, error) {
	var elements []T
	var all []Grant
	for element, err := range granted {
		if err != nil {
			return nil, err
		}
		elements, all = append(elements, element), append(all, of(element))
	}
	keyed := make(map[string]T, len(all))
	for i, key := range Keys(all, func(role string) string { return recorded[role].ExtID }) {
		keyed[key] = elements[i]
	}
	return keyed, nil
}

// KeysOnlyIn returns the keys of a map that are missing in another map, sorted.
func KeysOnlyIn[A, B any](one map[string]A, other map[string]B) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(one)), func(key string) bool {
		_, there := other[key]
		return there
	})
}

// CommonKeys returns the keys that two maps have in common, sorted.
func CommonKeys[A, B any](one map[string]A, other map[string]B) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(one)), func(key string) bool {
		_, there := other[key]
		return !there
	})
}
