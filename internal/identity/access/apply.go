package access

import (
	"cmp"
	"slices"
)

// Apply applies the changes of a plan to a tenant, following the rules of the service. The results
// share unaffected objects with the tenant.
func Apply(before *Tenant, changes []Change) Result {
	p := newPlanned(before, changes)
	p.refuse()
	r := Result{Expected: before.With(p.all(p.expected)), Partial: before.With(p.all(p.partial)), Findings: p.findings}
	p.changes = slices.Clone(changes)
	carried := p.carryOut(r.Expected)
	r.Partial = r.Partial.With(possibly(carried, r.Partial))
	r.Carried = r.Expected.With(carried)
	r.Carried.judgedFrom = before
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Change, b.Change) })
	return r
}

// planned holds the changes of a plan, indexed by the objects that they affect.
type planned struct {
	before  *Tenant
	changes []Change
	// by maps objects to their changes, except for those that the service refuses.
	by map[ID][]int
	// removed maps objects to the deletes that remove them, including cascades.
	removed map[ID][]removal
	// archived maps profiles to the updates that archive their users.
	archived map[ID][]removal
	// granted maps profile and role to the creates of grants.
	granted map[[2]ID][]int
	// doubtful holds the creates that may be refused; unmade holds those of them that may be
	// refused even if the object does not exist. doubtfulMoves holds the references that updates
	// may not be able to set.
	doubtful, unmade map[int]bool
	doubtfulMoves    map[int]Facts
	// refused are the changes that the service refuses today.
	refused  []refusal
	findings []Finding
}

// removal is a change that removes or archives an object, or may do so.
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

// grantee returns the profile and the role of a grant, and whether both are known.
func (o *Object) grantee() ([2]ID, bool) {
	profile, known := o.Owner.Known()
	what, both := o.Target.Known()
	k := kinds[o.Kind]
	return [2]ID{o.ref(k.owner, profile), o.ref(k.target, what)}, known && both && (o.Kind == Grant || o.Kind == EnterpriseGrant)
}

// of returns the changes of an object with the given action.
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

// followsAll reports whether a change comes after all removals.
func (p *planned) followsAll(i int, removals []removal) bool {
	return !slices.ContainsFunc(removals, func(r removal) bool { return !p.follows(i, r.change) })
}

// cascade records that the service deletes an object and everything that it deletes with it.
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
		// The service deletes only empty units, so nothing cascades.
		return
	}
	for o, certain := range p.before.dependents(id) {
		p.cascade(o.ID, removal{r.change, r.certain && certain})
	}
}

// archive records what the service archives and deletes when it archives a user.
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

// all returns the affected objects after the changes, as outcome computes them.
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

// partial returns an object at any point of the apply.
func (p *planned) partial(id ID, o Object) Object {
	// The service deletes only empty units, so as long as a profile is in a unit, the unit exists.
	if len(p.removed[id]) > 0 && id.Kind != Unit {
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

// created returns the object together with the created one; only the created one if no object
// existed.
func (o Object) created(made Object) Object {
	if o.Presence == Absent {
		return made
	}
	return o.or(made)
}

// expected returns an object after all changes.
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

// update returns an object after its updates. If two are not ordered, either may be the last. An
// update of an object that the plan creates, or a move that may be refused, may have no effect.
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

// inOrder sorts changes so that each comes after the ones that it follows.
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

// archives reports whether the service may refuse later updates after this one.
func (c Change) archives() bool { return c.Sets&StateFact != 0 && c.Object.State.May(Archived) }

// create returns an object after its creates. If it already exists, they are refused unless all
// deletes come first.
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
		// An object that is certainly deleted first leaves no facts, even if the create is refused.
		if prior.Presence != Absent && slices.ContainsFunc(removed, func(r removal) bool { return !r.certain }) {
			made, sure = made.or(prior), false
		}
	case prior.Presence == Absent:
		sure = sure && len(removed) == 0
	case len(removed) > 0:
		made = prior.or(made)
	default:
		// The object already exists, or is created unless the create is refused for another reason.
		made = prior.or(made)
		sure = prior.Presence == Present || slices.ContainsFunc(creates, func(i int) bool { return !p.unmade[i] })
	}
	made.Presence = Unsure
	if sure {
		made.Presence = Present
	}
	return made
}
