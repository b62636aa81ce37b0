package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// unitScope returns the objects that a change of a unit affects: the unit and everything below it
// and, for a move, the units that it leaves and enters. It returns nil if the client was not read,
// because then anything may be affected.
func (x *analysis) unitScope(e *entry) *scope {
	if _, known := e.Before.Known("ext_id"); e.Type != typeUnit || !known || !x.held.readsObject(e) {
		return nil
	}
	unit := e.identity(e.Before)
	found := &scope{narrow: x.complete(access.NewID(e.Service, "", access.Client, unit.Client))}
	was, becomes := x.turned(e)
	left, entered := x.above(was), x.above(becomes)
	for _, id := range slices.Concat([]access.ID{unit}, left, entered) {
		if !slices.Contains(left, id) || !slices.Contains(entered, id) {
			found.units = append(found.units, x.at(id))
		}
	}
	inside := x.inUnits()
	for _, o := range slices.Concat(inside[unit], inside[access.NewID(unit.Service, unit.Client, access.Unit, "")]) {
		if o.Kind == access.Unit {
			found.units = append(found.units, x.at(o.ID))
			continue
		}
		of := x.scope(o.ID)
		found.profiles, found.users = append(found.profiles, of.profiles...), append(found.users, of.users...)
		found.narrow = found.narrow && !slices.ContainsFunc(x.result.Partial.Owned(o.ID, access.Grant), func(g *access.Object) bool {
			return g.Rooms.MayOpen()
		})
	}
	return found
}

// inUnits returns the units and profiles that may be in each unit at some point of the apply. Those
// whose place is not known may be in any unit.
func (x *analysis) inUnits() map[access.ID][]*access.Object {
	if x.inside == nil {
		x.inside = map[access.ID][]*access.Object{}
		for o := range x.result.Partial.Objects() {
			for _, unit := range x.above(o) {
				if o.Kind == access.Unit || o.Kind == access.Profile {
					x.inside[unit] = append(x.inside[unit], o)
				}
			}
		}
	}
	return x.inside
}

// above returns the unit of an object and all units that may be above it at some point of the apply.
func (x *analysis) above(o *access.Object) []access.ID {
	var found []access.ID
	for next := []*access.Object{o}; len(next) > 0; next = next[1:] {
		for _, id := range next[0].Refs() {
			parent := x.result.Partial.Get(id)
			if parent.Presence == access.Absent {
				id.ExtID = ""
			}
			if id.Kind == access.Unit && !slices.Contains(found, id) {
				found, next = append(found, id), append(next, parent)
			}
		}
	}
	return found
}
