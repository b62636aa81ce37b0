// Package facts turns a seed of the simulator into the facts of [access]: a snapshot of a living
// tenant, or the state of the copy that a rehearsal made.
package facts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// Tenant is the facts of a seed, with what people call the objects.
type Tenant struct {
	*access.Tenant
	// Service is the address that the identities of the facts have.
	Service string
	// Clients are the external IDs of the clients that the seed was taken of.
	Clients []string
	// People are the users by their identity.
	People map[access.ID]Person
	// Gaps are sentences about what could not be read.
	Gaps []string
	// Pseudonyms reports that the names of people are invented.
	Pseudonyms bool
}

// Person is what is known of a user apart from access.
type Person struct {
	Login, Name string
	Technical   bool
	// LastLogin is the last successful login; zero where none is known.
	LastLogin time.Time
}

// element are the fields of the seed's objects that decide on access, or name the object.
type element struct {
	ClientExtID, ExtID, UserExtID, ProfileExtID, RoleExtID, EnterpriseRoleExtID string
	UnitExtID, ParentUnitExtID, ApplicationExtID                                string
	UserState, ProfileState, State, StateName, Type, LoginID                    string
	LastSuccessfulLoginDate                                                     string
	ClientGlobal, UnitGlobal, AppGlobal, EnterpriseRoleGlobal                   bool
	IsTechnicalUser                                                             bool
	Validity                                                                    struct{ From, To string }
	RoleExtIDs                                                                  []string
	Name                                                                        json.RawMessage
}

// origin is what a seed knows about where it was taken.
type origin struct {
	Clients    []string
	Pseudonyms bool
	Missing    []string
	Unread     []struct{ Type, ClientExtID, ExtID, OwnerExtID string }
}

// seed are the arrays that access depends on.
type seed struct {
	Snapshot                                                                  []origin
	Clients, Applications, Roles, EnterpriseRoles, Units, Users, Profiles     []element
	Authorizations, EnterpriseAuthorizations, ClientApplications, Credentials []element
}

// Read reads a seed file. service is the address that its objects are from; the same address is
// needed wherever two tenants are compared.
func Read(file []byte, service string) (*Tenant, error) {
	var s seed
	if err := json.Unmarshal(file, &s); err != nil {
		return nil, fmt.Errorf("not a seed of the simulator: %w", err)
	}
	r := reader{t: &Tenant{Tenant: access.NewTenant(), Service: service, People: map[access.ID]Person{}}, unread: map[access.ID]bool{}}
	if s.Snapshot == nil {
		for _, client := range s.Clients {
			r.t.Clients = append(r.t.Clients, client.ExtID)
		}
	}
	for _, o := range s.Snapshot {
		r.origin(o)
	}
	r.objects(&s)
	return r.t, nil
}

type reader struct {
	t *Tenant
	// unread are single objects that the seed holds in name only.
	unread map[access.ID]bool
}

// kinds are the kinds of access by the name of the type.
var kinds = map[string]access.Kind{
	"client": access.Client, "application": access.Application, "role": access.Role, "unit": access.Unit, "user": access.User,
	"profile": access.Profile, "enterprise_role": access.EnterpriseRole, "client_application": access.Assignment,
	"enterprise_role_member": access.Member, "authorization": access.Grant, "enterprise_authorization": access.EnterpriseGrant,
	"password": access.Credential,
}

func (r *reader) origin(o origin) {
	r.t.Clients, r.t.Pseudonyms, r.t.Gaps = o.Clients, o.Pseudonyms, o.Missing
	for _, u := range o.Unread {
		kind, known := kinds[u.Type]
		if !known {
			continue
		}
		id := r.id(u.ClientExtID, kind, u.ExtID)
		r.t.NotRead(access.Gap{ID: id, Owner: u.OwnerExtID})
		if u.ExtID != "" {
			r.unread[id] = true
		}
		if kind == access.Client {
			// Nothing in the client was read.
			for _, kind := range []access.Kind{access.Unit, access.User, access.EnterpriseRole, access.Assignment} {
				r.t.NotRead(access.Gap{ID: r.id(u.ClientExtID, kind, "")})
			}
		}
	}
}

func (r *reader) id(client string, kind access.Kind, extID string) access.ID {
	return access.NewID(r.t.Service, client, kind, extID)
}

