package access

import (
	"iter"
	"slices"
)

// dependents iterates over the objects that refer to an object, and reports whether they certainly
// do. The service deletes them with it, and refuses to delete a unit that has any.
func (t *Tenant) dependents(on ID) iter.Seq2[*Object, bool] {
	return func(yield func(*Object, bool) bool) {
		for kind := Kind(1); kind <= lastKind; kind++ {
			k := kinds[kind]
			if k.owner == on.Kind {
				for _, o := range t.Owned(on, kind) {
					if !yield(o, o.single(o.Owner)) {
						return
					}
				}
			}
			if k.target == on.Kind {
				for _, o := range t.targeted(on, kind) {
					if !yield(o, o.single(o.Target)) {
						return
					}
				}
			}
		}
	}
}

// refuse drops the changes that the service refuses in every order, and records those that it may
// refuse. Deletes come first, because the objects that they remove matter for the other changes.
func (p *planned) refuse() {
	for i, c := range p.changes {
		switch {
		case c.Action != Delete:
		case p.before.Get(c.Object.ID).Presence == Absent && len(p.of(c.Object.ID, Create)) == 0:
			p.drop(i, MissingObject)
		case c.Object.Kind != Unit:
			p.cascade(c.Object.ID, removal{i, !c.Doubtful})
		}
	}
	for i, c := range p.changes {
		if c.Action == Update && c.Object.Kind == User && c.Sets&StateFact != 0 && !p.final(c) {
			p.archive(c.Object.ID, i)
		}
	}
	for i, c := range p.changes {
		if c.Action == Update {
			p.refuseUpdate(i)
		}
	}
	p.deleteUnits()
	for i, c := range p.changes {
		if c.Action == Create {
			p.refuseCreate(i)
		}
	}
}

// drop records that the service certainly refuses a change.
func (p *planned) drop(i int, problem Problem) {
	id := p.changes[i].Object.ID
	p.by[id] = slices.DeleteFunc(p.by[id], func(at int) bool { return at == i })
	p.refused = append(p.refused, refusal{p.changes[i], i, problem})
	p.note(i, problem, true)
}

func (p *planned) note(i int, problem Problem, certain bool) {
	p.findings = append(p.findings, Finding{i, p.changes[i].Object.ID, problem, certain})
}

// doubt records that the service may refuse a create.
func (p *planned) doubt(i int, problem Problem) {
	p.doubtful[i] = true
	if c := p.changes[i]; problem != AlreadyExists || c.TakenID {
		p.unmade[i] = true
	}
	p.note(i, problem, false)
}

// final reports whether an update is refused because its object is archived.
func (p *planned) final(c Change) bool {
	prior := p.before.Get(c.Object.ID)
	return (c.Object.Kind == User || c.Object.Kind == Profile) && prior.Presence == Present && prior.State.Must(Archived) &&
		(len(p.removed[c.Object.ID]) == 0 || len(p.of(c.Object.ID, Create)) == 0)
}

// The outcomes of an object below a unit. The service refuses to delete a unit with an object below
// it.
const (
	leaves = iota
	mayStay
	stays
)

// deleteUnits records the removal of units, starting at the bottom.
func (p *planned) deleteUnits() {
	entered := map[ID]bool{}
	for _, c := range p.changes {
		for _, id := range c.Object.Refs() {
			entered[id] = entered[id] || id.Kind == Unit && c.Action != Delete
		}
	}
	verdicts := map[ID]int{}
	for _, c := range slices.Clone(p.changes) {
		if c.Action == Delete && c.Object.Kind == Unit {
			p.deleteUnit(c.Object.ID, entered, verdicts)
		}
	}
}

func (p *planned) deleteUnit(id ID, entered map[ID]bool, verdicts map[ID]int) int {
	if verdict, known := verdicts[id]; known {
		return verdict
	}
	deletes := p.of(id, Delete)
	if len(deletes) == 0 {
		return stays
	}
	worst := leaves
	if verdicts[id] = mayStay; entered[id] {
		worst = mayStay
	}
	for o, certain := range p.before.dependents(id) {
		stay := p.remains(o, id, entered, verdicts)
		if stay == stays && !certain {
			stay = mayStay
		}
		worst = max(worst, stay)
	}
	verdicts[id] = worst
	for _, i := range deletes {
		if worst == stays {
			p.drop(i, StillInUse)
			continue
		}
		if worst == mayStay {
			p.note(i, StillInUse, false)
		}
		p.cascade(id, removal{i, worst == leaves})
	}
	return worst
}

