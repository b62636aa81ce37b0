package tenant

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// FactParts returns the parts of a tenant that access depends on.
func FactParts() []Part { return []Part{AllApplications, Roles, EnterpriseRoles} }

// Facts returns the access facts of a tenant that was read as a whole with FactParts. Parts that
// could not be read are gaps.
func (t *Tenant) Facts(service string) *access.Tenant {
	f := factory{access.NewTenant(), service, t.Client.ExtID}
	f.Add(access.Object{ID: f.id(access.Client, f.client), Name: t.Client.Name})
	for _, a := range sorted(slices.Concat(t.AllApplications, t.Applications), func(a idm.Application) string { return a.ExtID }) {
		f.Add(access.Object{ID: f.id(access.Application, a.ExtID), Name: a.Name})
	}
	for _, a := range t.Applications {
		f.Add(access.Object{ID: f.id(access.Assignment, a.ExtID), Target: access.Exactly(a.ExtID)})
	}
	for _, u := range t.Users {
		f.Add(access.Object{ID: f.id(access.User, u.ExtID), State: state(u.UserState), From: moment(u.Validity.From),
			To:        moment(u.Validity.To),
			Technical: flag(u.IsTechnicalUser), Name: cmp.Or(strings.TrimSpace(u.Name.FirstName+" "+u.Name.FamilyName), u.LoginID)})
	}
	for _, u := range t.Units {
		f.Add(access.Object{ID: f.id(access.Unit, u.ExtID), Owner: access.Exactly(u.ParentUnitExtID), State: state(u.State),
			From: moment(u.Validity.From), To: moment(u.Validity.To), Name: u.Name})
	}
	f.roles(t)
	users := map[string]bool{}
	for _, u := range t.Users {
		users[u.ExtID] = true
	}
	for _, p := range t.Profiles {
		if f.profile(p); p.UserExtID != "" && !users[p.UserExtID] {
			// The list of users changed while it was read, or hides the user from the caller.
			f.NotRead(access.Gap{ID: f.id(access.User, p.UserExtID)})
		}
	}
	f.gaps(t.Missing)
	return f.Tenant
}

// factory converts the objects of a client into facts.
type factory struct {
	*access.Tenant
	service, client string
}

func (f factory) id(kind access.Kind, extID string) access.ID {
	return access.NewID(f.service, f.client, kind, extID)
}

func (f factory) notRead(kind access.Kind, owner string) {
	f.NotRead(access.Gap{ID: f.id(kind, ""), Owner: owner})
}

// roles adds roles, and enterprise roles with their members.
func (f factory) roles(t *Tenant) {
	known := map[string]bool{}
	add := func(r idm.Role, owner access.Value[string]) {
		if !known[r.ExtID] {
			known[r.ExtID] = true
			f.Add(access.Object{ID: f.id(access.Role, r.ExtID), Owner: owner, Name: r.Name})
		}
	}
	for _, r := range t.Roles {
		add(r, access.Exactly(r.ApplicationExtID))
	}
	for _, e := range t.EnterpriseRoles {
		f.Add(access.Object{ID: f.id(access.EnterpriseRole, e.ExtID), Name: e.Name})
		for _, r := range e.Members {
			owner := access.Exactly(r.ApplicationExtID)
			if r.ApplicationExtID == "" {
				owner = access.Any[string]()
			}
			add(r, owner)
			f.Add(access.Object{ID: access.MemberID(f.service, f.client, e.ExtID, r.ExtID), Owner: access.Exactly(e.ExtID),
				Target: access.Exactly(r.ExtID)})
		}
	}
}

// profile adds a profile with its grants.
func (f factory) profile(p Profile) {
	f.Add(access.Object{ID: f.id(access.Profile, p.ExtID), Owner: access.Exactly(p.UserExtID), Target: access.Exactly(p.UnitExtID),
		State: state(p.ProfileState), From: moment(p.Validity.From), To: moment(p.Validity.To), Name: p.Name})
	for _, a := range p.Authorizations {
		f.Add(GrantFact(f.service, f.client, p.ExtID, a.Authorization))
	}
	for _, a := range p.EnterpriseAuthorizations {
		f.Add(EnterpriseGrantFact(f.service, f.client, p.ExtID, a))
	}
}

// GrantFact returns the fact of a profile's authorization.
func GrantFact(service, client, profile string, a idm.Authorization) access.Object {
	o := granted(access.NewID(service, client, access.Grant, a.ExtID), profile, a.RoleExtID, a.Validity)
	for room, open := range a.Rooms() {
		o.Rooms = o.Rooms.Open(access.Room(room), flag(open))
	}
	return o
}

// EnterpriseGrantFact returns the fact of a profile's enterprise authorization.
func EnterpriseGrantFact(service, client, profile string, a idm.EnterpriseAuthorization) access.Object {
	return granted(access.NewID(service, client, access.EnterpriseGrant, a.ExtID), profile, a.EnterpriseRoleExtID, a.Validity)
}

func granted(id access.ID, profile, what string, validity idm.Validity) access.Object {
	id.ExtID = cmp.Or(id.ExtID, "of "+what)
	return access.Object{ID: id.Within(profile), Owner: access.Exactly(profile), Target: access.Exactly(what),
		From: moment(validity.From), To: moment(validity.To)}
}

// gaps adds a gap for each part that could not be read. Units without profiles and credentials are
// always gaps, because they are not read completely.
func (f factory) gaps(missing []Missing) {
	f.notRead(access.Unit, "")
	f.notRead(access.Credential, "")
	for _, m := range missing {
		for _, extID := range m.ExtIDs {
			switch what := m.What; {
			case what == "user":
				f.NotRead(access.Gap{ID: f.id(access.User, extID)})
				f.notRead(access.Profile, extID)
			case what == "users of client":
				f.notRead(access.User, "")
				f.notRead(access.Profile, "")
			case strings.HasPrefix(what, "profiles of user"):
				f.notRead(access.Profile, extID)
			case strings.HasPrefix(what, "authorizations of profile"):
				f.notRead(access.Grant, extID)
			case strings.HasPrefix(what, "enterprise authorizations of profile"):
				f.notRead(access.EnterpriseGrant, extID)
			case strings.HasPrefix(what, "members of enterprise role"):
				f.notRead(access.Member, extID)
			case strings.HasPrefix(what, "applications of client"):
				f.notRead(access.Assignment, "")
			case strings.HasPrefix(what, "applications of the service"):
				f.notRead(access.Application, "")
				f.notRead(access.Role, "")
			case strings.HasPrefix(what, "roles of application"):
				f.notRead(access.Role, "")
			case strings.HasPrefix(what, "enterprise roles of client"):
				f.notRead(access.EnterpriseRole, "")
			}
		}
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
