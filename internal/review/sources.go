package review

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// holdingKey is something that a user may have: holder is a profile, an enterprise role that has
// roles, or a client without an id.
type holdingKey struct {
	holder objectKey
	kind   Kind
	thing  id
}

func (k holdingKey) compare(other holdingKey) int {
	return cmp.Or(cmp.Compare(k.kind, other.kind), k.holder.compare(other.holder), k.thing.compare(other.thing))
}

// holdingEntry is one source of a holding: a resource, or an element of one.
type holdingEntry struct {
	entry *entry
	element
}

// stays reports whether the object of before is in the service afterwards, although the plan does
// not hold it then.
func stays(e *entry) bool { return e.Action == plan.Forget || e.Action == plan.ForgetCreate }

// gives are the holdings that an object is a source of, with some values.
func (e *entry) gives(values plan.Values) iter.Seq2[holdingKey, holdingEntry] {
	return func(yield func(holdingKey, holdingEntry) bool) {
		if values == nil {
			return
		}
		for i, each := range e.elements(values) {
			key := holdingKey{e.holder(values), e.kind.facts.gives(), idOf(each.target, each.address(e, i))}
			if !yield(key, holdingEntry{e, each}) {
				return
			}
		}
	}
}

// hides reports whether an object gives things with some values that the plan does not show.
func (e *entry) hides(values plan.Values) bool {
	return e.kind.facts.all != "" && slices.ContainsFunc(e.elements(values), func(each element) bool { return undetermined(each.target) })
}

// openBefore reports whether an object may have given anything else before the apply; openAfter,
// whether it may afterwards.
func (e *entry) openBefore() bool { return e != nil && !e.makes() && e.hides(e.Before) }
func (e *entry) openAfter() bool  { return e != nil && e.Action != plan.Forget && e.hides(e.After) }

// open reports whether the source is all that an object gives and the plan does not show.
func (h holdingEntry) open() bool {
	return h.entry != nil && h.entry.kind.facts.all != "" && undetermined(h.target)
}

// holder is the profile, the enterprise role or the client that an object gives something to.
func (e *entry) holder(values plan.Values) objectKey {
	key := objectKey{service: e.Service, client: clientOf(values, e.Address)}
	if e.kind.of != "" {
		key.id = idOf(values[e.kind.of], e.Address)
	}
	return key
}

// pair is what becomes of one source of a holding: before is nil when there was none that could be
// it, after when nothing is left.
type pair struct{ before, after *holdingEntry }

// within is a pair of what goes with an object that is removed, unless the same apply makes it.
func (p pair) within(end removal) pair {
	if p.before != nil && p.after != nil && end.ends && !p.after.made() {
		p.after = nil
	}
	return p
}

// source is what the plan shows of something that is given.
type source struct {
	key holdingKey
	holdingEntry
}

// sources are what the plan shows before and after the apply of all that is given, by the facts.
func (x *analysis) sources() (found [2]map[access.ID]source) {
	for side := range found {
		found[side] = map[access.ID]source{}
		for _, e := range x.entries {
			for _, values := range e.sides()[side] {
				for key, h := range e.gives(values) {
					o := x.fact(e, values, h.element)
					all := []*access.Object{&o}
					if e.kind.facts.all != "" {
						all = append(all, x.held.given(o)...)
					}
					for _, o := range all {
						if _, known := found[side][o.ID]; !known || h.made() {
							found[side][o.ID] = source{key, h}
						}
					}
				}
			}
		}
	}
	return found
}

// sides are the values with which an object gives something before and after the apply.
func (e *entry) sides() (found [2][]plan.Values) {
	if e.kind.facts.gives() == "" || e.refused != "" {
		return found
	}
	found[0] = []plan.Values{e.Before}
	if stays(e) {
		found[1] = []plan.Values{e.Before}
	}
	if e.Action != plan.Forget {
		found[1] = append(found[1], e.After)
	}
	return found
}

// sourceOf is what gives a path before or after the apply: as the plan shows it, or as the service
// told of it.
func (c *comparison) sourceOf(h access.Holding, after bool) source {
	key, sides := keyOf(h), c.sources
	if h.Member != nil {
		key.kind, key.thing = EnterpriseRole, idText(h.EnterpriseRole.ID)
	}
	if after {
		sides[0], sides[1] = sides[1], sides[0]
	}
	var manager *entry
	for _, side := range sides {
		shown, managed := side[h.Grant.ID]
		if managed && (shown.key.thing == key.thing || h.Grant.Target.IsAny()) {
			return shown
		}
		manager = cmp.Or(manager, shown.entry)
	}
	return source{key, holdingEntry{manager, element{key.thing.text, key.thing.value(), valuesOf(h.Grant)}}}
}

// pairs are what becomes of applications of clients and of roles of enterprise roles, whichever
// resources declare them.
func (c *comparison) pairs() map[holdingKey]pair {
	found := map[holdingKey]pair{}
	for side, sources := range c.sources {
		for _, id := range slices.SortedFunc(maps.Keys(sources), access.ID.Compare) {
			s := sources[id]
			if id.Kind != access.Assignment && id.Kind != access.Member {
				continue
			}
			p := found[s.key]
			if side == 0 {
				p.before = cmp.Or(p.before, &s.holdingEntry)
			} else {
				p.after = cmp.Or(p.after, &s.holdingEntry)
			}
			found[s.key] = p
		}
	}
	return found
}

// keyOf is what a path gives to whom; as the plan has it where the facts do not know it.
func (c *comparison) keyOf(h access.Holding, after bool) holdingKey {
	if h.Profile.Any() || h.What().Any() || h.Grant.Client == "" {
		return c.sourceOf(h, after).key
	}
	return keyOf(h)
}

// decides reports whether the facts show a grant: its client was read, and the profile and the role
// are known, or new.
func (c *comparison) decides(h access.Holding) bool {
	return c.held.read[clientRef{h.Grant.Service, h.Grant.Client}] && !h.Grant.Owner.IsAny() && !h.Grant.Target.IsAny()
}
