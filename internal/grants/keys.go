// Package grants keys the grants of a profile by their role, and names their data rooms. It is pure,
// so that a reader of plans needs no client of the service.
package grants

import (
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Grant is what distinguishes the grants of one profile. A profile has a role, or an enterprise
// role, once; should the service hold a second grant of it, the external ID differs.
type Grant struct{ ExtID, RoleExtID string }

// Of returns the grants of a list that the service returns.
func Of[T any](list iter.Seq2[T, error], of func(T) Grant) iter.Seq2[Grant, error] {
	return func(yield func(Grant, error) bool) {
		for element, err := range list {
			if !yield(of(element), err) {
				return
			}
		}
	}
}

// SecondKey is the key of a second grant of a role: role_ext_id/ext_id, with both parts escaped as
// in an import ID. The key of the first one is the plain role, unescaped, as a configuration writes
// it.
func SecondKey(g Grant) string { return objecttype.ImportID(g.RoleExtID, g.ExtID) }

// SplitKey returns the role of a key among all keys of a map, and the external ID that the key of a
// second grant holds, "" for a first one. The id of a role may itself look like the key of a second
// grant; but a second grant never stands without the first one, so isKey decides: it reports
// whether the map, or the one it is compared with, has a key.
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

// Keys returns the keys of the grants of one profile, in their order. The first grant of a role has
// the plain key, unless plain names the external ID of another one that is there, such as the one
// that is recorded under the role.
func Keys(all []Grant, plain func(role string) (extID string)) []string {
	first := map[string]string{}
	for _, grant := range all {
		if _, taken := first[grant.RoleExtID]; !taken || plain(grant.RoleExtID) == grant.ExtID {
			first[grant.RoleExtID] = grant.ExtID
		}
	}
	keys := make([]string, len(all))
	for i, grant := range all {
		keys[i] = grant.RoleExtID
		if first[grant.RoleExtID] != grant.ExtID {
			keys[i] = SecondKey(grant)
		}
	}
	return keys
}

// ByRole reads the grants of a profile to the end and keys each by its role, as Keys does. The
// grant that is recorded under a role keeps the plain key.
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

// KeysOnlyIn returns the keys of a map that another one lacks, sorted.
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
