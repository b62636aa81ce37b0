// Package tenant reads all objects of a client that can be found from its users, and lists what it
// could not read.
package tenant

import (
	"context"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Options say which part of a tenant is read.
type Options struct {
	// Client is the external ID of the tenant.
	Client string
	// Unit narrows it to a unit, those below it and their profiles.
	Unit string
	// User narrows it to the profiles of one user; units are then read only below Unit.
	User string
	// Known are units that the caller knows. Their trees are read like the trees with profiles; a unit
	// that is gone is no fault.
	Known []string
	// With are the parts that are read in addition to what every Tenant has. They belong to the whole
	// client, so they are not read for a part of a tenant.
	With []Part
	// Concurrency bounds the requests in flight, as the connection does; 0 is 32.
	Concurrency int
	// Progress, when not nil, is called after each step with how many of what are done; total is 0
	// while it is not known. Calls do not overlap.
	Progress func(done, total int, what string)
}

// whole reports whether nothing is narrowed.
func (o Options) whole() bool { return o.Unit == "" && o.User == "" }

// asks reports whether a part is to be read.
func (o Options) asks(part Part) bool { return o.whole() && slices.Contains(o.With, part) }

// Part is a part of a tenant that is read only when it is asked for.
type Part string

// The parts of a tenant, and the fields of Tenant that each fills.
const (
	// AllApplications fills AllApplications.
	AllApplications Part = "applications"
	// Roles fills Roles: those of AllApplications when they are asked for too, else those of
	// Applications.
	Roles Part = "roles"
	// EnterpriseRoles fills EnterpriseRoles, with members and properties.
	EnterpriseRoles Part = "enterprise roles"
	// UserProperties fills UserProperties.
	UserProperties Part = "properties of users"
	// ProfileProperties fills ProfileProperties.
	ProfileProperties Part = "properties of profiles"
	// DefinitionOwners fills in the clients and the applications of Definitions, which the list of a
	// client does not show, where the release can tell them.
	DefinitionOwners Part = "owners of property definitions"
	// Consents fills Consents.
	Consents Part = "consents"
	// Credentials fills Credentials.
	Credentials Part = "credentials"
)

// Objects is the part that holds the objects of a type of Plain; it fills Objects.
func Objects(of *objecttype.Type) Part { return Part(of.Plural) }

// Parts lists all parts.
func Parts() []Part {
	parts := []Part{AllApplications, Roles, EnterpriseRoles, UserProperties, ProfileProperties, DefinitionOwners, Consents, Credentials}
	for _, row := range Plain() {
		parts = append(parts, Objects(row))
	}
	return parts
}

// Plain are the types that no other part of a tenant has to do with: their objects belong to a
// client or to the service, nothing belongs to them, and one list shows all.
func Plain() []*objecttype.Type {
	owners := map[string]bool{objecttype.Client.Name: true, objecttype.PropertyDefinition.Name: true}
	for _, row := range objecttype.All() {
		owners[row.Owner] = true
	}
	return slices.DeleteFunc(objecttype.OfClass(objecttype.Object), func(row *objecttype.Type) bool {
		return owners[row.Name] || row.ListedBelow()
	})
}

// Tenant is what the service holds of a client. It holds no value of a property that may be
// encrypted.
type Tenant struct {
	Client idm.Client
	// Users are sorted by external ID; their properties are left out, see UserProperties.
	Users []idm.User
	// Units come before the units below them; siblings are sorted by external ID.
	Units []idm.Unit
	// UnitProperties are found by the external ID of the unit; a unit without properties is missing.
	UnitProperties map[string]Properties
	// Profiles are sorted by user and external ID.
	Profiles []Profile
	// Applications are those assigned to the client, sorted by external ID; none are read of a part of
	// a tenant.
	Applications []idm.Application
	// Definitions are those of the client's properties, sorted by scope, application and name.
	Definitions []idm.PropertyDefinition
	// DefinitionsOwned are the numbers of those whose client and application DefinitionOwners has
	// filled in: none where the release cannot tell, nil where it was not asked.
	DefinitionsOwned map[int64]bool
	// AllApplications are those of the service, sorted by external ID.
	AllApplications []idm.Application
	// Roles are sorted by application and external ID.
	Roles []idm.Role
	// EnterpriseRoles are sorted by external ID.
	EnterpriseRoles []EnterpriseRole
	// UserProperties are found by the external ID of the user, ProfileProperties by that of the
	// profile; who has none is missing.
	UserProperties    map[string]Properties
	ProfileProperties map[string]Properties
	// Objects are the objects of the types of Plain, sorted by external ID.
	Objects map[*objecttype.Type][]idm.Object
	// Consents are sorted by user and terms.
	Consents []Consent
	// Credentials are sorted by user, type and external ID, and hold no secret.
	Credentials []idm.Credential
	// Paging is how the service pages lists.
	Paging Paging
	// Missing is what could not be read.
	Missing []Missing
}

// Paging is how a service pages lists, as the list of the users shows it.
type Paging struct {
	// Limit is the size of a page when the caller names none; 0 when the service does not show.
	Limit int
	// NoTotal reports that the service left out a total that was asked for.
	NoTotal bool
}

// EnterpriseRole is an enterprise role with the roles that it consists of.
type EnterpriseRole struct {
	idm.EnterpriseRole
	// Members are sorted by external ID; nil when they could not be read.
	Members    []idm.Role
	Properties Properties
}

// Consent is a user's agreement to terms.
type Consent struct {
	UserExtID string
	idm.Consent
}

// Profile is a profile with what is granted to it.
type Profile struct {
	idm.Profile
	// Authorizations are sorted by role, those of the same role as the service orders them; nil when
	// they could not be read.
	Authorizations []Authorization
	// EnterpriseAuthorizations are sorted likewise by enterprise role; nil when they could not be
	// read.
	EnterpriseAuthorizations []idm.EnterpriseAuthorization
}

// Authorization is an authorization with its properties.
type Authorization struct {
	idm.Authorization
	Properties Properties
}

// Properties are the values of an object that are no secrets, and the names of the others.
type Properties struct {
	Values map[string]string
	// Encrypted and Undefined are names, sorted: of values that are defined as encrypted, and of those
	// without a definition, which may be secrets.
	Encrypted, Undefined []string
}

// Empty reports whether the object has no property at all.
func (p Properties) Empty() bool {
	return len(p.Values) == 0 && len(p.Encrypted) == 0 && len(p.Undefined) == 0
}

// Missing is what could not be read for one reason.
type Missing struct {
	// What is the kind of thing that is missing, such as "authorizations of profile".
	What string `json:"what"`
	// ExtIDs are the objects that it is missing of, sorted.
	ExtIDs []string `json:"ext_ids"`
	// Reason is the error for the first of them, WayOut what to do about it.
	Reason string `json:"reason"`
	WayOut string `json:"way_out"`
	// Absent reports that the release does not have the operation.
	Absent bool `json:"absent,omitempty"`

	// Type is the type of the objects that are missing; nil for what no resource manages.
	Type *objecttype.Type `json:"-"`
	// Undecoded reports that only one object is missing, which the service has.
	Undecoded bool `json:"-"`
}

// Read reads a tenant. What may not be read, or failed, is listed in Missing instead of being left
// out silently. It is an error when the caller is not logged in, when the client, unit or user that
// the options name cannot be read, when the users cannot be listed, and when the service fails
// again and again.
func Read(ctx context.Context, api *idm.API, o Options) (*Tenant, error) {
	r := newReader(api, o)
	return r.read(ctx)
}
