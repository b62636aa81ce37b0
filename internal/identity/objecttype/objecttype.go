// Package objecttype declares each type of object once: its name and key, its references, the
// access that it grants, the objects that the service deletes with it, and its permissions, rules,
// files and texts. Every list of types in the project is derived from these rows.
package objecttype

import (
	"fmt"
	"slices"
	"strings"
)

// Type is a type of object that a resource manages.
type Type struct {
	// Name is the name of the resource without the provider's prefix, such as unit_properties.
	Name string
	// Title and Plural are its names in a sentence.
	Title, Plural string
	Class         Class
	Scope         Scope
	// Key names the attributes that identify an object, in the order of its import ID.
	Key Key
	// Collection is the path element of the API that lists such objects or precedes their external
	// ID; "" for objects without a list of their own.
	Collection string
	// Owner is the type of the object within the client that contains the object; "" for none.
	Owner string
	// Versioned reports whether the service maintains a version and a modification time.
	Versioned bool
	// Parent is the attribute that moves the object, and State the attribute that enables it; ""
	// for none.
	Parent, State string
	// Fixed lists the attributes outside of the key whose change replaces the object.
	Fixed []string
	// Serial is the attribute with a number of the service, which an object with the same key that is
	// created later does not get; "" for none.
	Serial string
	// Unique is an attribute whose value is unique among siblings.
	Unique Unique
	// Similar lists the attributes that identify a duplicate: if a create without an external ID is
	// repeated, the service creates a second object with the same values. It is nil for a type
	// whose Unique attribute or key prevents duplicates.
	Similar []string
	// Since is the release of the service that introduced its operations, and Instead a sentence
	// for users of an older one; "" for a type that every release supports.
	Since, Instead string
	// Refs lists the attributes that refer to other objects, except the client.
	Refs []Ref
	// PolicyType is the type of the policies that a credential follows; "" for other types and for a
	// credential without a policy.
	PolicyType string
	// Gives describes the access that the object grants; the zero value for a type that grants no
	// access.
	Gives Gives
	// Owns is the type of a single element of an authoritative type or of a collection; "" for other
	// types. Elements is the attribute with the elements of a collection.
	Owns, Elements string
	// Assigned lists the arguments of the elements of a collection that the service assigns if they are
	// omitted. An import writes them, except those in Left, which most configurations omit.
	Assigned, Left []string
	// Contains describes the objects that the service deletes together with the object, as part of
	// a sentence; "" for none.
	Contains string
	Needs    Needs
	// ListNeeds contains the permissions of a list; nil if they are the permissions of Read.
	ListNeeds []string
	// Texts lists the attributes with text that a generated tenant varies, the name first. A dot
	// selects a member.
	Texts  []string
	Rules  Rules
	Export Export
	Drift  Drift
	Docs   Docs
}

// Class is the kind of object that a resource manages.
type Class string

// The classes.
const (
	// Object is an object with a key of its own.
	Object Class = "object"
	// Grant grants one thing to one holder.
	Grant Class = "grant"
	// Set is authoritative: it contains all grants or members of one holder.
	Set Class = "set"
	// Properties are the properties of another object.
	Properties Class = "properties"
	// Credential is a login method of a user.
	Credential Class = "credential"
	// Collection manages many objects of another type.
	Collection Class = "collection"
)

// Scope is the scope in which the external ID of an object is unique.
type Scope string

// The scopes.
const (
	PerClient Scope = ""
	Global    Scope = "global"
)

// Key lists the attributes that together identify an object.
type Key []string

// Form returns the form of an import ID, such as client_ext_id/ext_id.
func (k Key) Form() string { return strings.Join(k, "/") }

// Ref is an attribute that contains external IDs of objects of a type. The attribute is a single
// string, a set of strings, or a map with the external IDs as its keys.
type Ref struct{ Attr, To string }

// Unique is an attribute whose value is unique among siblings. Where describes the siblings as part
// of a sentence.
type Unique struct{ Attr, Where string }

// Gives describes access: the object in the reference To receives the objects of type What in the
// reference Attr.
type Gives struct{ To, Attr, What string }

// Rules lists the review rules that apply to a change.
type Rules struct {
	Create, Delete []string
	// Update lists the rules for a change of any attribute that is in neither Attrs nor Plain. If
	// it is empty, such a change is reported as not understood.
	Update []string
	// Attrs maps single attributes to their rules.
	Attrs map[string][]string
	// Plain lists attributes whose change neither grants nor revokes anything.
	Plain []string
}

// Export is the place of a type in an exported configuration; the zero value for a type that an
// export omits.
type Export struct {
	// Order is the position of the type.
	Order int
	// Word selects the type on the command line, together with all types with the same word.
	Word string
	// File is the name of its file in the flat layout.
	File string
	// Key is the key of the objects in a YAML file, at the top level or within their owner.
	Key string
}

// Rank is the importance of a change outside of Terraform.
type Rank int

