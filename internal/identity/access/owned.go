package access

import "strings"

// OwnedID returns the ExtID of an object whose external ID is unique only within its owner, such as
// a grant of a profile.
func OwnedID(owner, extID string) string {
	escape := strings.NewReplacer("%", "%25", "/", "%2F").Replace
	return escape(owner) + "/" + escape(extID)
}

// Within returns the identity of an object of an owner, given the external ID in the service.
// External IDs of grants are unique only within their profile; other kinds are unchanged.
func (id ID) Within(owner string) ID {
	if id.Kind.owned() {
		id.ExtID = OwnedID(owner, id.ExtID)
	}
	return id
}

// Own returns the external ID of an object without its owner, or the address of a pending object.
func (id ID) Own() string {
	if address, isPending := id.Pending(); isPending {
		return address
	}
	if _, own, within := id.Parts(); within {
		return own
	}
	return id.ExtID
}

// Parts returns the external IDs of the owner and of an object that is unique only within it, and
// false for other objects.
func (id ID) Parts() (owner, own string, within bool) {
	owner, own, within = strings.Cut(id.ExtID, "/")
	return unescape(owner), unescape(own), within && id.Kind.owned()
}

func unescape(part string) string { return strings.NewReplacer("%2F", "/", "%25", "%").Replace(part) }

// owned reports whether external IDs of the kind are unique only within the owner.
func (k Kind) owned() bool { return k == Grant || k == EnterpriseGrant }
