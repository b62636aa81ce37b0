package access

import "strings"

// OwnedID is the ExtID of an object whose external ID is unique only within its owner, such as a
// grant of a profile.
func OwnedID(owner, extID string) string {
	escape := strings.NewReplacer("%", "%25", "/", "%2F").Replace
	return escape(owner) + "/" + escape(extID)
}

// Own is the external ID of an object without its owner, or the address of an object that gets its
// own only when it is created.
func (id ID) Own() string {
	if address, isPending := id.Pending(); isPending {
		return address
	}
	_, own, owned := strings.Cut(id.ExtID, "/")
	if !owned || id.Kind != Grant && id.Kind != EnterpriseGrant {
		return id.ExtID
	}
	return strings.NewReplacer("%2F", "/", "%25", "%").Replace(own)
}
