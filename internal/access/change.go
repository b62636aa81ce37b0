package access

// Action is what a planned change does.
type Action uint8

// The actions. A replacement is a Delete and a Create, one of them after the other.
const (
	Create Action = iota
	Update
	Delete
)

// Facts are facts of an object that an update sets.
type Facts uint16

// The facts of an object.
const (
	OwnerFact Facts = 1 << iota
	TargetFact
	StateFact
	FromFact
	ToFact
	TechnicalFact
	firstRoomFact
)

// RoomFact is the fact whether a data room is open.
func RoomFact(room Room) Facts { return firstRoomFact << room }

// Change is a planned change of one object.
type Change struct {
	Action Action
	// Object has all facts of a create, those in Sets of an update, and the identity of a delete.
	Object Object
	Sets   Facts
	// TakenID reports that it is not known whether the ID of a create is free, since the plan does
	// not show it. References to the object may then lead to any.
	TakenID bool
	// Doubtful reports that it is not known whether the plan deletes the object.
	Doubtful bool
	// After are the indexes of the changes that come first. Without any, every order is possible.
	After []int
	// Address is where the change is declared.
	Address string
}

// Known are the facts of an object of which only one value is possible.
func (o *Object) Known() Facts {
	found := known(o.Owner, OwnerFact) | known(o.Target, TargetFact) | known(o.State, StateFact) | known(o.From, FromFact) |
		known(o.To, ToFact) | known(o.Technical, TechnicalFact)
	for room := range lastRoom + 1 {
		if o.Rooms.known(room) {
			found |= RoomFact(room)
		}
	}
	return found
}

func known[T comparable](value Value[T], fact Facts) Facts {
	if _, is := value.Known(); !is {
		return 0
	}
	return fact
}

// On is an object with the facts of an update on top.
func (c Change) On(o Object) Object {
	set(&o.Owner, c.Object.Owner, c.Sets&OwnerFact)
	set(&o.Target, c.Object.Target, c.Sets&TargetFact)
	set(&o.State, c.Object.State, c.Sets&StateFact)
	set(&o.From, c.Object.From, c.Sets&FromFact)
	set(&o.To, c.Object.To, c.Sets&ToFact)
	set(&o.Technical, c.Object.Technical, c.Sets&TechnicalFact)
	for room := range lastRoom + 1 {
		if c.Sets&RoomFact(room) != 0 {
			o.Rooms = o.Rooms.with(room, c.Object.Rooms)
		}
	}
	return o
}

func set[T comparable](to *Value[T], value Value[T], planned Facts) {
	if planned != 0 {
		*to = value
	}
}

// Problem is why the service refuses a change.
type Problem string

// The problems.
const (
	AlreadyExists  Problem = "already exists"
	MissingObject  Problem = "does not exist"
	MissingRef     Problem = "refers to an object that does not exist"
	AlreadyGranted Problem = "the profile already has this role"
	StillInUse     Problem = "still has units or profiles below it"
	FinallyGone    Problem = "is archived, which is final"
	BelowItself    Problem = "would be below itself"
	UnusableUnit   Problem = "refers to a disabled unit, or is one that moves"
)

// Finding is a change that the service refuses, or may refuse.
type Finding struct {
	// Change is its index in the plan.
	Change  int
	Object  ID
	Problem Problem
	// Certain reports that the change is refused in every case. Otherwise it depends on the order
	// of the changes, or on facts that are not known.
	Certain bool
}

// Result is what a plan makes of a tenant.
type Result struct {
	// Expected is the tenant after all changes.
	Expected *Tenant
	// Partial is the tenant at any point of the apply: each change may have happened or not. What
	// users may have in it is the most that they ever have; what they must have, the least.
	Partial  *Tenant
	Findings []Finding
}
