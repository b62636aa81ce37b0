package access

import "strings"

// OwnedID is the ExtID of an object whose external ID is unique only within its owner, such as a
// grant of a profile.
func OwnedID(owner, extID string) string {
	escape := strings.NewReplacer("%", "%25", "/", "%2F").Replace
	return escape(owner) + "/" + escape(extID)
}
