package access_test

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// The oracle is an independent implementation of the service: a tenant is a plain list, nested
// loops determine access at single hours, and each operation is written out.

// thing is an object of the oracle. Hours are small numbers; 0 means no limit.
type thing struct {
	kind                      access.Kind
	client, id, owner, target string
	state                     access.State
	from, to                  int
	rooms                     [4]bool
}

type world []thing

// The examined hours begin with the present one.
const present, lastHour = 3, 7

// atom is a role or an enterprise role that a user has in an hour; room is an open data room, -1
// for the role itself.
type atom struct {
	client, user string
	kind         access.Kind
	what         string
	hour, room   int
}

type atoms map[atom]bool

func (w world) find(kind access.Kind, client, id string) *thing {
	for i := range w {
		if w[i].kind == kind && w[i].id == id && (w[i].client == client || kind == access.Role || kind == access.Application) {
			return &w[i]
		}
	}
	return nil
}

func (t *thing) works(hour int) bool {
	return t != nil && t.state == access.Active && t.from <= hour && (t.to == 0 || hour < t.to)
}

// placed reports whether the units of a profile are effective.
func (w world) placed(client, unit string, hour int) bool {
	for unit != "" {
		u := w.find(access.Unit, client, unit)
		if !u.works(hour) {
			return false
		}
		unit = u.owner
	}
	return true
}

// usable reports whether the application of a role is assigned to a client.
func (w world) usable(client, role string) bool {
	r := w.find(access.Role, "", role)
	if r == nil || w.find(access.Application, "", r.owner) == nil {
		return false
	}
	for _, a := range w {
		if a.kind == access.Assignment && a.client == client && a.target == r.owner {
			return true
		}
	}
	return false
}

// holdings returns the access of all users, from the present hour on.
func (w world) holdings() atoms {
	has := atoms{}
	for _, user := range w.all(access.User) {
		for _, profile := range w.all(access.Profile) {
			if profile.client != user.client || profile.owner != user.id {
				continue
			}
			for _, grant := range w {
				isPath := grant.client == user.client && grant.owner == profile.id
				for hour := present; isPath && hour <= lastHour; hour++ {
					if user.works(hour) && profile.works(hour) && grant.works(hour) && w.placed(user.client, profile.target, hour) {
						w.hold(has, user, grant, hour)
					}
				}
			}
		}
	}
	return has
}

func (w world) all(kind access.Kind) (found []thing) {
	for i := range w {
		if w[i].kind == kind {
			found = append(found, w[i])
		}
	}
	return found
}

func (w world) hold(has atoms, user, grant thing, hour int) {
	switch grant.kind {
	case access.Grant:
		if !w.usable(user.client, grant.target) {
			return
		}
		has[atom{user.client, user.id, access.Role, grant.target, hour, -1}] = true
		for room, open := range grant.rooms {
			if open {
				has[atom{user.client, user.id, access.Role, grant.target, hour, room}] = true
			}
		}
	case access.EnterpriseGrant:
		if w.find(access.EnterpriseRole, user.client, grant.target) == nil {
			return
		}
		has[atom{user.client, user.id, access.EnterpriseRole, grant.target, hour, -1}] = true
		for _, member := range w {
			if member.kind == access.Member && member.client == user.client && member.owner == grant.target &&
				w.usable(user.client, member.target) {
				has[atom{user.client, user.id, access.Role, member.target, hour, -1}] = true
			}
		}
	}
}

// op is a planned change; sets are the facts of an update.
type op struct {
	action access.Action
	thing
	sets  access.Facts
	after []int
}

// do returns the world after a change, and whether the service accepts all of it.
func (w world) do(o op) (world, bool) {
	w = slices.Clone(w)
	switch o.action {
	case access.Create:
		return w.create(o.thing)
	case access.Update:
		return w.update(o)
	}
	if w.find(o.kind, o.client, o.id) == nil || o.kind == access.Unit && slices.ContainsFunc(w, func(t thing) bool {
		return t.client == o.client && (t.kind == access.Unit && t.owner == o.id || t.kind == access.Profile && t.target == o.id)
	}) {
		return w, false
	}
	return w.remove(o.kind, o.client, o.id), true
}