// remains returns whether a profile or a unit stays below a unit.
func (p *planned) remains(o *Object, below ID, entered map[ID]bool, verdicts map[ID]int) int {
	verdict := stays
	switch {
	case o.Presence == Absent:
		return leaves
	case o.Kind == Unit:
		verdict = p.deleteUnit(o.ID, entered, verdicts)
	case slices.ContainsFunc(p.removed[o.ID], func(r removal) bool { return r.certain }):
		return leaves
	case len(p.removed[o.ID]) > 0 || o.Presence == Unsure:
		verdict = mayStay
	}
	for _, i := range p.of(o.ID, Update) {
		after := p.changes[i].On(*o)
		refs := after.Refs()
		moves := !slices.Contains(refs, below) && !slices.Contains(refs, anyOf(below))
		switch {
		case moves && p.awaits(refs, below):
		case moves && p.doubtfulMoves[i] == 0:
			return leaves
		case moves || p.changes[i].Sets&(OwnerFact|TargetFact) != 0:
			verdict = min(verdict, mayStay)
		}
	}
	return verdict
}

// awaits reports whether a move can only happen after a unit is deleted, because its target is
// created after that.
func (p *planned) awaits(refs []ID, deleted ID) bool {
	return slices.ContainsFunc(refs, func(id ID) bool {
		creates := p.of(id, Create)
		return len(creates) > 0 && p.before.Get(id).Presence == Absent && !slices.ContainsFunc(creates, func(create int) bool {
			return slices.ContainsFunc(p.of(deleted, Delete), func(i int) bool { return !p.follows(create, i) })
		})
	})
}

// refuseCreate records why the service refuses, or may refuse, a create.
func (p *planned) refuseCreate(i int) {
	o := &p.changes[i].Object
	prior, removed := p.before.Get(o.ID), p.removed[o.ID]
	repeatable := kinds[o.Kind].repeatable
	switch {
	case prior.Presence == Present && len(removed) == 0:
		p.drop(i, AlreadyExists)
		if repeatable {
			p.findings, p.refused = p.findings[:len(p.findings)-1], p.refused[:len(p.refused)-1]
		}
		return
	case p.changes[i].TakenID, prior.Presence != Absent && !p.followsAll(i, removed) && !repeatable, prior.Presence == Unsure &&
		!repeatable:
		p.doubt(i, AlreadyExists)
	case prior.Presence == Present && !p.followsAll(i, removed):
		p.doubtful[i] = true
	}
	if problem := p.refProblem(i, o); problem != "" {
		p.drop(i, problem)
		return
	}
	for _, id := range o.Refs() {
		if len(p.of(id, Create)) > 0 && !p.followsAll(i, p.removed[id]) {
			p.doubt(i, MissingRef)
		}
	}
	p.refuseDuplicate(i, o)
}

// refuseDuplicate records that a profile already has, or may have, the role.
func (p *planned) refuseDuplicate(i int, o *Object) {
	grantee, ok := o.grantee()
	if !ok {
		return
	}
	doubt := slices.ContainsFunc(p.granted[grantee], func(other int) bool {
		return p.changes[other].Object.ID != o.ID && slices.Contains(p.by[p.changes[other].Object.ID], other)
	})
	for _, held := range p.before.Owned(grantee[0], o.Kind) {
		if held.ID == o.ID || held.Presence == Absent || !slices.Contains(held.targets(), grantee[1]) && !held.Target.IsAny() {
			continue
		}
		removed := p.removed[held.ID]
		_, certain := held.grantee()
		if certain && held.Presence == Present && len(removed) == 0 {
			p.drop(i, AlreadyGranted)
			return
		}
		doubt = doubt || !p.followsAll(i, removed) || len(removed) == 0
	}
	if doubt {
		p.doubt(i, AlreadyGranted)
	}
}

