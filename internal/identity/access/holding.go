package access

import (
	"slices"
	"time"
)

// Holding is one path from a user to a role or an enterprise role. The user may or may not have the
// role. The path may contain objects that were not read.
type Holding struct {
	User, Profile *Object
	// Grant is the authorization or the enterprise authorization.
	Grant *Object
	// EnterpriseRole is nil for a directly granted role.
	EnterpriseRole *Object
	// Member is the membership of the role in the enterprise role; nil without Role.
	Member *Object
	// Role is nil if the enterprise role itself is held.
	Role  *Object
	times Span
	// judged is what the path grants; nil if only its effect counts.
	judged *judged
}

// What returns the role, or the enterprise role if that is held itself.
func (h Holding) What() ID {
	if h.Role == nil {
		return h.EnterpriseRole.ID
	}
	return h.Role.ID
}

// Through returns the enterprise role that gives the role, and false for a direct grant.
func (h Holding) Through() (ID, bool) {
	if h.Role == nil || h.EnterpriseRole == nil {
		return ID{}, false
	}
	return h.EnterpriseRole.ID, true
}

// Path returns the objects that the holding depends on, except for the units and the application.
func (h Holding) Path() []*Object {
	path := make([]*Object, 0, 6)
	for _, o := range []*Object{h.User, h.Profile, h.Grant, h.EnterpriseRole, h.Member, h.Role} {
		if o != nil {
			path = append(path, o)
		}
	}
	return path
}

// May returns the times at which the holding is effective for some combination of possible values.
func (h Holding) May() Times { return h.times.May }

// Must returns the times at which the holding is effective for every combination of possible
// values.
func (h Holding) Must() Times { return h.times.Must }

// Granted reports that a plan grants the path, or something more through it. Such a path has the
// times of its grant, whatever its switches are.
func (h Holding) Granted() bool {
	return h.judged != nil && (h.judged.granted.grants() || h.judged.opened != 0)
}

// Extent holds the times at which something is held, and at which it is held with each open data
// room.
type Extent struct {
	Held  Times
	Rooms [lastRoom + 1]Times
}

// Access is a user's access to a role or an enterprise role, over all paths.
type Access struct{ May, Must Extent }

func (a *Access) add(h Holding, now time.Time) {
	may, must := h.times.May.From(now), h.times.Must.From(now)
	a.May.Held, a.Must.Held = a.May.Held.Or(may), a.Must.Held.Or(must)
	if h.Grant.Kind != Grant {
		return
	}
	for room := range lastRoom + 1 {
		if h.Grant.Rooms.May(room) {
			a.May.Rooms[room] = a.May.Rooms[room].Or(may)
		}
		if h.Grant.Rooms.Must(room) {
			a.Must.Rooms[room] = a.Must.Rooms[room].Or(must)
		}
	}
}

func (e Extent) or(other Extent) Extent {
	e.Held = e.Held.Or(other.Held)
	for room := range e.Rooms {
		e.Rooms[room] = e.Rooms[room].Or(other.Rooms[room])
	}
	return e
}

func (e Extent) without(other Extent) Extent {
	e.Held = e.Held.Without(other.Held)
	for room := range e.Rooms {
		e.Rooms[room] = e.Rooms[room].Without(other.Rooms[room])
	}
	return e
}

// Within reports whether another extent has all times of this one, also of each data room.
func (e Extent) Within(other Extent) bool { return !e.without(other).grants() }

// RoomsBeyond reports whether a data room is open at other times than the role is held.
func (e Extent) RoomsBeyond() bool {
	return slices.ContainsFunc(e.Rooms[:], func(open Times) bool { return !open.Without(e.Held).Empty() })
}

// Empty reports whether nothing is held at any time.
func (e Extent) Empty() bool { return e.Held.Empty() }

// Sum returns the total access of holdings of one user and one role, from a time on.
func Sum(holdings []Holding, now time.Time) Access {
	var a Access
	for _, h := range holdings {
		a.add(h, now)
	}
	return a
}
