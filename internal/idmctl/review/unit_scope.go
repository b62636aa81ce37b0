package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// unitScope returns the objects that a change of a unit affects: the unit and everything below it
// and, for a move, the units that it leaves and enters. It returns nil if the client was not read,
// because then anything may be affected.
func (x *analysis) unitScope(e *entry, attribute string) *scope {
	client, known := e.Before.Known("client_ext_id")
	extID, both := e.Before.Known("ext_id")
	if e.Type != typeUnit || !known || !both || !x.held.read[clientRef{e.Service, client}] {
		return nil
	}
	t := x.result.Partial
	at := func(kind access.Kind, extID string) access.ID { return access.NewID(e.Service, client, kind, extID) }
	found := &scope{}
	within := below(t, at(access.Unit, extID))
	add := func(into *[]Named, id access.ID) { *into = append(*into, x.names.aliases(id)...) }
	for unit := range within {
		add(&found.units, unit)
	}
	if attribute == "parent_unit_ext_id" {
		was, _ := e.Before.Known(attribute)
		becomes, _ := e.After.Known(attribute)
		left, entered := above(t, at(access.Unit, was)), above(t, at(access.Unit, becomes))
		for _, unit := range slices.Concat(onlyIn(left, entered), onlyIn(entered, left)) {
			add(&found.units, unit)
		}
		if undetermined(e.After[attribute]) || undetermined(e.Before[attribute]) {
			found.units = append(found.units, Named{})
		}
	}
	found.narrow = x.complete(access.NewID(e.Service, "", access.Client, client))
	for o := range t.Objects() {
		if o.Kind != access.Profile || o.Service != e.Service || o.Client != client || !mayBeIn(t, o, within) {
			continue
		}
		add(&found.profiles, o.ID)
		for _, user := range o.Refs() {
			if user.Kind == access.User {
				add(&found.users, user)
			}
		}
		found.narrow = found.narrow && !slices.ContainsFunc(t.Owned(o.ID, access.Grant), func(g *access.Object) bool {
			return g.Rooms.MayOpen()
		})
	}
	return found
}

// mayBeIn reports whether a profile may be in one of the units. A unit that was not read may be
// below any other unit.
func mayBeIn(t *access.Tenant, profile *access.Object, units map[access.ID]bool) bool {
	return profile.Target.IsAny() || slices.ContainsFunc(profile.Target.Options(), func(extID string) bool {
		unit := access.NewID(profile.Service, profile.Client, access.Unit, extID)
		return extID != "" && (units[unit] || t.Get(unit).Presence == access.Absent || t.Get(unit).Owner.IsAny())
	})
}

func onlyIn(all, others []access.ID) []access.ID {
	return slices.DeleteFunc(slices.Clone(all), func(unit access.ID) bool { return slices.Contains(others, unit) })
}

// below returns a unit and all units that may be below it at some point of the apply.
func below(t *access.Tenant, unit access.ID) map[access.ID]bool {
	found := map[access.ID]bool{unit: true}
	for next := []access.ID{unit}; len(next) > 0; next = next[1:] {
		for _, child := range t.Owned(next[0], access.Unit) {
			if !found[child.ID] {
				found[child.ID] = true
				next = append(next, child.ID)
			}
		}
	}
	return found
}

// above returns a unit and all units that may be above it at some point of the apply.
func above(t *access.Tenant, unit access.ID) []access.ID {
	if unit.ExtID == "" {
		return nil
	}
	found := []access.ID{unit}
	for at := 0; at < len(found); at++ {
		for _, parent := range t.Get(found[at]).Refs() {
			if !parent.Any() && !slices.Contains(found, parent) {
				found = append(found, parent)
			}
		}
	}
	return found
}
