package access

import "slices"

// Presence is whether an object exists. The zero Presence is that it does.
type Presence uint8

// The presences of objects. Unsure is one that may exist.
const (
	Present Presence = iota
	Absent
	Unsure
)

// or is either of two presences.
func (p Presence) or(other Presence) Presence {
	if p != other {
		return Unsure
	}
	return p
}

// State is the state of a unit, a user, a profile or a credential. The zero State is Active.
type State uint8

// The states. A locked credential is disabled.
const (
	Active State = iota
	Disabled
	Archived
)

// Room is a data room of a grant; the order is the one of grants.Rooms.
type Room uint8

// The data rooms.
const (
	ClientRoom Room = iota
	UnitRoom
	ApplicationRoom
	EnterpriseRoleRoom
	lastRoom = EnterpriseRoleRoom
)

// Rooms are the data rooms of a grant that may and that must be open. The zero Rooms are closed. Rooms
// that are equal (==) are the same, also where it is not known which are open.
type Rooms struct {
	may, must uint8
	// which distinguishes rooms that are not known from others; nil where all are known.
	which *byte
}

// Open sets a data room.
func (r Rooms) Open(room Room, open Value[bool]) Rooms {
	var one Rooms
	if open.May(true) {
		one.may = 1 << room
	}
	if open.Must(true) {
		one.must = 1 << room
	}
	return r.with(room, one.distinct())
}

// with has a data room as others have it.
func (r Rooms) with(room Room, others Rooms) Rooms {
	bit := uint8(1) << room
	r.may, r.must = r.may&^bit|others.may&bit, r.must&^bit|others.must&bit
	switch {
	case r.may == r.must:
		r.which = nil
	case others.known(room) || r.which == others.which:
	case r.which == nil:
		r.which = others.which
	default:
		return r.distinct()
	}
	return r
}

// distinct are rooms that are the same as no others unless all are known.
func (r Rooms) distinct() Rooms {
	if r.which = nil; r.may != r.must {
		r.which = new(byte)
	}
	return r
}

// May reports whether a data room may be open.
func (r Rooms) May(room Room) bool { return r.may>>room&1 == 1 }

// Must reports whether a data room is open for certain.
func (r Rooms) Must(room Room) bool { return r.must>>room&1 == 1 }

func (r Rooms) known(room Room) bool { return r.May(room) == r.Must(room) }

// MayOpen reports whether any data room may be open.
func (r Rooms) MayOpen() bool { return r.may != 0 }

func (r Rooms) or(other Rooms) Rooms {
	if r == other {
		return r
	}
	return Rooms{may: r.may | other.may, must: r.must & other.must}.distinct()
}

// anyRooms are rooms of which nothing is known.
func anyRooms() Rooms { return Rooms{may: 1<<(lastRoom+1) - 1}.distinct() }

// Object is an object with its facts. Which ones matter depends on its kind:
//
//	kind            Owner            Target           State  From, To  Rooms
//	Role            application
//	Unit            unit above                        yes    yes
//	User                                              yes    yes
//	Profile         user             unit             yes    yes
//	Assignment                       application
//	Member          enterprise role  role
//	Grant           profile          role                    yes       yes
//	EnterpriseGrant profile          enterprise role         yes
//	Credential      user                              yes
//
// Owner and Target are external IDs, "" for none.
type Object struct {
	ID
	Presence      Presence
	Owner, Target Value[string]
	State         Value[State]
	// From and To are the validity; the zero Moment is no limit.
	From, To Value[Moment]
	Rooms    Rooms
	// Technical is about users.
	Technical Value[bool]
	// Name is for people to read, and decides nothing.
	Name string
	// unread is an object of which no fact was read, and that no plan changes.
	unread bool
}

// unknownObject is an object that nothing is known of.
func unknownObject(id ID) *Object {
	return &Object{
		ID: id, Presence: Unsure, Owner: Any[string](), Target: Any[string](), State: Any[State](), From: Any[Moment](), To: Any[Moment](),
		Rooms: anyRooms(), Technical: Any[bool](), unread: true,
	}
}

// owners and targets are the identities of what the object refers to, one for each possible value;
// the bare ID of the kind stands for any.
func (o *Object) owners() []ID  { return o.refs(kinds[o.Kind].owner, o.Owner) }
func (o *Object) targets() []ID { return o.refs(kinds[o.Kind].target, o.Target) }

// Refs are the identities of all objects that the object may refer to.
func (o *Object) Refs() []ID { return slices.Concat(o.owners(), o.targets()) }

func (o *Object) refs(kind Kind, to Value[string]) []ID {
	switch {
	case kind == 0:
		return nil
	case to.IsAny():
		return []ID{o.ref(kind, "")}
	}
	var all []ID
	for _, extID := range to.Options() {
		if extID != "" {
			all = append(all, o.ref(kind, extID))
		}
	}
	return all
}

// or is either of two objects with the same identity.
func (o Object) or(other Object) Object {
	name := o.Name
	if name == "" {
		name = other.Name
	}
	return Object{
		ID: o.ID, Presence: o.Presence.or(other.Presence), Owner: o.Owner.Or(other.Owner), Target: o.Target.Or(other.Target),
		State: o.State.Or(other.State), From: o.From.Or(other.From), To: o.To.Or(other.To), Rooms: o.Rooms.or(other.Rooms),
		Technical: o.Technical.Or(other.Technical), Name: name,
	}
}

// unchanged reports whether nothing differs between two states of an object, also where the value
// is not known.
func (o *Object) unchanged(other *Object) bool {
	return o == other || o.unread && other.unread || o.Presence == other.Presence && o.Presence != Unsure &&
		same(o.Owner, other.Owner) && same(o.Target, other.Target) && same(o.State, other.State) &&
		same(o.From, other.From) && same(o.To, other.To) && o.Rooms == other.Rooms && o.Rooms.may == o.Rooms.must
}

func same[T comparable](a, b Value[T]) bool {
	x, known := b.Known()
	return known && a.Must(x)
}

// Span are the times at which something holds: those at which it may, and those at which it must.
type Span struct{ May, Must Times }

var (
	allTimes  = Span{Always, Always}
	noTimes   = Span{}
	openTimes = Span{May: Always}
)

// And is the span of two conditions.
func (s Span) And(other Span) Span { return Span{s.May.And(other.May), s.Must.And(other.Must)} }

// either is the span of one of two possible values.
func (s Span) either(other Span) Span { return Span{s.May.Or(other.May), s.Must.And(other.Must)} }

// Span are the times at which the object itself allows access.
func (o *Object) Span() Span {
	if o.Presence == Absent || !o.State.May(Active) {
		return noTimes
	}
	from, lastFrom := limits(o.From, 0)
	firstTo, to := limits(o.To, Forever)
	s := Span{May: Between(from, to)}
	if o.Presence == Present && o.State.Must(Active) && !o.From.IsAny() && !o.To.IsAny() {
		s.Must = Between(lastFrom, firstTo)
	}
	return s
}

// limits are the earliest and the latest of the possible ends of a validity, where no limit counts
// as another moment, and any value as no limit.
func limits(of Value[Moment], unlimited Moment) (earliest, latest Moment) {
	all := of.Options()
	if len(all) == 0 {
		return unlimited, unlimited
	}
	for i, m := range all {
		if m == 0 {
			m = unlimited
		}
		if i == 0 {
			earliest, latest = m, m
		}
		earliest, latest = min(earliest, m), max(latest, m)
	}
	return earliest, latest
}
