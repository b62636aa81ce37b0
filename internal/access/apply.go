package access

import (
	"cmp"
	"slices"
)

// Apply applies the changes of a plan to a tenant, with the rules of the service. Objects that no
// change affects are shared with the tenant.
func Apply(before *Tenant, changes []Change) Result {
	p := newPlanned(before, changes)
	p.refuse()
	r := Result{Expected: before.With(p.all(p.expected)), Partial: before.With(p.all(p.partial)), Findings: p.findings}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Change, b.Change) })
	return r
}

// planned are the changes of a plan, by the objects that they affect.
type planned struct {
	before  *Tenant
	changes []Change
	// by are the changes of each object that the service does not refuse.
	by map[ID][]int
	// removed are the deletes of each object, its own and those that cascade to it.
	removed map[ID][]removal
	// archived are the updates that archive a profile along with its user.
	archived map[ID][]removal
	// granted are the creates of grants, by what they grant to whom.
	granted map[[2]ID][]int
	// doubtful are the creates that may be refused; unmade are those of them that may be refused even
	// if the object does not exist. doubtfulMoves are the references that updates may not be able to
	// set.
	doubtful, unmade map[int]bool
	doubtfulMoves    map[int]Facts
	findings         []Finding
}

// removal is a change that removes or archives an object, for certain or perhaps.
type removal struct {
	change  int
	certain bool
}

func newPlanned(before *Tenant, changes []Change) *planned {
	p := &planned{
		before: before, changes: slices.Clone(changes), by: map[ID][]int{}, removed: map[ID][]removal{}, archived: map[ID][]removal{},
		granted: map[[2]ID][]int{}, doubtful: map[int]bool{}, unmade: map[int]bool{}, doubtfulMoves: map[int]Facts{},
	}
	for i, c := range changes {
		p.by[c.Object.ID] = append(p.by[c.Object.ID], i)
		if grantee, ok := c.Object.grantee(); ok && c.Action == Create {
			p.granted[grantee] = append(p.granted[grantee], i)
		}
	}
	return p
}

// grantee is the profile and the role of a grant, where both are known.
func (o *Object) grantee() ([2]ID, bool) {
	profile, known := o.Owner.Known()
	what, both := o.Target.Known()
	k := kinds[o.Kind]
	return [2]ID{o.ref(k.owner, profile), o.ref(k.target, what)}, known && both && (o.Kind == Grant || o.Kind == EnterpriseGrant)
}

// of are the changes of an object with an action.
func (p *planned) of(id ID, action Action) []int {
	var found []int
	for _, i := range p.by[id] {
		if p.changes[i].Action == action {
			found = append(found, i)
		}
	}
	return found
}

// follows reports whether a change comes after another one in every order.
func (p *planned) follows(i, first int) bool {
	seen := map[int]bool{}
	var reach func(int) bool
	reach = func(at int) bool {
		if at == first {
			return true
		}
		if seen[at] {
			return false
		}
		seen[at] = true
		return slices.ContainsFunc(p.changes[at].After, reach)
	}
	return i != first && reach(i)
}

// followsAll reports whether a change comes after all that remove an object.
func (p *planned) followsAll(i int, removals []removal) bool {
	return !slices.ContainsFunc(removals, func(r removal) bool { return !p.follows(i, r.change) })
}

// cascade notes what the service deletes along with an object.
func (p *planned) cascade(id ID, r removal) {
	for at, known := range p.removed[id] {
		if known.change == r.change {
			if known.certain || !r.certain {
				return
			}
			p.removed[id] = slices.Delete(p.removed[id], at, at+1)
			break
		}
	}
	p.removed[id] = append(p.removed[id], r)
	if id.Kind == Client {
		for o := range p.before.Objects() {
			if o.Service == id.Service && o.Client == id.ExtID {
				p.cascade(o.ID, r)
			}
		}
	}
	if id.Kind == Unit {
		// The service deletes only empty units.
		return
	}
	for o, certain := range p.before.dependents(id) {
		p.cascade(o.ID, removal{r.change, r.certain && certain})
	}
}

// archive notes what the service archives and deletes along with a user.
func (p *planned) archive(user ID, change int) {
	state := p.changes[change].Object.State
	if !state.May(Archived) {
		return
	}
	certain := state.Must(Archived) && len(p.by[user]) == 1
	for o, owned := range p.before.dependents(user) {
		if r := (removal{change, certain && owned}); o.Kind == Profile {
			p.archived[o.ID] = append(p.archived[o.ID], r)
		} else {
			p.cascade(o.ID, r)
		}
	}
}