// The ranks in ascending order of importance.
const (
	// OtherRank is the rank of all other changes.
	OtherRank Rank = iota
	// CarrierRank is the rank of changes to objects that grant access indirectly.
	CarrierRank
	// LoginRank is the rank of changes to who can log in.
	LoginRank
	// AccessRank is the rank of changes to who has access.
	AccessRank
)

// UnmarshalText reads a rank.
func (r *Rank) UnmarshalText(text []byte) error {
	ranks := []string{"carrier", "login", "access"}
	*r = Rank(slices.Index(ranks, string(text)) + 1)
	if *r == OtherRank {
		return fmt.Errorf("unknown rank %q, known are %v", text, ranks)
	}
	return nil
}

// Drift is the place of a type in a report of drift.
type Drift struct {
	Rank Rank
	// Count is the position of the type in the list of counts of unmanaged objects; 0 for a type
	// that is not counted.
	Count int
	// Always reports that unmanaged objects are listed even if no object of the type is managed.
	Always bool
}

// Docs contains texts of the documentation.
type Docs struct {
	// Subject is the heading in the navigation.
	Subject string
	// Destroy describes the effect of a destroy on other objects.
	Destroy string
	// Warning is the callout of the page, in the registry's form; "" for none.
	Warning string
}

// Distinctive lists the attributes in which two objects with the same external ID differ: whom or
// what they concern, or their number. No operation of the service changes them.
func (t *Type) Distinctive() []string {
	return slices.DeleteFunc(append(slices.Clone(t.Fixed), t.Serial), func(attr string) bool {
		return slices.Contains([]string{"", "ext_id", "password_wo_version", "policy_ext_id", "validity"}, attr)
	})
}

// Bound reports whether a distinctive attribute refers to what the object belongs to or grants, such
// as the person of a profile or the role of an authorization.
func (t *Type) Bound() bool {
	return slices.ContainsFunc(t.Distinctive(), func(attr string) bool { return t.Ref(attr) != nil })
}

const prefix = "idm_"

// TypeName returns the full name of the resource, such as idm_unit.
func (t *Type) TypeName() string { return prefix + t.Name }

// SeedArray returns the name of the array with these objects in a seed file, such as
// enterpriseRoles.
func (t *Type) SeedArray() string { return APIName(strings.ReplaceAll(t.Plural, " ", "_")) }

// APIName returns the name of an attribute in the JSON of the service, such as unitExtId.
func APIName(attribute string) string {
	words := strings.Split(attribute, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// Ref returns the type that an attribute refers to; nil for an attribute that is not a reference.
func (t *Type) Ref(attr string) *Type {
	for _, ref := range t.Refs {
		if ref.Attr == attr {
			return ByName(ref.To)
		}
	}
	return nil
}

// RefTo returns the attribute that refers to a type; "" for none.
func (t *Type) RefTo(name string) string {
	for _, ref := range t.Refs {
		if ref.To == name {
			return ref.Attr
		}
	}
	return ""
}

// PlaceKey returns the attributes that identify the place in which the service lists the objects:
// their client and their owner.
func (t *Type) PlaceKey() (parts []string) {
	if slices.Contains(t.Key, "client_ext_id") {
		parts = append(parts, "client_ext_id")
	}
	if owner := t.RefTo(t.Owner); owner != "" {
		parts = append(parts, owner)
	}
	return parts
}

// Identifying returns the attributes by which a create recognizes its object among its siblings.
func (t *Type) Identifying() []string {
	if t.Similar == nil && t.Unique.Attr != "" {
		return []string{t.Unique.Attr}
	}
	return t.Similar
}

// Single returns the type of the elements of an authoritative type; nil for other types.
func (t *Type) Single() *Type { return ByName(t.Owns) }

// ListPermissions returns the permissions of a list of the objects.
func (t *Type) ListPermissions() []string {
	if t.ListNeeds != nil {
		return t.ListNeeds
	}
	return t.Needs[Read]
}

// OfClient reports whether the objects belong to a client.
func (t *Type) OfClient() bool { return t.Scope == PerClient }

// ListedBelow reports whether the service lists the objects only below another object.
func (t *Type) ListedBelow() bool { return t.Owner != "" || t.Parent != "" }

// Idempotent reports whether creating an object that already exists succeeds, as for members and
// properties.
func (t *Type) Idempotent() bool {
	return t.Class == Set || t.Class == Properties || t.Class == Grant && t.Key[len(t.Key)-1] != "ext_id"
}

// All returns all types, sorted by name.
func All() []*Type { return slices.Clone(sorted) }

// OfClass returns the types of a class, sorted by name.
func OfClass(class Class) []*Type {
	return slices.DeleteFunc(All(), func(t *Type) bool { return t.Class != class })
}

// ByName returns the type with a name such as unit; nil if it does not exist.
func ByName(name string) *Type { return byName[name] }

// ByTypeName returns the type of a resource such as idm_unit; nil if it does not exist.
func ByTypeName(typeName string) *Type {
	name, ok := strings.CutPrefix(typeName, prefix)
	if !ok {
		return nil
	}
	return ByName(name)
}

// Names returns the full names of types.
func Names(types []*Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.TypeName()
	}
	return names
}