// refersTo maps kinds to the kinds of their owner and target.
var refersTo = map[access.Kind][2]access.Kind{
	access.Role: {access.Application}, access.Assignment: {0, access.Application}, access.Unit: {access.Unit},
	access.Profile: {access.User, access.Unit}, access.Member: {access.EnterpriseRole, access.Role},
	access.Grant: {access.Profile, access.Role}, access.EnterpriseGrant: {access.Profile, access.EnterpriseRole},
}

func (w world) create(t thing) (world, bool) {
	if w.find(t.kind, t.client, t.id) != nil {
		return w, t.kind == access.Member || t.kind == access.Assignment
	}
	for i, id := range []string{t.owner, t.target} {
		to := refersTo[t.kind][i]
		if to != 0 && w.find(to, t.client, id) == nil && (to != access.Unit || id != "") {
			return w, false
		}
	}
	twin := func(o thing) bool {
		return o.kind == t.kind && o.client == t.client && o.owner == t.owner && o.target == t.target
	}
	switch t.kind {
	case access.Profile:
		if w.find(access.User, t.client, t.owner).state == access.Archived || !w.takesProfile(t.client, t.target) {
			return w, false
		}
	case access.Grant, access.EnterpriseGrant:
		if slices.ContainsFunc(w, twin) {
			return w, false
		}
	}
	return append(w, t), true
}

func (w world) takesProfile(client, unit string) bool {
	u := w.find(access.Unit, client, unit)
	return unit == "" || u != nil && u.state == access.Active
}

func (w world) update(o op) (world, bool) {
	t := w.find(o.kind, o.client, o.id)
	if t == nil || (t.kind == access.User || t.kind == access.Profile) && t.state == access.Archived {
		return w, false
	}
	accepted := true
	if o.sets&access.TargetFact != 0 && o.target != t.target {
		if accepted = o.target != "" && w.takesProfile(o.client, o.target); accepted {
			t.target = o.target
		}
	}
	if o.sets&access.OwnerFact != 0 && o.owner != t.owner {
		if accepted = w.movable(*t, o.owner); accepted {
			t.owner = o.owner
		}
	}
	t.set(o)
	if t.kind == access.User && t.state == access.Archived {
		for i := range w {
			if w[i].kind == access.Profile && w[i].client == o.client && w[i].owner == o.id {
				w[i].state = access.Archived
			}
		}
	}
	return w, accepted
}

// set sets the facts without rules.
func (t *thing) set(o op) {
	if o.sets&access.FromFact != 0 {
		t.from = o.from
	}
	if o.sets&access.ToFact != 0 {
		t.to = o.to
	}
	if o.sets&access.StateFact != 0 {
		t.state = o.state
	}
	for room := range t.rooms {
		if o.sets&access.RoomFact(access.Room(room)) != 0 {
			t.rooms[room] = o.rooms[room]
		}
	}
}

// movable reports whether a unit may be moved below another one.
func (w world) movable(unit thing, below string) bool {
	if below == "" {
		return true
	}
	for up := w.find(access.Unit, unit.client, below); ; up = w.find(access.Unit, unit.client, up.owner) {
		switch {
		case up == nil || up.id == unit.id:
			return false
		case up.owner == "":
			return unit.state == access.Active
		}
	}
}

// remove removes an object and everything that refers to it.
func (w world) remove(kind access.Kind, client, id string) world {
	w = slices.DeleteFunc(w, func(t thing) bool { return t.kind == kind && t.id == id && (t.client == client || client == "") })
	for _, t := range slices.Clone(w) {
		refs := refersTo[t.kind]
		if (client == "" || t.client == client) && (refs[0] == kind && t.owner == id || refs[1] == kind && t.target == id) {
			w = w.remove(t.kind, t.client, t.id)
		}
	}
	return w
}
