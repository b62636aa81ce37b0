// Package seed reads facts about access from a seed file of the simulator. A snapshot has the same
// format.
package seed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// object has the fields of a seed's objects that determine access.
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

// gaps adds the lists that could not be read as gaps to a tenant, and adds single objects that
// could not be read to single.
func (o origin) gaps(t *access.Tenant, service string, single map[access.ID]bool) {
	for _, u := range o.Unread {
		kind := access.KindOf(u.Type)
		if kind == 0 {
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

// list describes an array of a seed file: the kind of its objects and their references.
type list struct {
	array         string
	kind          access.Kind
	owner, target func(object) string
}

var lists = []list{
	{"clients", access.Client, none, none},
	{"applications", access.Application, none, none},
	{"roles", access.Role, func(o object) string { return o.ApplicationExtID }, none},
	{"units", access.Unit, func(o object) string { return o.ParentUnitExtID }, none},
	{"users", access.User, none, none},
	{"profiles", access.Profile, func(o object) string { return o.UserExtID }, func(o object) string { return o.UnitExtID }},
	{"enterpriseRoles", access.EnterpriseRole, none, none},
	{"clientApplications", access.Assignment, none, func(o object) string { return o.ApplicationExtID }},
	{"enterpriseRoles", access.Member, func(o object) string { return o.EnterpriseRoleExtID },
		func(o object) string { return o.RoleExtID }},
	{"authorizations", access.Grant, func(o object) string { return o.ProfileExtID }, func(o object) string { return o.RoleExtID }},
	{"enterpriseAuthorizations", access.EnterpriseGrant, func(o object) string { return o.ProfileExtID },
		func(o object) string { return o.EnterpriseRoleExtID }},
	{"credentials", access.Credential, func(o object) string { return o.UserExtID }, none},
}

// Read returns the facts of a seed file as the facts of a service. Lists that a snapshot could not
// read become gaps.
func Read(file []byte, service string) (*access.Tenant, error) {
	var read map[string]json.RawMessage
	if err := json.Unmarshal(file, &read); err != nil {
		return nil, err
	}
	t, unread := access.NewTenant(), map[access.ID]bool{}
	for origin, err := range each[origin](read["snapshot"]) {
		if err != nil {
			return nil, err
		}
		origin.gaps(t, service, unread)
	}
	for _, l := range lists {
		for o, err := range each[object](read[l.array]) {
			if err != nil {
				return nil, err
			}
			l.add(t, o, service, unread)
		}
	}
	held := map[access.ID]bool{}
	for o := range t.Objects() {
		held[o.ID] = true
	}
	for o := range t.Objects() {
		if user, known := o.Owner.Known(); o.Kind == access.Profile && known && user != "" {
			if id := access.NewID(service, o.Client, access.User, user); !held[id] {
				// The list of users changed while it was read, or hid the user from the caller.
				t.NotRead(access.Gap{ID: id})
			}
		}
	}
	return t, nil
}

// add adds the fact of an object; for a member, one fact for each role of the enterprise role. It
// skips objects that could not be read, of which the file contains only the name.
func (l list) add(t *access.Tenant, o object, service string, unread map[access.ID]bool) {
	all := []object{o}
	if l.kind == access.Member {
		all = members(o)
	}
	for _, o := range all {
		if fact := o.fact(service, l.kind, l.owner(o), l.target(o)); !unread[fact.ID] {
			t.Add(fact)
		}
	}
}

// each decodes the elements of an array one by one, because a large tenant has hundreds of
// thousands.
func each[T any](array json.RawMessage) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if len(array) == 0 || string(array) == "null" {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(array))
		var none T
		if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
			yield(none, cmp.Or(err, fmt.Errorf("%.20s… is not a list", array)))
			return
		}
		for decoder.More() {
			var element T
			if err := decoder.Decode(&element); !yield(element, err) || err != nil {
				return
			}
		}
	}
}

func none(object) string { return "" }

// members returns the roles of an enterprise role.
func members(e object) []object {
	all := make([]object, 0, len(e.RoleExtIDs))
	for _, role := range e.RoleExtIDs {
		all = append(all, object{ClientExtID: e.ClientExtID, EnterpriseRoleExtID: e.ExtID, RoleExtID: role})
	}
	return all
}

// fact returns the fact of an object of a kind, with the external IDs of its owner and its target.
func (o object) fact(service string, kind access.Kind, owner, target string) access.Object {
	id := access.NewID(service, o.ClientExtID, kind, o.ExtID).Within(owner)
	switch kind {
	case access.Assignment:
		id.ExtID = target
	case access.Member:
		id = access.MemberID(service, o.ClientExtID, owner, target)
	case access.Grant, access.EnterpriseGrant:
		id.ExtID = access.OwnedID(owner, cmp.Or(o.ExtID, "of "+target))
	}
	fact := access.Object{
		ID: id, Owner: access.Exactly(owner), Target: access.Exactly(target), From: moment(o.Validity.From), To: moment(o.Validity.To),
		State:     state(cmp.Or(o.UserState, o.ProfileState, o.State, o.StateName)),
		Technical: access.Exactly(o.IsTechnicalUser),
		Name:      o.label(),
	}
	for room, open := range []bool{o.ClientGlobal, o.UnitGlobal, o.AppGlobal, o.EnterpriseRoleGlobal} {
		fact.Rooms = fact.Rooms.Open(access.Room(room), access.Exactly(open))
	}
	return fact
}

// moment parses a bound of a validity. An unreadable bound is any time.
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

// state parses a state in any spelling. A user cannot log in with a credential that is not active.
// An unknown state is any state.
func state(text string) access.Value[access.State] {
	switch text = strings.ToLower(text); {
	case slices.Contains([]string{"", "active", "initial"}, text):
		return access.Exactly(access.Active)
	case text == "archived":
		return access.Exactly(access.Archived)
	case text == "disabled", strings.Contains(text, "locked"), text == "revoked":
		return access.Exactly(access.Disabled)
	}
	return access.Any[access.State]()
}

// label returns the full name of a user, or the name of another object.
func (o object) label() string {
	var name struct{ FirstName, FamilyName string }
	var plain string
	if json.Unmarshal(o.Name, &plain) != nil {
		_ = json.Unmarshal(o.Name, &name)
	}
	return cmp.Or(plain, strings.TrimSpace(name.FirstName+" "+name.FamilyName), o.LoginID)
}
