// Package seed reads facts about access from a seed file of the simulator, which is also the form of
// a snapshot.
package seed

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// object are the fields of a seed's objects that decide on access.
type object struct {
	ClientExtID, ExtID, UserExtID, ProfileExtID, RoleExtID, EnterpriseRoleExtID string
	UnitExtID, ParentUnitExtID, ApplicationExtID                                string
	UserState, ProfileState, State, StateName, LoginID                          string
	ClientGlobal, UnitGlobal, AppGlobal, EnterpriseRoleGlobal, IsTechnicalUser  bool
	Validity                                                                    struct{ From, To string }
	RoleExtIDs                                                                  []string
	Name                                                                        json.RawMessage
}

// origin lists what a snapshot could not read.
type origin struct {
	Unread []struct{ Type, ClientExtID, ExtID, OwnerExtID string }
}

// kinds are the kinds of access by the name of the type.
var kinds = map[string]access.Kind{
	"client": access.Client, "application": access.Application, "role": access.Role, "unit": access.Unit, "user": access.User,
	"profile": access.Profile, "enterprise_role": access.EnterpriseRole, "client_application": access.Assignment,
	"enterprise_role_member": access.Member, "authorization": access.Grant, "enterprise_authorization": access.EnterpriseGrant,
	"password": access.Credential,
}

// gaps adds what could not be read to a tenant, and notes the single objects.
func (o origin) gaps(t *access.Tenant, service string, single map[access.ID]bool) {
	for _, u := range o.Unread {
		kind, known := kinds[u.Type]
		if !known {
			continue
		}
		id := access.NewID(service, u.ClientExtID, kind, u.ExtID)
		if u.ExtID != "" {
			id = id.Within(u.OwnerExtID)
			single[id] = true
		}
		t.NotRead(access.Gap{ID: id, Owner: u.OwnerExtID})
		if kind != access.Client {
			continue
		}
		// Nothing in the client was read.
		for _, inside := range []access.Kind{access.Unit, access.User, access.EnterpriseRole, access.Assignment} {
			t.NotRead(access.Gap{ID: access.NewID(service, u.ClientExtID, inside, "")})
		}
	}
}

// Read returns the facts of a seed file, as those of a service. What a snapshot could not read is a
// gap.
func Read(file []byte, service string) (*access.Tenant, error) {
	var read struct {
		Clients, Users, Profiles, Units, Authorizations, EnterpriseAuthorizations, EnterpriseRoles, Roles, Applications,
		ClientApplications, Credentials []object
		Snapshot []origin
	}
	if err := json.Unmarshal(file, &read); err != nil {
		return nil, err
	}
	t := access.NewTenant()
	unread := map[access.ID]bool{}
	for _, origin := range read.Snapshot {
		origin.gaps(t, service, unread)
	}
	for _, list := range []struct {
		kind          access.Kind
		objects       []object
		owner, target func(object) string
	}{
		{access.Client, read.Clients, none, none},
		{access.Application, read.Applications, none, none},
		{access.Role, read.Roles, func(o object) string { return o.ApplicationExtID }, none},
		{access.Unit, read.Units, func(o object) string { return o.ParentUnitExtID }, none},
		{access.User, read.Users, none, none},
		{access.Profile, read.Profiles, func(o object) string { return o.UserExtID }, func(o object) string { return o.UnitExtID }},
		{access.EnterpriseRole, read.EnterpriseRoles, none, none},
		{access.Assignment, read.ClientApplications, none, func(o object) string { return o.ApplicationExtID }},
		{access.Member, members(read.EnterpriseRoles), func(o object) string { return o.EnterpriseRoleExtID },
			func(o object) string { return o.RoleExtID }},
		{access.Grant, read.Authorizations, func(o object) string { return o.ProfileExtID }, func(o object) string { return o.RoleExtID }},
		{access.EnterpriseGrant, read.EnterpriseAuthorizations, func(o object) string { return o.ProfileExtID },
			func(o object) string { return o.EnterpriseRoleExtID }},
		{access.Credential, read.Credentials, func(o object) string { return o.UserExtID }, none},
	} {
		for _, o := range list.objects {
			fact, err := o.fact(service, list.kind, list.owner(o), list.target(o))
			if err != nil {
				return nil, err
			}
			// An object that could not be read is in the file in name only.
			if !unread[fact.ID] {
				t.Add(fact)
			}
		}
	}
	return t, nil
}

func none(object) string { return "" }

// members are the roles of enterprise roles.
func members(enterpriseRoles []object) []object {
	var all []object
	for _, e := range enterpriseRoles {
		for _, role := range e.RoleExtIDs {
			all = append(all, object{ClientExtID: e.ClientExtID, EnterpriseRoleExtID: e.ExtID, RoleExtID: role})
		}
	}
	return all
}

func (o object) fact(service string, kind access.Kind, owner, target string) (access.Object, error) {
	id := access.NewID(service, o.ClientExtID, kind, o.ExtID).Within(owner)
	switch kind {
	case access.Assignment:
		id.ExtID = target
	case access.Member:
		id = access.MemberID(service, o.ClientExtID, owner, target)
	case access.Grant, access.EnterpriseGrant:
		id.ExtID = access.OwnedID(owner, cmp.Or(o.ExtID, "of "+target))
	}
	from, badFrom := moment(o.Validity.From)
	to, badTo := moment(o.Validity.To)
	if err := cmp.Or(badFrom, badTo); err != nil {
		return access.Object{}, fmt.Errorf("validity of %s %s: %w", kind, id.ExtID, err)
	}
	fact := access.Object{
		ID: id, Owner: access.Exactly(owner), Target: access.Exactly(target), From: access.Exactly(from), To: access.Exactly(to),
		State:     access.Exactly(state(cmp.Or(o.UserState, o.ProfileState, o.State, o.StateName))),
		Technical: access.Exactly(o.IsTechnicalUser),
		Name:      o.label(),
	}
	for room, open := range []bool{o.ClientGlobal, o.UnitGlobal, o.AppGlobal, o.EnterpriseRoleGlobal} {
		fact.Rooms = fact.Rooms.Open(access.Room(room), access.Exactly(open))
	}
	return fact, nil
}

func moment(text string) (access.Moment, error) {
	if text == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	return access.At(at), err
}

// state is a state in any spelling. A credential that is not active does not let its user in.
func state(text string) access.State {
	switch text = strings.ToLower(text); {
	case slices.Contains([]string{"", "active", "initial"}, text):
		return access.Active
	case text == "archived":
		return access.Archived
	}
	return access.Disabled
}

// label is the full name of a user, or the name of another object.
func (o object) label() string {
	var name struct{ FirstName, FamilyName string }
	var plain string
	if json.Unmarshal(o.Name, &plain) != nil {
		_ = json.Unmarshal(o.Name, &name)
	}
	return cmp.Or(plain, strings.TrimSpace(name.FirstName+" "+name.FamilyName), o.LoginID)
}