// all are the objects that some change affects, as an analysis has them afterwards.
func (p *planned) all(outcome func(ID, Object) Object) []Object {
	var ids []ID
	for id := range p.by {
		ids = append(ids, id)
	}
	for id := range p.removed {
		ids = append(ids, id)
	}
	for id := range p.archived {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, ID.Compare)
	var objects []Object
	for _, id := range slices.Compact(ids) {
		if len(p.by[id])+len(p.removed[id])+len(p.archived[id]) == 0 {
			continue
		}
		prior := *p.before.Get(id)
		prior.unread = false
		objects = append(objects, outcome(id, prior))
	}
	return objects
}

// partial is an object at any point of the apply.
func (p *planned) partial(id ID, o Object) Object {
	if len(p.removed[id]) > 0 {
		o.Presence = o.Presence.or(Absent)
	}
	for _, i := range p.of(id, Create) {
		o = o.created(p.changes[i].Object)
	}
	if len(p.of(id, Create)) > 0 {
		o.Presence = Unsure
	}
	for _, i := range p.of(id, Update) {
		o = o.or(p.changes[i].On(o))
	}
	if len(p.archived[id]) > 0 {
		o.State = o.State.Or(Exactly(Archived))
	}
	return o
}

// created is an object or, where none may exist, the one that is created.
func (o Object) created(made Object) Object {
	if o.Presence == Absent {
		return made
	}
	return o.or(made)
}

// expected is an object after all changes.
func (p *planned) expected(id ID, prior Object) Object {
	o, creates, removed := prior, p.of(id, Create), p.removed[id]
	gone := slices.ContainsFunc(removed, func(r removal) bool {
		own := p.changes[r.change].Object.ID == id || len(creates) == 0
		return r.certain && own && !slices.ContainsFunc(creates, func(i int) bool { return !p.follows(r.change, i) })
	})
	switch {
	case gone:
		o.Presence = Absent
	case len(creates) > 0:
		o = p.create(prior, creates, removed)
	case len(removed) > 0:
		o.Presence = o.Presence.or(Absent)
	}
	o = p.update(o, id, len(creates) == 0)
	for _, r := range p.archived[id] {
		if o.State = o.State.Or(Exactly(Archived)); r.certain && len(creates) == 0 {
			o.State = Exactly(Archived)
		}
	}
	return o
}

// update is an object after updates. Where the order of two is open, each may be the last; an update
// of an object that the plan creates, or a move that may be refused, may change nothing.
func (p *planned) update(o Object, id ID, certain bool) Object {
	var done []int
	for _, i := range p.inOrder(p.of(id, Update)) {
		if slices.ContainsFunc(p.removed[id], func(r removal) bool { return r.certain && p.follows(r.change, i) }) {
			continue
		}
		c := p.changes[i]
		open := p.doubtfulMoves[i]
		for _, earlier := range done {
			if !p.follows(i, earlier) || p.changes[earlier].archives() {
				open |= c.Sets & p.changes[earlier].Sets
			}
		}
		next := c.On(o)
		next = Change{Object: o.or(next), Sets: open}.On(next)
		if !certain {
			next = o.or(next)
		}
		o, done = next, append(done, i)
	}
	return o
}

// inOrder sorts changes so that none is before one that it follows.
func (p *planned) inOrder(changes []int) []int {
	var sorted []int
	for len(sorted) < len(changes) {
		for _, i := range changes {
			isNext := !slices.Contains(sorted, i) && !slices.ContainsFunc(changes, func(j int) bool {
				return !slices.Contains(sorted, j) && p.follows(i, j)
			})
			if isNext {
				sorted = append(sorted, i)
				break
			}
		}
	}
	return sorted
}

// archives reports whether an update may be the last one that the service accepts.
func (c Change) archives() bool { return c.Sets&StateFact != 0 && c.Object.State.May(Archived) }

// create is an object after creates. Where it exists, they are refused unless all deletes come
// first.
func (p *planned) create(prior Object, creates []int, removed []removal) Object {
	made, sure, ordered := p.changes[creates[0]].Object, false, true
	for _, i := range creates {
		made = made.or(p.changes[i].Object)
		follows := p.followsAll(i, removed)
		sure = sure || follows && !p.doubtful[i]
		ordered = ordered && follows
	}
	switch {
	case len(removed) > 0 && ordered:
		// What is certainly deleted first leaves no facts, also if the create is refused.
		if prior.Presence != Absent && slices.ContainsFunc(removed, func(r removal) bool { return !r.certain }) {
			made, sure = made.or(prior), false
		}
	case prior.Presence == Absent:
		sure = sure && len(removed) == 0
	case len(removed) > 0:
		made = prior.or(made)
	default:
		// It exists already, or is created unless that is refused for another reason.
		made = prior.or(made)
		sure = prior.Presence == Present || slices.ContainsFunc(creates, func(i int) bool { return !p.unmade[i] })
	}
	made.Presence = Unsure
	if sure {
		made.Presence = Present
	}
	return made
}
