// Package tenant reads all objects of a client that can be found from its users, and lists the
// failed reads.
package tenant

import (
	"context"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Options select the part of a tenant to read.
type Options struct {
	// Client is the external ID of the tenant.
	Client string
	// Unit limits the read to a unit, its subunits and their profiles.
	Unit string
	// User limits the read to the profiles of one user; units are then read only below Unit.
	User string
	// Users, if not nil, limits the profiles and the units to those of these users. Other users
	// have no profiles in the result.
	Users map[string]bool
	// Known are external IDs of units. Their trees are read like the trees with profiles; a unit
	// that no longer exists is not a fault.
	Known []string
	// With are additional parts to read. They belong to the whole client, so they are ignored if
	// Unit or User is set.
	With []Part
	// SecondProfiles, if not nil, asks for the properties of the profiles of these users and of
	// users with several profiles, in place of ProfileProperties, and of no other units than
	// theirs.
	SecondProfiles map[string]bool
	// CredentialsOf, if not nil, limits the credentials to those of these users; with false, only
	// if they are technical users.
	CredentialsOf map[string]bool
	// Concurrency is the maximum number of concurrent requests; the connection has its own limit. 0
	// is 32.
	Concurrency int
	// Progress, if not nil, is called after each step with the number of objects read so far; total
	// is 0 while it is not known. Calls do not overlap.
	Progress func(done, total int, what string)
}

// whole reports whether the whole tenant is read.
func (o Options) whole() bool { return o.Unit == "" && o.User == "" }

// asks reports whether a part is read.
func (o Options) asks(part Part) bool { return o.whole() && slices.Contains(o.With, part) }

// Part is an optional part of a tenant.
type Part string

// The parts of a tenant, with the fields of Tenant that they set.
const (
	// AllApplications fills AllApplications.
	AllApplications Part = "applications"
	// Roles fills Roles: the roles of AllApplications if that part is read too, otherwise of
	// Applications.
	Roles Part = "roles"
	// EnterpriseRoles fills EnterpriseRoles, with members and properties.
	EnterpriseRoles Part = "enterprise roles"
	// UserProperties fills UserProperties.
	UserProperties Part = "properties of users"
	// ProfileProperties fills ProfileProperties.
	ProfileProperties Part = "properties of profiles"
	// DefinitionOwners sets the clients and the applications of Definitions, which the list of a
	// client does not contain, if the release returns them.
	DefinitionOwners Part = "owners of property definitions"
	// Consents fills Consents.
	Consents Part = "consents"
	// Credentials fills Credentials.
	Credentials Part = "credentials"
)

// Objects returns the part with the objects of a type of Plain; it fills Objects.
func Objects(of *objecttype.Type) Part { return Part(of.Plural) }

// Parts returns all parts.
func Parts() []Part {
	parts := []Part{AllApplications, Roles, EnterpriseRoles, UserProperties, ProfileProperties, DefinitionOwners, Consents, Credentials}
	for _, row := range Plain() {
		parts = append(parts, Objects(row))
	}
	return parts
}

// Plain returns the types that are independent of the other parts of a tenant: their objects belong
// to a client or to the service, own no objects, and are returned in one list.
func Plain() []*objecttype.Type {
	owners := map[string]bool{objecttype.Client.Name: true, objecttype.PropertyDefinition.Name: true}
	for _, row := range objecttype.All() {
		owners[row.Owner] = true
	}
	return slices.DeleteFunc(objecttype.OfClass(objecttype.Object), func(row *objecttype.Type) bool {
		return owners[row.Name] || row.ListedBelow()
	})
}

// Tenant contains the objects of a client. It contains no value of a property that may be
// encrypted.
type Tenant struct {
	Client idm.Client
	// Users are sorted by external ID; their properties are in UserProperties.
	Users []idm.User
	// Units are ordered with parents before their subunits, and siblings by external ID.
	Units []idm.Unit
	// UnitProperties holds the properties by the external ID of the unit; units without properties
	// have no entry.
	UnitProperties map[string]Properties
	// Profiles are sorted by user and external ID.
	Profiles []Profile
	// Applications are the applications assigned to the client, sorted by external ID; nil for a
	// part of a tenant.
	Applications []idm.Application
	// Definitions are the property definitions of the client, sorted by scope, application and
	// name.
	Definitions []idm.PropertyDefinition
	// DefinitionsOwned holds the IDs of the definitions whose client and application
	// DefinitionOwners has set. It is empty if the release does not return them, and nil without
	// that part.
	DefinitionsOwned map[int64]bool
	// AllApplications are the applications of the service, sorted by external ID.
	AllApplications []idm.Application
	// Roles are sorted by application and external ID.
	Roles []idm.Role
	// EnterpriseRoles are sorted by external ID.
	EnterpriseRoles []EnterpriseRole
	// UserProperties holds the properties by the external ID of the user, ProfileProperties by the
	// external ID of the profile. Objects without properties have no entry.
	UserProperties    map[string]Properties
	ProfileProperties map[string]Properties
	// SomeProfiles are the profiles of ProfileProperties, whose units are those of UnitProperties;
	// nil for all.
	SomeProfiles map[string]bool
	// Objects are the objects of the types of Plain, sorted by external ID.
	Objects map[*objecttype.Type][]idm.Object
	// Consents are sorted by user and terms.
	Consents []Consent
	// Credentials are sorted by user, type and external ID, and contain no secrets.
	Credentials []idm.Credential
	// Paging describes how the service pages lists.
	Paging Paging
	// Missing lists the failed reads.
	Missing []Missing
}

// Paging describes how a service pages lists, as observed in the list of the users.
type Paging struct {
	// Limit is the default page size; 0 if the service does not return it.
	Limit int
	// NoTotal reports that the service omitted a requested total.
	NoTotal bool
}

// EnterpriseRole is an enterprise role with its member roles.
type EnterpriseRole struct {
	idm.EnterpriseRole
	// Members are sorted by external ID; nil if they could not be read.
	Members    []idm.Role
	Properties Properties
}

// Consent is a user's agreement to terms.
type Consent struct {
	UserExtID string
	idm.Consent
}

// Profile is a profile with its grants.
type Profile struct {
	idm.Profile
	// Authorizations are sorted by role, and within a role in the order of the service; nil if they
	// could not be read.
	Authorizations []Authorization
	// EnterpriseAuthorizations are sorted by enterprise role in the same way; nil if they could not
	// be read.
	EnterpriseAuthorizations []idm.EnterpriseAuthorization
}

// Authorization is an authorization with its properties.
type Authorization struct {
	idm.Authorization
	Properties Properties
}

// Properties are the property values of an object without secrets, and the names of the omitted
// values.
type Properties struct {
	Values map[string]string
	// Encrypted and Undefined are sorted names of omitted values: defined as encrypted, and without
	// a definition, which can be secret.
	Encrypted, Undefined []string
}

// Empty reports whether the object has no properties.
func (p Properties) Empty() bool {
	return len(p.Values) == 0 && len(p.Encrypted) == 0 && len(p.Undefined) == 0
}

// Missing describes failed reads of one kind with the same reason.
type Missing struct {
	// What is the kind of read, such as "authorizations of profile".
	What string `json:"what"`
	// ExtIDs are the objects whose reads failed, sorted.
	ExtIDs []string `json:"ext_ids"`
	// Reason is the error of the first read, WayOut the remedy.
	Reason string `json:"reason"`
	WayOut string `json:"way_out"`
	// Absent reports that the release does not have the operation.
	Absent bool `json:"absent,omitempty"`

	// List describes the missing objects.
	List Unread `json:"-"`
	// Undecoded reports that a single existing object could not be decoded.
	Undecoded bool `json:"-"`
}

// Read reads a tenant. Reads that are forbidden or fail are listed in Missing. It returns an error
// if the caller is not authenticated, if the client, unit or user of the options cannot be read, if
// the users cannot be listed, or if the service fails repeatedly.
func Read(ctx context.Context, api *idm.API, o Options) (*Tenant, error) {
	r := newReader(api, o)
	return r.read(ctx)
}
