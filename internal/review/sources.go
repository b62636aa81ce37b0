package review

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// holdingKey identifies something that a user may have. holder is a profile, an enterprise role
// that has roles, or a client without an id.
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

// stays reports whether the former object remains in the service although the plan no longer
// contains it.
func stays(e *entry) bool { return e.Action == plan.Forget || e.Action == plan.ForgetCreate }

// gives iterates over the holdings of an object with the given values.
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

// hides reports whether an object gives elements that the plan does not show.
func (e *entry) hides(values plan.Values) bool {
	return e.kind.facts.all != "" && slices.ContainsFunc(e.elements(values), func(each element) bool { return undetermined(each.target) })
}

// openBefore reports whether an object may have given unknown elements before the apply. openAfter
// reports the same for after the apply.
func (e *entry) openBefore() bool { return e != nil && !e.makes() && e.hides(e.Before) }
func (e *entry) openAfter() bool  { return e != nil && e.Action != plan.Forget && e.hides(e.After) }

// open reports whether the source represents all elements of an object, which the plan does not
// show.
func (h holdingEntry) open() bool {
	return h.entry != nil && h.entry.kind.facts.all != "" && undetermined(h.target)
}

// holder returns the profile, the enterprise role or the client that an object gives something to.
func (e *entry) holder(values plan.Values) objectKey {
	key := objectKey{service: e.Service, client: clientOf(values, e.Address)}
	if e.kind.of != "" {
		key.id = idOf(values[e.kind.of], e.Address)
	}
	return key
}

// pair is one source of a holding before and after the apply; nil if it does not exist then.
type pair struct{ before, after *holdingEntry }

// within returns the pair without after if the holding is deleted with a removed object, unless the
// same apply creates it.
func (p pair) within(end removal) pair {
	if p.before != nil && p.after != nil && end.ends && !p.after.made() {
		p.after = nil
	}
	return p
}

// source is something that an object of the plan gives.
type source struct {
	key holdingKey
	holdingEntry
}

// sources returns everything that the plan shows as given before and after the apply, by fact.
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

// sides returns the values with which an object gives something before and after the apply.
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

// sourceOf returns the source of a path before or after the apply, from the plan or from the
// service.
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

// pairs returns the changes of applications of clients and of roles of enterprise roles, regardless
// of the resources that declare them.
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

// keyOf returns the profile and the role of a path, from the plan if the facts do not contain them.
func (c *comparison) keyOf(h access.Holding, after bool) holdingKey {
	if h.Profile.Any() || h.What().Any() || h.Grant.Client == "" {
		return c.sourceOf(h, after).key
	}
	return keyOf(h)
}

// decides reports whether the facts show a grant: its client was read, and its profile and role are
// known or new.
func (c *comparison) decides(h access.Holding) bool {
	return c.held.read[clientRef{h.Grant.Service, h.Grant.Client}] && !h.Grant.Owner.IsAny() && !h.Grant.Target.IsAny()
}
