package tenant

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// FactParts returns the parts of a tenant that access depends on.
func FactParts() []Part { return []Part{AllApplications, Roles, EnterpriseRoles} }

// Facts are the facts about access in clients of a service, and their people.
type Facts struct {
	*access.Tenant
	// Service is the service's address in the identities of the facts.
	Service string
	// Clients are the external IDs of the clients.
	Clients []string
	// People maps identities to users.
	People map[access.ID]Person
	// Gaps are sentences about the parts that could not be read.
	Gaps []string
	// Pseudonyms reports that the names of people are invented.
	Pseudonyms bool
	// Taken is the time of the snapshot; zero if it is not known, and for the service.
	Taken time.Time

	// limited holds the objects with properties, defaults the default profiles, and secrets the kinds
	// whose objects may have properties that are not known.
	limited, defaults map[access.ID]bool
	secrets           map[access.Kind]bool
}

// Person contains the facts about a user other than access.
type Person struct {
	Login, Name string
	Technical   bool
	// LastLogin is the last successful login; zero if none is known.
	LastLogin time.Time
}

// Limits returns whether properties limit what a grant, a profile, a unit or an enterprise role
// gives, for all of these objects for which this is known.
func (f *Facts) Limits() map[access.ID]bool {
	found := maps.Clone(f.limited)
	for o := range f.Objects() {
		if _, limits := limitingScopes[o.Kind]; limits && !f.secrets[o.Kind] {
			found[o.ID] = f.limited[o.ID]
		}
	}
	return found
}

// Defaults returns the default profiles.
func (f *Facts) Defaults() map[access.ID]bool { return f.defaults }

// limitingScopes are the scopes of the properties of the objects on a path to a role.
var limitingScopes = map[access.Kind][]string{
	access.Grant: authorizationScopes, access.Profile: profileScopes, access.Unit: unitScopes, access.EnterpriseRole: enterpriseRoleScopes,
}

// With returns the facts with another access, such as the access after a plan.
func (f *Facts) With(held *access.Tenant) *Facts {
	next := *f
	next.Tenant, next.People = held, maps.Clone(f.People)
	for o := range held.Objects() {
		if _, known := next.People[o.ID]; o.Kind == access.User && !known {
			next.People[o.ID] = Person{Name: cmp.Or(o.Name, o.ExtID), Technical: o.Technical.May(true)}
		}
	}
	return &next
}

// Of returns the facts about one client, and those that no client owns.
func (f *Facts) Of(client string) *Facts {
	next := *f
	next.Tenant, next.Clients, next.People = access.NewTenant(), []string{client}, maps.Clone(f.People)
	maps.DeleteFunc(next.People, func(id access.ID, _ Person) bool { return id.Client != client })
	for o := range f.Objects() {
		if o.Client == "" || o.Client == client {
			next.Add(*o)
		}
	}
	for _, gap := range f.Tenant.Gaps() {
		if gap.Client == "" || gap.Client == client {
			next.NotRead(gap)
		}
	}
	return &next
}

// Hide replaces the names of objects by a text.
func (f *Facts) Hide(objects []access.ID, text string) {
	for _, id := range objects {
		if person, known := f.People[id]; known {
			person.Login, person.Name = "", text
			f.People[id] = person
		}
		if o := f.Get(id); o.Presence != access.Absent {
			o.Name = text
		}
	}
}

// ReadFacts reads the facts about a client of a service.
func ReadFacts(ctx context.Context, api *idm.API, service string, o Options) (*Facts, error) {
	// Without a result of the search, trees of units without profiles are missing: no access depends
	// on them.
	o.Known, _ = SearchUnits(ctx, api, o.Client)
	o.With = FactParts()
	t, err := Read(ctx, api, o)
	if err != nil {
		return nil, err
	}
	return t.Facts(service), nil
}

// Facts returns the facts of a tenant that was read as a whole with FactParts. Parts that could not
// be read are gaps.
func (t *Tenant) Facts(service string) *Facts { return FactsOf(service, t) }

// FactsOf returns the facts of several clients of a service.
func FactsOf(service string, tenants ...*Tenant) *Facts {
	f := factory{Facts: &Facts{Tenant: access.NewTenant(), Service: service, People: map[access.ID]Person{},
		limited: map[access.ID]bool{}, defaults: map[access.ID]bool{}, secrets: map[access.Kind]bool{}}}
	for _, t := range tenants {
		f.client = t.Client.ExtID
		f.add(t)
	}
	f.referred()
	if slices.ContainsFunc(f.Gaps, func(gap string) bool { return strings.Contains(gap, "propert") }) {
		for kind := range limitingScopes {
			f.secrets[kind] = true
		}
		maps.DeleteFunc(f.limited, func(_ access.ID, limited bool) bool { return !limited })
	}
	return f.Facts
}

// factory converts the objects of clients into facts.
type factory struct {
	*Facts
	client string
}

func (f *factory) id(kind access.Kind, extID string) access.ID {
	return access.NewID(f.Service, f.client, kind, extID)
}

