package accessquery

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// The changes of a Row. A granted or revoked path has no effect.
const (
	Gained  = "gained"
	Granted = "granted"
	Lost    = "lost"
	Revoked = "revoked"
	Longer  = "longer"
	Shorter = "shorter"
	Wider   = "wider"
	Narrow  = "narrower"
	Moved   = "moved"
)

// Diff returns the access that people gained and lost between two states of a tenant, net over all
// paths, and the paths without an effect that only one state has. Both states need the same service
// address.
func Diff(before, after *tenant.Facts, sources [2]string, client string, now time.Time) *Answer {
	old, next := New(before, sources[0], client, now), New(after, sources[0]+" → "+sources[1], client, now)
	was, is := old.paths(), next.paths()
	rows := slices.Concat(next.idle(is, was, Granted), old.idle(was, is, Revoked))
	changed, moved := access.CompareMoves(before.Tenant, after.Tenant, now)
	for _, d := range slices.Concat(changed, moved) {
		if client != "" && d.User.Client != client {
			continue
		}
		holdings, asker := d.New, next
		if len(holdings) == 0 {
			holdings, asker = d.Old, old
		}
		if len(holdings) == 0 || changes(d) == nil {
			continue
		}
		row := asker.Row(holdings[max(0, slices.IndexFunc(holdings, func(h access.Holding) bool { return h.Member == nil }))])
		row.Change = strings.Join(changes(d), ", ")
		if len(holdings) > 1 {
			row.Reasons = append(row.Reasons, fmt.Sprintf("one of %d paths", len(holdings)))
		}
		for _, unit := range d.Left {
			if len(d.New) > 0 && unit.Kind == access.Unit {
				row.Reasons = append(row.Reasons, "no longer in the unit "+old.label(unit))
			}
		}
		rows = append(rows, row)
	}
	answer := next.answer("what changed", rows)
	answer.NotRead = append(append([]string{}, old.answer("", nil).NotRead...), answer.NotRead...)
	return answer
}

// path identifies how a user has something, whatever grant gives it.
type path struct{ user, profile, what, through access.ID }

// paths returns the holdings by path, of several the one with an effect.
func (a *Asker) paths() map[path]access.Holding {
	all := map[path]access.Holding{}
	for h := range a.view.Holdings() {
		through, _ := h.Through()
		key := path{h.User.ID, h.Profile.ID, h.What(), through}
		if held, exists := all[key]; a.asked(h) && !h.Grant.Any() && (!exists || a.isIdle(held)) {
			all[key] = h
		}
	}
	return all
}

// isIdle reports whether a path certainly has no effect from now on.
func (a *Asker) isIdle(h access.Holding) bool { return h.May().From(a.now).Empty() }

// idle returns rows for the paths without an effect that another state lacks.
func (a *Asker) idle(paths, other map[path]access.Holding, change string) []Row {
	var rows []Row
	for key, h := range paths {
		if _, both := other[key]; !both && a.isIdle(h) {
			row := a.Row(h)
			row.Change = change
			rows = append(rows, row)
		}
	}
	return rows
}

// changes returns the changes of a difference.
func changes(d access.Difference) []string {
	var all []string
	for _, each := range []struct {
		is   bool
		word string
	}{
		{d.Gain(), Gained}, {d.Loss(), Lost}, {d.Longer(), Longer}, {d.Shorter(), Shorter},
		{!d.Gain() && d.Gained.RoomsBeyond(), Wider}, {!d.Loss() && d.Lost.RoomsBeyond(), Narrow},
		{!d.Gain() && !d.Loss() && len(d.Entered)+len(d.Left) > 0, Moved},
	} {
		if each.is {
			all = append(all, each.word)
		}
	}
	return all
}
