package tenant

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// forest holds the known units by their parent.
type forest struct {
	r        *reader
	seen     map[string]bool
	known    map[string]bool
	children map[string][]idm.Unit
	tops     []idm.Unit
}

func newForest(r *reader) *forest {
	return &forest{r: r, seen: map[string]bool{}, known: map[string]bool{}, children: map[string][]idm.Unit{}}
}

func (f *forest) has(extID string) bool { return f.seen[extID] }

// below reads a unit and its subunits.
func (f *forest) below(ctx context.Context, extID string) error {
	top, err := idm.UnitOps.Get(ctx, f.r.api, idm.In(f.r.o.Client), extID)
	if err != nil {
		return unreadable("the unit "+extID, err, objecttype.Unit.ListPermissions())
	}
	return f.grow(ctx, []idm.Unit{top})
}

// around reads the trees of profiles and known units: from each unit up to its root, and then down.
// One tree usually contains the units of many profiles, so it starts with one unit and doubles the
// number of remaining units in each round.
func (f *forest) around(ctx context.Context, profiles []Profile) error {
	wanted := map[string]bool{}
	for _, known := range f.r.o.Known {
		f.known[known], wanted[known] = true, true
	}
	for _, profile := range profiles {
		if profile.UnitExtID != "" {
			wanted[profile.UnitExtID] = true
		}
	}
	left := slices.Sorted(maps.Keys(wanted))
	for size := 1; len(left) > 0; size = min(2*size, 8*f.r.o.Concurrency) {
		batch := left[:min(size, len(left))]
		left = left[len(batch):]
		paths := make([][]idm.Unit, len(batch))
		err := each(ctx, f.r, "trees of units", len(batch), func(ctx context.Context, i int) error {
			var err error
			paths[i], err = f.climb(ctx, batch[i])
			return err
		})
		if err != nil {
			return err
		}
		// A unit of a path that the list of its parent omits is added separately.
		for depth := 0; len(paths) > 0; depth++ {
			paths = slices.DeleteFunc(paths, func(path []idm.Unit) bool { return depth >= len(path) })
			if err := f.grow(ctx, f.unknown(paths, depth)); err != nil {
				return err
			}
		}
		left = slices.DeleteFunc(left, f.has)
	}
	return nil
}

// climb returns a unit and its parents that are not known yet and can be read, from the top.
func (f *forest) climb(ctx context.Context, extID string) ([]idm.Unit, error) {
	var path []idm.Unit
	for passed, bottom := map[string]bool{}, extID; extID != "" && !f.seen[extID] && !passed[extID]; {
		passed[extID] = true
		unit, err := idm.UnitOps.Get(ctx, f.r.api, idm.In(f.r.o.Client), extID)
		if err != nil {
			slices.Reverse(path)
			if f.known[extID] && errors.Is(err, rest.ErrNoRecord) {
				return path, nil
			}
			return path, f.r.faults.note(Unread{Type: objecttype.Unit, Single: true}, "unit", extID, err)
		}
		path, extID = append(path, unit), unit.ParentUnitExtID
		if err := f.r.api.CheckTree(f.r.o.Client, bottom, len(path), len(path)); err != nil {
			return nil, err
		}
	}
	slices.Reverse(path)
	return path, nil
}

// unknown returns the units at a depth of the paths that are not known yet, sorted.
func (f *forest) unknown(paths [][]idm.Unit, depth int) []idm.Unit {
	byID := map[string]idm.Unit{}
	for _, path := range paths {
		if unit := path[depth]; !f.seen[unit.ExtID] {
			byID[unit.ExtID] = unit
		}
	}
	return slices.SortedFunc(maps.Values(byID), func(a, b idm.Unit) int { return strings.Compare(a.ExtID, b.ExtID) })
}

// grow adds units and all their subunits, level by level.
func (f *forest) grow(ctx context.Context, tops []idm.Unit) error {
	for _, unit := range tops {
		if f.seen[unit.ParentUnitExtID] {
			f.children[unit.ParentUnitExtID] = append(f.children[unit.ParentUnitExtID], unit)
		} else {
			f.tops = append(f.tops, unit)
		}
	}
	if len(tops) == 0 {
		return nil
	}
	levels := 0
	for level := tops; len(level) > 0; levels++ {
		if err := f.r.api.CheckTree(f.r.o.Client, tops[0].ExtID, levels, len(f.seen)); err != nil {
			return err
		}
		for _, unit := range level {
			f.seen[unit.ExtID] = true
		}
		if f.r.o.Users != nil {
			return nil
		}
		below := make([][]idm.Unit, len(level))
		err := each(ctx, f.r, "units of a level", len(level), func(ctx context.Context, i int) error {
			var err error
			below[i], err = idm.Complete(idm.UnitOps.List(ctx, f.r.api, idm.Under(f.r.o.Client, level[i].ExtID)))
			return f.r.faults.note(Unread{Type: objecttype.Unit, Owned: true}, "units below", level[i].ExtID, err)
		})
		if err != nil {
			return err
		}
		level = f.attach(level, below)
	}
	return nil
}

// attach adds units below the units of a level, and returns the new ones.
func (f *forest) attach(level []idm.Unit, below [][]idm.Unit) []idm.Unit {
	var added []idm.Unit
	for i, units := range below {
		for _, unit := range units {
			// A unit that is moved during the read can be listed twice.
			if f.seen[unit.ExtID] {
				continue
			}
			f.seen[unit.ExtID] = true
			f.children[level[i].ExtID] = append(f.children[level[i].ExtID], unit)
			added = append(added, unit)
		}
	}
	return added
}

// sorted returns the units, with parents before their subunits.
func (f *forest) sorted() []idm.Unit {
	byID := func(a, b idm.Unit) int { return strings.Compare(b.ExtID, a.ExtID) }
	var all []idm.Unit
	// Siblings are pushed in reverse order, so that they are popped in order.
	stack := slices.SortedFunc(slices.Values(f.tops), byID)
	for len(stack) > 0 {
		unit := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		all = append(all, unit)
		stack = append(stack, slices.SortedFunc(slices.Values(f.children[unit.ExtID]), byID)...)
	}
	return all
}
