package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// unitScope is whom a change of a unit is about: the unit and everything below it and, for a move,
// the units that it leaves and enters. It is nil if the service was not read: then it may be about
// anyone.
func (x *analysis) unitScope(e *entry, attribute string) *scope {
	client, known := e.Before.Known("client_ext_id")
	extID, both := e.Before.Known("ext_id")
	if e.Type != typeUnit || !known || !both || !x.held.read[clientRef{e.Service, client}] {
		return nil
	}
	tree := x.unitTree(e.Service, client)
	found := &scope{}
	within := tree.below(extID)
	add := func(kind Kind, into *[]Named, extID string) {
		named := x.names.named(kind, e.Service, id{text: client}, extID)
		*into = append(*into, x.names.aliases(kind, e.Service, id{text: client}, named)...)
	}
	for unit := range within {
		add(Unit, &found.units, unit)
	}
	if attribute == "parent_unit_ext_id" {
		left, entered := tree.above(e.Before[attribute]), tree.above(e.After[attribute])
		for _, unit := range slices.Concat(onlyIn(left, entered), onlyIn(entered, left)) {
			add(Unit, &found.units, unit)
		}
		if undetermined(e.After[attribute]) || undetermined(e.Before[attribute]) {
			found.units = append(found.units, Named{})
		}
	}
	inside := map[string]bool{}
	for _, o := range tree.profiles {
		if !o.Target.IsAny() && !slices.ContainsFunc(o.Target.Options(), func(unit string) bool {
			return within[unit] || tree.hidden(unit)
		}) {
			continue
		}
		inside[o.ExtID] = true
		add(Profile, &found.profiles, o.ExtID)
		for _, user := range o.Owner.Options() {
			add(User, &found.users, user)
		}
		if o.Owner.IsAny() {
			found.users = append(found.users, Named{})
		}
	}
	found.narrow = !tree.global(inside)
	return found
}

// hidden reports whether a unit was not read, so that it may be below any other one.
func (t unitTree) hidden(unit string) bool { return unit != "" && len(t.parents[unit]) == 0 }

// global reports whether a grant of some profiles may be global.
func (t unitTree) global(profiles map[string]bool) bool {
	return t.unread || slices.ContainsFunc(t.grants, func(o access.Object) bool {
		return o.Rooms.MayOpen() && (o.Owner.IsAny() || slices.ContainsFunc(o.Owner.Options(), func(extID string) bool {
			return profiles[extID]
		}))
	})
}

func onlyIn(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(unit string) bool { return slices.Contains(others, unit) })
}

// unitTree are the units and profiles of a client before the apply, and as the plan makes them.
type unitTree struct {
	children map[string][]string
	parents  map[string][]string
	profiles []access.Object
	grants   []access.Object
	// unread reports that there may be other grants.
	unread bool
}

func (x *analysis) unitTree(service, client string) unitTree {
	t := unitTree{children: map[string][]string{}, parents: map[string][]string{}}
	add := func(o access.Object) {
		switch {
		case o.Service != service || o.Client != client:
		case o.Kind == access.Profile:
			t.profiles = append(t.profiles, o)
		case o.Kind == access.Grant:
			t.grants = append(t.grants, o)
		case o.Kind == access.Unit:
			for _, parent := range o.Owner.Options() {
				t.children[parent] = append(t.children[parent], o.ExtID)
				t.parents[o.ExtID] = append(t.parents[o.ExtID], parent)
			}
		}
	}
	t.unread = slices.ContainsFunc(x.held.Gaps(), func(g access.Gap) bool {
		return g.Service == service && (g.Client == client || g.Client == "") &&
			slices.Contains([]access.Kind{access.Client, access.User, access.Profile, access.Grant}, g.Kind)
	})
	for o := range x.held.Objects() {
		add(*o)
	}
	for _, c := range x.changes {
		if c.Action != access.Delete {
			add(c.Object)
		}
	}
	return t
}

// below are a unit and all units below it, before or after the apply.
func (t unitTree) below(unit string) map[string]bool {
	found := map[string]bool{unit: true}
	for next := []string{unit}; len(next) > 0; {
		children := t.children[next[0]]
		next = next[1:]
		for _, child := range children {
			if !found[child] {
				found[child] = true
				next = append(next, child)
			}
		}
	}
	return found
}

// above are a unit and all units above it.
func (t unitTree) above(value any) []string {
	unit, known := value.(string)
	if !known || unit == "" {
		return nil
	}
	found := []string{unit}
	for at := 0; at < len(found); at++ {
		for _, parent := range t.parents[found[at]] {
			if parent != "" && !slices.Contains(found, parent) {
				found = append(found, parent)
			}
		}
	}
	return found
}
