package review

import (
	"iter"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// A ledger is who has what, before and after the apply: the roles and enterprise roles of profiles,
// the roles of enterprise roles, and the applications of clients.
type ledger map[holdingKey]*holding

// holdingKey is something that a user may have: holder is a profile, an enterprise role that has
// roles, or a client without an id.
type holdingKey struct {
	holder objectKey
	kind   Kind
	thing  id
}

// holding is what makes a user have it, as often as that is so.
type holding struct{ before, after []holdingEntry }

// holdingEntry is one source of a holding: a resource, or an element of one.
type holdingEntry struct {
	entry *entry
	// key is the key in an authoritative resource, "" for a single one.
	key string
	// values are the data rooms and the validity.
	values plan.Values
	// thing is the value that names it, as in the plan.
	thing any
}

// source distinguishes the sources of a holding.
func (h holdingEntry) source() string {
	if h.entry == nil {
		return h.key
	}
	return h.entry.Address + "\x00" + h.entry.deposed() + "\x00" + h.key
}

func (e *entry) deposed() string {
	if e.Deposed {
		return "deposed"
	}
	return ""
}

// ledger enters what the plan's objects give and the facts do not show.
func (x *analysis) ledger() ledger {
	l := ledger{}
	for _, e := range x.entries {
		if e.kind.facts.gives() == "" || e.refused != "" {
			continue
		}
		x.enter(l, e, e.Before, false)
		if stays(e) {
			x.enter(l, e, e.Before, true)
		}
		if e.Action != plan.Forget {
			x.enter(l, e, e.After, true)
		}
	}
	return l
}

// stays reports whether the object of before is in the service afterwards, although the plan does
// not hold it then.
func stays(e *entry) bool { return e.Action == plan.Forget || e.Action == plan.ForgetCreate }

// enter adds what an object gives with some values.
func (x *analysis) enter(l ledger, e *entry, values plan.Values, after bool) {
	for key, h := range e.gives(values) {
		if !x.decided(key) {
			l.add(key, h, after)
		}
	}
}

// gives are the holdings that an object is a source of, with some values.
func (e *entry) gives(values plan.Values) iter.Seq2[holdingKey, holdingEntry] {
	return func(yield func(holdingKey, holdingEntry) bool) {
		if values == nil {
			return
		}
		for i, each := range e.elements(values) {
			h := holdingEntry{entry: e, key: each.key, values: each.values, thing: each.target}
			if !yield(holdingKey{e.holder(values), e.kind.facts.gives(), idOf(each.target, each.address(e, i))}, h) {
				return
			}
		}
	}
}

// decided reports whether the facts show a grant: its client was read, and the profile and the role
// are known, or new.
func (x *analysis) decided(key holdingKey) bool {
	holder := key.holder
	if key.kind != Role && key.kind != EnterpriseRole || holder.client.unknown ||
		!x.held.read[clientRef{holder.service, holder.client.text}] {
		return false
	}
	what := x.roles[objectKey{service: holder.service, id: key.thing}]
	if key.kind == EnterpriseRole {
		what = x.enterpriseRoles[objectKey{holder.service, holder.client, key.thing}]
	}
	return x.identified(holder.id, x.profiles[holder]) && x.identified(key.thing, what)
}

// identified reports whether an object has an external ID, or gets a new one.
func (x *analysis) identified(of id, s *subject) bool {
	return !of.unknown && of.text != "" || of.unknown && x.fresh(s) && !s.afterEntry.ExtIDGiven
}

func (l ledger) add(key holdingKey, h holdingEntry, after bool) {
	of := l[key]
	if of == nil {
		of = &holding{}
		l[key] = of
	}
	if after {
		of.after = append(of.after, h)
	} else {
		of.before = append(of.before, h)
	}
}

// hides reports whether an object gives things with some values that the plan does not show.
func (e *entry) hides(values plan.Values) bool {
	return e.kind.facts.all != "" && slices.ContainsFunc(e.elements(values), func(each element) bool { return undetermined(each.target) })
}

// openBefore reports whether an object may have given anything else before the apply; openAfter,
// whether it may afterwards.
func (e *entry) openBefore() bool { return e != nil && !e.makes() && e.hides(e.Before) }
func (e *entry) openAfter() bool {
	return e != nil && (stays(e) && e.hides(e.Before) || e.Action != plan.Forget && e.hides(e.After))
}

// open reports whether the source is all that an object gives and the plan does not show.
func (h holdingEntry) open() bool {
	return h.entry != nil && h.entry.kind.facts.all != "" && undetermined(h.thing)
}

// holder is the profile, the enterprise role or the client that an object gives something to.
func (e *entry) holder(values plan.Values) objectKey {
	key := objectKey{service: e.Service, client: clientOf(values, e.Address)}
	if e.kind.of != "" {
		key.id = idOf(values[e.kind.of], e.Address)
	}
	return key
}

// ordered are the keys so that a review of the same plan is the same each time.
func (l ledger) ordered() []holdingKey {
	return slices.SortedFunc(maps.Keys(l), func(a, b holdingKey) int {
		if a.kind != b.kind {
			return kindOrder(a.kind) - kindOrder(b.kind)
		}
		if order := a.holder.compare(b.holder); order != 0 {
			return order
		}
		return a.thing.compare(b.thing)
	})
}

func kindOrder(kind Kind) int {
	return slices.Index([]Kind{EnterpriseRole, Role, App, MemberRole}, kind)
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

// pairs match the sources of before with those of after: the same source first, then any others in
// their order.
func (h *holding) pairs() []pair {
	var found []pair
	left := slices.Clone(h.after)
	var lone []holdingEntry
	for _, before := range h.before {
		i := slices.IndexFunc(left, func(after holdingEntry) bool { return after.source() == before.source() })
		if i < 0 {
			lone = append(lone, before)
			continue
		}
		found = append(found, pair{&before, &left[i]})
		left = slices.Delete(slices.Clone(left), i, i+1)
	}
	for i := range max(len(lone), len(left)) {
		var p pair
		if i < len(lone) {
			p.before = &lone[i]
		}
		if i < len(left) {
			p.after = &left[i]
		}
		found = append(found, p)
	}
	return found
}