func (f *factory) add(t *Tenant) {
	f.Clients = append(f.Clients, f.client)
	f.Add(access.Object{ID: f.id(access.Client, f.client), Name: t.Client.Name})
	for _, a := range sorted(slices.Concat(t.AllApplications, t.Applications), func(a idm.Application) string { return a.ExtID }) {
		f.Add(access.Object{ID: f.id(access.Application, a.ExtID), Name: a.Name})
	}
	for _, a := range t.Applications {
		f.Add(access.Object{ID: f.id(access.Assignment, a.ExtID), Target: access.Exactly(a.ExtID)})
	}
	for _, u := range t.Users {
		f.user(u)
	}
	for _, u := range t.Units {
		f.Add(access.Object{ID: f.id(access.Unit, u.ExtID), Owner: access.Exactly(u.ParentUnitExtID), State: state(u.State),
			From: moment(u.Validity.From), To: moment(u.Validity.To), Name: u.Name})
	}
	f.roles(t)
	for _, p := range t.Profiles {
		f.profile(p)
	}
	for _, c := range t.Credentials {
		f.Add(access.Object{ID: f.id(access.Credential, c.ExtID), Owner: access.Exactly(c.UserExtID), State: credentialState(c.StateName),
			From: moment(c.Validity.From), To: moment(c.Validity.To)})
	}
	f.limits(t)
	f.gaps(t.Missing)
}

// limits records the objects with properties. The properties of profiles and units are known only if
// they were read.
func (f *factory) limits(t *Tenant) {
	for _, p := range t.Profiles {
		if t.SomeProfiles[p.ExtID] {
			f.limited[f.id(access.Profile, p.ExtID)], f.limited[f.id(access.Unit, p.UnitExtID)] = false, false
		}
	}
	for unit, properties := range t.UnitProperties {
		f.limit(f.id(access.Unit, unit), properties)
	}
	for profile, properties := range t.ProfileProperties {
		f.limit(f.id(access.Profile, profile), properties)
	}
	for _, e := range t.EnterpriseRoles {
		f.limit(f.id(access.EnterpriseRole, e.ExtID), e.Properties)
	}
	for _, d := range t.Definitions {
		for kind, scopes := range limitingScopes {
			some := kind == access.Profile && t.ProfileProperties == nil ||
				(kind == access.Profile || kind == access.Unit) && t.SomeProfiles != nil
			secret := d.Encrypted != nil && *d.Encrypted || some
			f.secrets[kind] = f.secrets[kind] || secret && slices.Contains(scopes, idm.PropertyScope(d.Scope))
		}
	}
}

func (f *factory) limit(of access.ID, by Properties) {
	if !by.Empty() {
		f.limited[of] = true
	}
}

func (f *factory) user(u idm.User) {
	id, name := f.id(access.User, u.ExtID), cmp.Or(strings.TrimSpace(u.Name.FirstName+" "+u.Name.FamilyName), u.LoginID)
	f.Add(access.Object{ID: id, State: state(u.UserState), From: moment(u.Validity.From), To: moment(u.Validity.To),
		Technical: flag(u.IsTechnicalUser), Name: name})
	last, _ := time.Parse(time.RFC3339, u.LastSuccessfulLoginDate)
	f.People[id] = Person{Login: u.LoginID, Name: cmp.Or(name, u.ExtID), Technical: u.IsTechnicalUser != nil && *u.IsTechnicalUser,
		LastLogin: last}
}

// roles adds roles, and enterprise roles with their members.
func (f *factory) roles(t *Tenant) {
	known := map[string]bool{}
	add := func(r idm.Role) {
		if !known[r.ExtID] {
			known[r.ExtID] = true
			f.Add(access.Object{ID: f.id(access.Role, r.ExtID), Owner: access.Exactly(r.ApplicationExtID), Name: r.Name})
		}
	}
	for _, r := range t.Roles {
		add(r)
	}
	for _, e := range t.EnterpriseRoles {
		f.Add(access.Object{ID: f.id(access.EnterpriseRole, e.ExtID), Name: e.Name})
		for _, r := range e.Members {
			// Without an application, the member proves only that the role exists; see referred.
			if r.ApplicationExtID != "" {
				add(r)
			}
			f.Add(access.Object{ID: access.MemberID(f.Service, f.client, e.ExtID, r.ExtID), Owner: access.Exactly(e.ExtID),
				Target: access.Exactly(r.ExtID)})
		}
	}
}

// profile adds a profile with its grants.
func (f *factory) profile(p Profile) {
	if p.IsDefaultProfile != nil && *p.IsDefaultProfile {
		f.defaults[f.id(access.Profile, p.ExtID)] = true
	}
	f.Add(access.Object{ID: f.id(access.Profile, p.ExtID), Owner: access.Exactly(p.UserExtID), Target: access.Exactly(p.UnitExtID),
		State: state(p.ProfileState), From: moment(p.Validity.From), To: moment(p.Validity.To), Name: p.Name})
	for _, a := range p.Authorizations {
		o := grantFact(f.Service, f.client, p.ExtID, a.Authorization)
		f.Add(o)
		f.limit(o.ID, a.Properties)
	}
	for _, a := range p.EnterpriseAuthorizations {
		f.Add(enterpriseGrantFact(f.Service, f.client, p.ExtID, a))
	}
}