// refProblem returns why the references of an object cannot be used in any order.
func (p *planned) refProblem(i int, o *Object) Problem {
	for _, refs := range [][]ID{o.owners(), o.targets()} {
		missing := len(refs) > 0
		for _, id := range refs {
			made := slices.ContainsFunc(p.of(id, Create), func(create int) bool { return !p.follows(create, i) })
			missing = missing && id.ExtID != "" && p.before.Get(id).Presence == Absent && !made
		}
		if missing {
			return MissingRef
		}
	}
	if o.Kind != Profile {
		return ""
	}
	if p.allUnchanged(o.owners(), func(user *Object) bool { return user.State.Must(Archived) }) {
		return FinallyGone
	}
	if p.allUnchanged(o.targets(), func(unit *Object) bool { return !unit.State.May(Active) }) {
		return UnusableUnit
	}
	return ""
}

// allUnchanged reports whether the plan changes none of the referenced objects, and all match.
func (p *planned) allUnchanged(refs []ID, match func(*Object) bool) bool {
	for _, id := range refs {
		o := p.before.Get(id)
		if o.Presence != Present || len(p.by[id])+len(p.removed[id])+len(p.archived[id]) > 0 || !match(o) {
			return false
		}
	}
	return len(refs) > 0
}

// refuseUpdate records why the service refuses an update. If it refuses a move, the other facts are
// still set.
func (p *planned) refuseUpdate(i int) {
	c := &p.changes[i]
	prior := p.before.Get(c.Object.ID)
	switch {
	case prior.Presence == Absent && len(p.of(c.Object.ID, Create)) == 0:
		p.drop(i, MissingObject)
		return
	case p.final(*c):
		p.drop(i, FinallyGone)
		return
	}
	for _, fact := range []Facts{OwnerFact, TargetFact} {
		if c.Sets&fact == 0 {
			continue
		}
		move := Change{Object: c.Object, Sets: fact}
		if problem := p.moveProblem(i, move); problem != "" {
			c.Sets &^= fact
			p.refused = append(p.refused, refusal{move, i, problem})
			p.note(i, problem, true)
		} else if p.doubtfulMove(move) {
			p.doubtfulMoves[i] |= fact
			p.note(i, UnusableUnit, false)
		}
	}
}

// doubtfulMove reports whether a move may be refused, because the state of a unit at that time is
// not known.
func (p *planned) doubtfulMove(move Change) bool {
	moved := move.On(Object{ID: move.Object.ID})
	refs := moved.Refs()
	if moved.Kind == Unit {
		refs = append(refs, moved.ID)
	}
	return slices.ContainsFunc(refs, func(id ID) bool {
		unit := p.before.Get(id)
		return unit.Presence != Present || !unit.State.Must(Active) || !p.keepsState(id)
	})
}

// moveProblem returns why an object cannot be moved.
func (p *planned) moveProblem(i int, move Change) Problem {
	prior := p.before.Get(move.Object.ID)
	moved := move.On(Object{ID: prior.ID})
	if moved.Kind == Unit && p.below(moved.owners(), prior.ID, map[ID]bool{}) {
		return BelowItself
	}
	if moved.Kind == Unit && len(moved.owners()) > 0 && prior.Presence == Present && !prior.State.May(Active) && p.keepsState(prior.ID) {
		return UnusableUnit
	}
	return p.refProblem(i, &moved)
}

// below reports whether all units are below another one, or equal to it, in every order.
func (p *planned) below(units []ID, top ID, seen map[ID]bool) bool {
	for _, id := range units {
		o := p.before.Get(id)
		if id != top && (seen[id] || o.Presence != Present || len(p.by[id])+len(p.removed[id]) > 0) {
			return false
		}
		seen[id] = true
		if id != top && !p.below(o.owners(), top, seen) {
			return false
		}
	}
	return len(units) > 0
}

// keepsState reports whether no change of the plan sets the state of a unit, or creates or removes
// it.
func (p *planned) keepsState(id ID) bool {
	return !slices.ContainsFunc(p.by[id], func(i int) bool {
		return p.changes[i].Action != Update || p.changes[i].Sets&StateFact != 0
	})
}