// add adds an object, unless the seed holds it in name only.
func (r *reader) add(kind access.Kind, e element, o access.Object) {
	if o.ExtID == "" {
		o.ID = r.id(e.ClientExtID, kind, e.ExtID)
	}
	if r.unread[o.ID] {
		return
	}
	if o.Name == "" {
		_ = json.Unmarshal(e.Name, &o.Name)
	}
	r.t.Add(o)
}

func (r *reader) objects(s *seed) {
	for _, e := range s.Clients {
		r.add(access.Client, e, access.Object{})
	}
	for _, e := range s.Applications {
		r.add(access.Application, e, access.Object{})
	}
	for _, e := range s.Roles {
		r.add(access.Role, e, access.Object{Owner: access.Exactly(e.ApplicationExtID)})
	}
	for _, e := range s.ClientApplications {
		id := r.id(e.ClientExtID, access.Assignment, e.ApplicationExtID)
		r.add(access.Assignment, e, access.Object{ID: id, Target: access.Exactly(e.ApplicationExtID)})
	}
	for _, e := range s.Units {
		o := within(e, e.State)
		o.Owner = access.Exactly(e.ParentUnitExtID)
		r.add(access.Unit, e, o)
	}
	for _, e := range s.EnterpriseRoles {
		r.add(access.EnterpriseRole, e, access.Object{})
		for _, role := range e.RoleExtIDs {
			id := access.MemberID(r.t.Service, e.ClientExtID, e.ExtID, role)
			r.add(access.Member, e, access.Object{ID: id, Owner: access.Exactly(e.ExtID), Target: access.Exactly(role), Name: role})
		}
	}
	r.people(s)
}

func (r *reader) people(s *seed) {
	for _, e := range s.Users {
		o, person := within(e, e.UserState), personOf(e)
		o.Technical, o.Name = access.Exactly(e.IsTechnicalUser), person.Name
		r.add(access.User, e, o)
		r.t.People[r.id(e.ClientExtID, access.User, e.ExtID)] = person
	}
	for _, e := range s.Profiles {
		o := within(e, e.ProfileState)
		o.Owner, o.Target = access.Exactly(e.UserExtID), access.Exactly(e.UnitExtID)
		r.add(access.Profile, e, o)
	}
	for _, e := range s.Authorizations {
		o := within(e, "")
		o.Owner, o.Target = access.Exactly(e.ProfileExtID), access.Exactly(e.RoleExtID)
		for room, open := range []bool{e.ClientGlobal, e.UnitGlobal, e.AppGlobal, e.EnterpriseRoleGlobal} {
			o.Rooms = o.Rooms.Open(access.Room(room), access.Exactly(open)) //nolint:gosec // there are four
		}
		r.add(access.Grant, e, o)
	}
	for _, e := range s.EnterpriseAuthorizations {
		o := within(e, "")
		o.Owner, o.Target = access.Exactly(e.ProfileExtID), access.Exactly(e.EnterpriseRoleExtID)
		r.add(access.EnterpriseGrant, e, o)
	}
	for _, e := range s.Credentials {
		o := within(e, e.StateName)
		o.Owner, o.Name = access.Exactly(e.UserExtID), e.Type
		r.add(access.Credential, e, o)
	}
}

func personOf(e element) Person {
	var name struct{ FirstName, FamilyName string }
	_ = json.Unmarshal(e.Name, &name)
	last, _ := time.Parse(time.RFC3339, e.LastSuccessfulLoginDate)
	return Person{
		Login: e.LoginID, Name: cmp.Or(strings.TrimSpace(name.FirstName+" "+name.FamilyName), e.LoginID, e.ExtID),
		Technical: e.IsTechnicalUser, LastLogin: last,
	}
}

// within is an object with a state and the validity of an element.
func within(e element, state string) access.Object {
	return access.Object{State: stateOf(state), From: momentOf(e.Validity.From), To: momentOf(e.Validity.To)}
}

// stateOf is a state; a credential that is locked cannot be used.
func stateOf(text string) access.Value[access.State] {
	switch strings.ToLower(text) {
	case "", "active":
		return access.Exactly(access.Active)
	case "archived":
		return access.Exactly(access.Archived)
	}
	return access.Exactly(access.Disabled)
}

// momentOf is the bound of a validity. One that cannot be read may be any.
func momentOf(text string) access.Value[access.Moment] {
	if text == "" {
		return access.Exactly(access.Moment(0))
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return access.Any[access.Moment]()
	}
	return access.Exactly(access.At(t))
}
