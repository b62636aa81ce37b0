package access

import (
	"iter"
	"slices"
)

// Gap is a list that was not read: all objects of a kind in a client, all objects of an owner, or
// one object.
type Gap struct {
	// ID contains the service, the client and the kind, and the ExtID if a single object was not
	// read.
	ID
	// Owner is the owner of the list, such as the profile of grants, "" for the whole client.
	Owner string
}

// Tenant is a set of facts. Fill it first, then query it; it does not support concurrent queries.
type Tenant struct {
	// base holds the facts of another tenant, from which this one differs in some objects.
	base    *Tenant
	objects map[ID]*Object
	order   []*Object
	gaps    []Gap
	index   *index
	// judgedFrom is the tenant before a plan if the paths of this one are decided by what the plan
	// grants; nil if they are decided by their effect.
	judgedFrom *Tenant
}

// index holds the objects by their references. An ID without an ExtID holds those that may refer to
// any object.
type index struct {
	owned, targeted map[ID][]*Object
	// unread maps IDs without an ExtID to the gaps of the kind.
	unread map[ID][]Gap
	// unknown holds requested objects that were not read or do not exist.
	unknown map[ID]*Object
	// wild are objects that may exist in an unread list.
	wild []*Object
}

// NewTenant returns a tenant without facts.
func NewTenant() *Tenant { return &Tenant{objects: map[ID]*Object{}} }

// Add adds an object. If the identity already exists, the facts of both become possible.
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

// Gaps returns the lists that were not read.
func (t *Tenant) Gaps() []Gap { return t.gaps }

// Objects iterates over all objects that may exist, in the order in which they were added.
func (t *Tenant) Objects() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for _, o := range t.all() {
			if o.Presence != Absent && !yield(o) {
				return
			}
		}
	}
}

// all returns all objects, including those that a plan removes.
func (t *Tenant) all() []*Object {
	if t.base == nil {
		return t.order
	}
	return append(t.unchanged(t.base.all()), t.order...)
}

// unchanged returns the objects of the base that the tenant does not replace.
func (t *Tenant) unchanged(objects []*Object) []*Object {
	kept := make([]*Object, 0, len(objects)+len(t.order))
	for _, o := range objects {
		if t.objects[o.ID] == nil {
			kept = append(kept, o)
		}
	}
	return kept
}

// Get returns an object. An object without facts is absent, or unsure if it may be in an unread
// list.
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

// unread reports whether an object without facts may exist. A pending object is only created by the
// plan.
func (t *Tenant) unread(id ID) bool {
	if _, isPending := id.Pending(); isPending || id.Any() {
		return false
	}
	return slices.ContainsFunc(t.indexed().unread[anyOf(id)], func(g Gap) bool {
		return g.ExtID == "" || g.ExtID == id.ExtID
	})
}

// Owned returns the objects of a kind that may belong to an owner.
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

// wild returns the objects that may be in a gap.
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

// fill adds a gap, with its possible objects.
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

// add adds an object that may be in a gap.
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

// With returns the tenant with other states of some objects. It shares all other objects, so that
// its size depends only on the changes.
func (t *Tenant) With(changed []Object) *Tenant {
	next := &Tenant{base: t, objects: map[ID]*Object{}, gaps: t.gaps}
	for _, o := range changed {
		next.objects[o.ID] = &o
		next.order = append(next.order, &o)
	}
	return next
}