// grantFact returns the fact of a profile's authorization.
func grantFact(service, client, profile string, a idm.Authorization) access.Object {
	o := granted(access.NewID(service, client, access.Grant, a.ExtID), profile, a.RoleExtID, a.Validity)
	for room, open := range a.Rooms() {
		o.Rooms = o.Rooms.Open(access.Room(room), flag(open))
	}
	return o
}

// enterpriseGrantFact returns the fact of a profile's enterprise authorization.
func enterpriseGrantFact(service, client, profile string, a idm.EnterpriseAuthorization) access.Object {
	return granted(access.NewID(service, client, access.EnterpriseGrant, a.ExtID), profile, a.EnterpriseRoleExtID, a.Validity)
}

func granted(id access.ID, profile, what string, validity idm.Validity) access.Object {
	id.ExtID = cmp.Or(id.ExtID, "of "+what)
	return access.Object{ID: id.Within(profile), Owner: access.Exactly(profile), Target: access.Exactly(what),
		From: moment(validity.From), To: moment(validity.To)}
}

// gaps adds a gap for each part that could not be read. Units without profiles and credentials are
// always gaps, because they are not read completely.
func (f *factory) gaps(missing []Missing) {
	f.notRead(access.Unit, "")
	f.notRead(access.Credential, "")
	for _, m := range missing {
		if m.What != "" {
			f.Gaps = append(f.Gaps, m.Of(f.client))
		}
		unread := m.Unread()
		if unread.Type == nil {
			continue
		}
		kind := access.KindOf(unread.Type.Name)
		for _, extID := range m.ExtIDs {
			switch {
			case kind == 0:
			case kind == access.Client:
				f.unlisted(f.id(kind, extID))
			case unread.Single:
				f.unlisted(f.id(kind, extID))
			case unread.Owned && kind != access.Role:
				f.notRead(kind, extID)
			default:
				f.notRead(kind, "")
			}
		}
		if kind == access.Application {
			f.notRead(access.Role, "")
		}
	}
}

func (f *factory) notRead(kind access.Kind, owner string) {
	f.NotRead(access.Gap{ID: f.id(kind, ""), Owner: owner})
}

// owned are the kinds of the objects that are read through another object.
var owned = map[access.Kind][]access.Kind{
	access.User: {access.Profile}, access.Profile: {access.Grant, access.EnterpriseGrant}, access.EnterpriseRole: {access.Member},
}

// unlisted adds gaps for an object that exists and was not read, and for what belongs to it.
func (f *factory) unlisted(id access.ID) {
	f.NotRead(access.Gap{ID: id})
	f.client = cmp.Or(id.Client, f.client)
	for _, kind := range owned[id.Kind] {
		f.notRead(kind, id.ExtID)
	}
	if id.Kind == access.Client {
		for _, kind := range []access.Kind{access.Unit, access.User, access.EnterpriseRole, access.Assignment} {
			f.notRead(kind, "")
		}
	}
}

// referred adds the objects that others refer to and that no list contains: the list changed while it
// was read, or hides them from the caller.
func (f *factory) referred() {
	var hidden []access.ID
	for o := range f.Objects() {
		for _, id := range o.Refs() {
			if !id.Any() && f.Get(id).Presence == access.Absent {
				hidden = append(hidden, id)
			}
		}
	}
	slices.SortFunc(hidden, access.ID.Compare)
	for _, id := range slices.Compact(hidden) {
		f.unlisted(id)
	}
}

// state converts a state of the service; "" is the state of releases without states and counts as
// active.
func state(text string) access.Value[access.State] {
	switch strings.ToLower(text) {
	case "", "active":
		return access.Exactly(access.Active)
	case "disabled":
		return access.Exactly(access.Disabled)
	case "archived":
		return access.Exactly(access.Archived)
	}
	return access.Any[access.State]()
}

// credentialState converts a state of a credential. A user cannot log in with a locked one.
func credentialState(text string) access.Value[access.State] {
	switch text = idm.CredentialState(text); {
	case text == "initial":
		return access.Exactly(access.Active)
	case text == "revoked", strings.Contains(text, "locked"):
		return access.Exactly(access.Disabled)
	}
	return state(text)
}

func moment(text string) access.Value[access.Moment] {
	if text == "" {
		return access.Exactly(access.Moment(0))
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return access.Any[access.Moment]()
	}
	return access.Exactly(access.At(at))
}

func flag(value *bool) access.Value[bool] {
	if value == nil {
		return access.Any[bool]()
	}
	return access.Exactly(*value)
}
