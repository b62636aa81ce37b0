package access

import "slices"

// Presence reports whether an object exists. The zero value is Present.
type Presence uint8

// The presences. An object that is Unsure may exist.
const (
	Present Presence = iota
	Absent
	Unsure
)

// or returns the presence for either of two possibilities.
func (p Presence) or(other Presence) Presence {
	if p != other {
		return Unsure
	}
	return p
}

// State is the state of a unit, a user, a profile or a credential. The zero value is Active.
type State uint8

// The states. A locked credential is Disabled.
const (
	Active State = iota
	Disabled
	Archived
)

// Room is a data room of a grant, in the order of grants.Rooms.
type Room uint8

// The data rooms.
const (
	ClientRoom Room = iota
	UnitRoom
	ApplicationRoom
	EnterpriseRoleRoom
	lastRoom = EnterpriseRoleRoom
)

// Rooms holds the data rooms of a grant that may be open, and those that must be open. In the zero
// value, all are closed. Equal (==) values have the same open rooms, even if these are not known.
type Rooms struct {
	may, must uint8
	// which distinguishes unknown rooms from others; nil if all are known.
	which *byte
}

// Open returns the rooms with one data room set.
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

// with returns the rooms with one data room from others.
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

// distinct returns rooms that differ from all others unless all are known.
func (r Rooms) distinct() Rooms {
	if r.which = nil; r.may != r.must {
		r.which = new(byte)
	}
	return r
}

// May reports whether a data room may be open.
func (r Rooms) May(room Room) bool { return r.may>>room&1 == 1 }

// Must reports whether a data room is certainly open.
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

// anyRooms returns completely unknown rooms.
func anyRooms() Rooms { return Rooms{may: 1<<(lastRoom+1) - 1}.distinct() }

// Object is an object with its facts. The relevant facts depend on its kind:
//
//	kind            Owner            Target           State  From, To  Rooms
//	Role            application
//	Unit            parent                            yes    yes
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
	// From and To are the validity; the zero Moment means no limit.
	From, To Value[Moment]
	Rooms    Rooms
	// Technical applies to users.
	Technical Value[bool]
	// Name is only for display.
	Name string
	// unread reports that no fact of the object was read, and that no plan changes it.
	unread bool
}

// unknownObject returns an object of which nothing is known.
func unknownObject(id ID) *Object {
	return &Object{
		ID: id, Presence: Unsure, Owner: Any[string](), Target: Any[string](), State: Any[State](), From: Any[Moment](), To: Any[Moment](),
		Rooms: anyRooms(), Technical: Any[bool](), unread: true,
	}
}

// owners and targets return the identities of the referenced objects, one for each possible value.
// An ID without an ExtID represents any.
func (o *Object) owners() []ID  { return o.refs(kinds[o.Kind].owner, o.Owner) }
func (o *Object) targets() []ID { return o.refs(kinds[o.Kind].target, o.Target) }

// Refs returns the identities of all objects that the object may refer to.
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

// or returns the object for either of two possible states with the same identity.
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

// unchanged reports whether two states of an object certainly have the same facts. Objects that
// were not read count as unchanged.
func (o *Object) unchanged(other *Object) bool {
	return o == other || o.unread && other.unread || o.Presence == other.Presence && o.Presence != Unsure &&
		same(o.Owner, other.Owner) && same(o.Target, other.Target) && same(o.State, other.State) &&
		same(o.From, other.From) && same(o.To, other.To) && o.Rooms == other.Rooms && o.Rooms.may == o.Rooms.must
}

func same[T comparable](a, b Value[T]) bool {
	x, known := b.Known()
	return known && a.Must(x)
}

// Span holds the times at which something may hold, and those at which it must hold.
type Span struct{ May, Must Times }

var (
	allTimes  = Span{Always, Always}
	noTimes   = Span{}
	openTimes = Span{May: Always}
)

// And returns the span in which both conditions hold.
func (s Span) And(other Span) Span { return Span{s.May.And(other.May), s.Must.And(other.Must)} }

// either returns the span for one of two possible values.
func (s Span) either(other Span) Span { return Span{s.May.Or(other.May), s.Must.And(other.Must)} }

// Span returns the times at which the object itself allows access.
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

// limits returns the earliest and the latest possible limit of a validity. A missing limit counts
// as unlimited, and so does an unknown value.
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
