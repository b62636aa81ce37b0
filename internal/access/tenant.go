package access

import (
	"iter"
	"slices"
)

// Gap is a list that was not read: all objects of a kind in a client, those that an owner has, or
// one object.
type Gap struct {
	// ID has the service, the client and the kind, and the ExtID where one object was not read.
	ID
	// Owner is whose list was not read, such as the profile of grants, "" for all of the client.
	Owner string
}

// Tenant is a set of facts. Fill it first, then query it; queries do not run at the same time.
type Tenant struct {
	// base are the facts of a tenant of which this one has other states of some objects.
	base    *Tenant
	objects map[ID]*Object
	order   []*Object
	gaps    []Gap
	index   *index
}

// index are the objects by what they refer to, where an ID without an ExtID collects those that may
// refer to any object.
type index struct {
	owned, targeted map[ID][]*Object
	// unread are the gaps of a kind, by an ID without an ExtID.
	unread map[ID][]Gap
	// unknown are the objects that were asked for, and that were not read or do not exist.
	unknown map[ID]*Object
	// wild are objects that may exist, since a list was not read.
	wild []*Object
}

// NewTenant returns a tenant without facts.
func NewTenant() *Tenant { return &Tenant{objects: map[ID]*Object{}} }

// Add adds an object. A second one with the same identity makes the facts of both possible.
func (t *Tenant) Add(o Object) {
	t.index = nil
	if old := t.objects[o.ID]; old != nil {
		*old = old.or(o)
		return
	}
	t.objects[o.ID] = &o
	t.order = append(t.order, &o)
}

// NotRead adds a gap.
func (t *Tenant) NotRead(g Gap) {
	g.ID = NewID(g.Service, g.Client, g.Kind, g.ExtID)
	t.index, t.gaps = nil, append(t.gaps, g)
}

// Gaps are the lists that were not read.
func (t *Tenant) Gaps() []Gap { return t.gaps }

// Objects are all objects that may exist, in the order in which they were added.
func (t *Tenant) Objects() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for _, o := range t.all() {
			if o.Presence != Absent && !yield(o) {
				return
			}
		}
	}
}

// all are the objects, also those that a plan removes.
func (t *Tenant) all() []*Object {
	if t.base == nil {
		return t.order
	}
	return append(t.unchanged(t.base.all()), t.order...)
}

// unchanged are those of the base's objects of which the tenant has no other state.
func (t *Tenant) unchanged(objects []*Object) []*Object {
	kept := make([]*Object, 0, len(objects)+len(t.order))
	for _, o := range objects {
		if t.objects[o.ID] == nil {
			kept = append(kept, o)
		}
	}
	return kept
}

// Get returns an object. One that is not among the facts is absent, or unsure where it may be in a
// list that was not read.
func (t *Tenant) Get(id ID) *Object {
	if o := t.objects[id]; o != nil {
		return o
	}
	if t.base != nil {
		return t.base.Get(id)
	}
	x := t.indexed()
	if o := x.unknown[id]; o != nil {
		return o
	}
	o := &Object{ID: id, Presence: Absent}
	if id.ExtID == "" || t.unread(id) {
		o = unknownObject(id)
		o.keyed()
	}
	x.unknown[id] = o
	return o
}

// unread reports whether an object may exist that is not among the facts. A pending one is created
// only by the plan.
func (t *Tenant) unread(id ID) bool {
	if _, isPending := id.Pending(); isPending || id.Any() {
		return false
	}
	return slices.ContainsFunc(t.indexed().unread[anyOf(id)], func(g Gap) bool {
		return g.ExtID == "" || g.ExtID == id.ExtID
	})
}

// Owned are the objects of a kind that an object may own.
func (t *Tenant) Owned(by ID, kind Kind) []*Object {
	found := ofKind(t.indexed().owned, by, kind)
	if t.base == nil {
		return found
	}
	return append(t.unchanged(t.base.Owned(by, kind)), found...)
}

func (t *Tenant) targeted(at ID, kind Kind) []*Object {
	found := ofKind(t.indexed().targeted, at, kind)
	if t.base == nil {
		return found
	}
	return append(t.unchanged(t.base.targeted(at, kind)), found...)
}

// wild are objects that may be in a gap.
func (t *Tenant) wild() []*Object {
	if t.base != nil {
		return t.base.wild()
	}
	return t.indexed().wild
}

func ofKind(lists map[ID][]*Object, id ID, kind Kind) []*Object {
	var found []*Object
	for _, list := range [][]*Object{lists[id], lists[anyOf(id)]} {
		for _, o := range list {
			if o.Kind == kind {
				found = append(found, o)
			}
		}
		if id.ExtID == "" {
			break
		}
	}
	return found
}

func anyOf(id ID) ID {
	id.ExtID = ""
	return id
}

func (t *Tenant) indexed() *index {
	if t.index != nil {
		return t.index
	}
	x := &index{owned: map[ID][]*Object{}, targeted: map[ID][]*Object{}, unread: map[ID][]Gap{}, unknown: map[ID]*Object{}}
	t.index = x
	for _, o := range t.order {
		x.link(o)
	}
	if t.base == nil {
		for _, g := range t.gaps {
			x.fill(g)
		}
	}
	return x
}

func (x *index) link(o *Object) {
	for _, id := range o.owners() {
		x.owned[id] = append(x.owned[id], o)
	}
	for _, id := range o.targets() {
		x.targeted[id] = append(x.targeted[id], o)
	}
}

// fill enters a gap, with what may be in it.
func (x *index) fill(g Gap) {
	x.unread[anyOf(g.ID)] = append(x.unread[anyOf(g.ID)], g)
	switch {
	case g.Kind == Grant, g.Kind == EnterpriseGrant, g.Kind == Member:
		x.add(g)
	case g.ExtID != "":
	case g.Kind == EnterpriseRole:
		x.fill(Gap{ID: NewID(g.Service, g.Client, Member, "")})
	case g.Kind == Profile:
		owner := ""
		if g.Owner != "" {
			owner = x.add(g).ExtID
		}
		x.fill(Gap{NewID(g.Service, g.Client, Grant, ""), owner})
		x.fill(Gap{NewID(g.Service, g.Client, EnterpriseGrant, ""), owner})
	case g.Kind == User:
		x.fill(Gap{ID: NewID(g.Service, g.Client, Profile, "")})
		x.fill(Gap{ID: NewID(g.Service, g.Client, Credential, "")})
	}
}

// add enters an object that may be in a gap.
func (x *index) add(g Gap) *Object {
	o := unknownObject(g.ID)
	if g.Owner != "" {
		o.Owner = Exactly(g.Owner)
	}
	if g.ExtID == "" {
		o.ExtID = unreadOf + g.Owner
	}
	x.unknown[o.ID] = o
	x.wild = append(x.wild, o)
	x.link(o)
	return o
}

// With is the tenant with other states of some objects. It shares all others, so that its size is
// the one of the changes.
func (t *Tenant) With(changed []Object) *Tenant {
	next := &Tenant{base: t, objects: map[ID]*Object{}, gaps: t.gaps}
	for _, o := range changed {
		next.objects[o.ID] = &o
		next.order = append(next.order, &o)
	}
	return next
}
