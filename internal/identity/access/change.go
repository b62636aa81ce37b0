package access

// Action is the action of a planned change.
type Action uint8

// The actions. A replacement is a Delete and a Create, in either order.
const (
	Create Action = iota
	Update
	Delete
)

// Facts is a set of an object's facts.
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

// RoomFact returns the fact whether a data room is open.
func RoomFact(room Room) Facts { return firstRoomFact << room }

// Change is a planned change of one object.
type Change struct {
	Action Action
	// Object has all facts of a create, the facts in Sets of an update, and the identity of a
	// delete.
	Object Object
	Sets   Facts
	// TakenID reports that the ID of a create may be taken, because the plan does not show the ID.
	// References to the object may then lead to any object.
	TakenID bool
	// Doubtful reports that the plan may not delete the object.
	Doubtful bool
	// After holds the indexes of the changes that must come first. Other changes may come in any
	// order.
	After []int
	// Address is the address of the declaration.
	Address string
}

// Known returns the facts of an object that have only one possible value.
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

// On returns an object with the facts that an update sets.
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

// Problem is the reason why the service refuses a change.
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
	UnusableUnit   Problem = "refers to a disabled unit, or moves one"
)

// Finding is a change that the service refuses, or may refuse.
type Finding struct {
	// Change is the index of the change in the plan.
	Change  int
	Object  ID
	Problem Problem
	// Certain reports that the change is always refused. Otherwise it depends on the order of the
	// changes, or on unknown facts.
	Certain bool
}

// Result is the effect of a plan on a tenant.
type Result struct {
	// Expected is the tenant after all changes that the service does not refuse today.
	Expected *Tenant
	// Carried is the tenant after all changes, with the refused ones carried out as if their
	// obstacles were gone. What a plan grants counts in it whatever its switches are: the state and
	// the validity of users, profiles and units, and the assignment of applications. Every rule
	// about gains and every invariant is decided on Expected and on Carried.
	Carried *Tenant
	// Partial is the tenant at any point of the apply, where each change may or may not have
	// happened, refused ones included. Its possible access is the most that users have at any
	// point, its certain access the least.
	Partial  *Tenant
	Findings []Finding
}
