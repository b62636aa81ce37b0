package access

// refusal is a change that the service refuses today.
type refusal struct {
	Change
	at      int
	problem Problem
}

// carrier carries refused changes out, as if the obstacle of each were gone.
type carrier struct {
	*planned
	expected *Tenant
	objects  map[ID]*Object
	order    []ID
	// doubles maps taken IDs to the external IDs of the second objects that are created, and
	// second the changes that create those.
	doubles map[ID]string
	second  map[int]ID
}

// carryOut returns the objects that refused changes affect, after all changes.
func (p *planned) carryOut(expected *Tenant) []Object {
	c := &carrier{p, expected, map[ID]*Object{}, nil, map[ID]string{}, map[int]ID{}}
	for _, r := range p.refused {
		c.carry(r)
	}
	c.redirect()
	for _, id := range c.order {
		c.complete(c.objects[id])
	}
	all := make([]Object, 0, len(c.order))
	for _, id := range c.order {
		all = append(all, *c.objects[id])
	}
	return all
}

// carry carries out one refused change. A delete that is refused gives nothing.
func (c *carrier) carry(r refusal) {
	o := r.Object
	o.Presence = Present
	switch {
	case r.Action == Delete:
	case r.problem == AlreadyExists:
		// The existing object stays, and the service gives the new one another ID.
		second := r.Object.ID
		second.ExtID = PendingID(r.Address)
		for at := r.Address; c.objects[second] != nil; second.ExtID = PendingID(at) {
			at += "+"
		}
		c.doubles[o.ID], c.second[r.at] = second.ExtID, second
		o.ID = second
		c.put(o)
	case r.Action == Create || r.problem == MissingObject:
		c.put(o)
	default:
		held := c.get(o.ID)
		archived := held.State.Must(Archived)
		if *held = r.On(*held); r.problem == FinallyGone && archived {
			held.State = o.State
		}
	}
}

// get returns an object to change.
func (c *carrier) get(id ID) *Object {
	if c.objects[id] == nil {
		c.put(*c.expected.Get(id))
	}
	return c.objects[id]
}

func (c *carrier) put(o Object) {
	o.unread = false
	if other := c.objects[o.ID]; other != nil {
		*other = other.or(o)
		return
	}
	c.order = append(c.order, o.ID)
	c.objects[o.ID] = &o
}

// redirect lets the plan's references to a taken ID lead to either object. References of other
// objects still lead to the existing one.
func (c *carrier) redirect() {
	if len(c.doubles) == 0 {
		return
	}
	for i, change := range c.changes {
		id, k := change.Object.ID, kinds[change.Object.Kind]
		if second, isSecond := c.second[i]; isSecond {
			id = second
		}
		if owner := c.other(change, k.owner, change.Object.Owner, OwnerFact); owner != "" {
			o := c.get(id)
			o.Owner = o.Owner.Or(Exactly(owner))
		}
		target := c.other(change, k.target, change.Object.Target, TargetFact)
		switch {
		case target == "":
		case id.Kind == Assignment:
			c.put(Object{ID: ID{id.Service, id.Client, Assignment, target}, Target: Exactly(target)})
		default:
			o := c.get(id)
			o.Target = o.Target.Or(Exactly(target))
		}
	}
}

// other returns the external ID of the second object with the ID that a change refers to, ""
// for none.
func (c *carrier) other(change Change, kind Kind, to Value[string], fact Facts) string {
	extID, known := to.Known()
	if kind == 0 || !known || change.Action == Delete || change.Action == Update && change.Sets&fact == 0 {
		return ""
	}
	return c.doubles[change.Object.ref(kind, extID)]
}

// complete adds the objects that an object refers to and that exist neither before nor after the
// plan. Nothing is known about them.
func (c *carrier) complete(o *Object) {
	for _, id := range o.Refs() {
		if id.Any() || c.objects[id] != nil || c.before.Get(id).Presence != Absent || c.expected.Get(id).Presence != Absent {
			continue
		}
		missing := Object{ID: id, Owner: Any[string](), Target: Any[string]()}
		missing.keyed()
		c.put(missing)
	}
}

// possibly returns the objects at any point of the apply, where each refused change may or may not
// be carried out.
func possibly(carried []Object, partial *Tenant) []Object {
	all := make([]Object, 0, len(carried))
	for _, o := range carried {
		if at := partial.Get(o.ID); at.Presence != Absent {
			o = at.or(o)
		}
		o.Presence, o.unread = Unsure, false
		all = append(all, o)
	}
	return all
}
