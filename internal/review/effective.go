package review

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// subject is a profile or a unit before and after the apply, whichever addresses it has then; nil
// where there is none.
type subject struct {
	before, after           plan.Values
	beforeEntry, afterEntry *entry
	// removed and made report that the apply removes the object, and makes one under its id.
	removed, made bool
}

// subjects are the managed objects of one type. An id that is removed at one address and made at
// another is one object that is replaced.
func (x *examination) subjects(of string) map[objectKey]*subject {
	found := map[objectKey]*subject{}
	at := func(e *entry, values plan.Values) *subject {
		key := objectKey{e.Service, clientOf(values, e.Address), idOf(values["ext_id"], e.Address)}
		if found[key] == nil {
			found[key] = &subject{}
		}
		return found[key]
	}
	for _, e := range x.entries {
		if e.Type != of {
			continue
		}
		if e.Before != nil {
			at(e, e.Before).was(e)
		}
		if stays(e) && e.Before != nil {
			at(e, e.Before).becomes(e, e.Before)
		}
		if e.After != nil && e.Action != plan.Forget {
			at(e, e.After).becomes(e, e.After)
		}
	}
	return found
}

// was enters an object of before; one that is removed counts more than another that shows the same.
func (s *subject) was(e *entry) {
	if s.before == nil || e.removes() {
		s.before, s.beforeEntry = e.Before, e
	}
	s.removed = s.removed || e.removes()
}

// becomes enters an object of afterwards; one that is made counts more than another that shows the
// same.
func (s *subject) becomes(e *entry, values plan.Values) {
	if s.after == nil || e.makes() {
		s.after, s.afterEntry = values, e
	}
	s.made = s.made || e.makes()
}

// renewed reports whether the object of before is removed and another one is made under its id.
func (s *subject) renewed() bool { return s != nil && s.removed && s.made }

// gone reports whether the object is removed, and none is made under its id.
func (s *subject) gone() bool { return s != nil && s.removed && !s.made }

// lives reports whether it is the same object before and after.
func (s *subject) lives() bool { return s != nil && s.before != nil && s.after != nil && !s.removed }

// factor is one thing that a grant's effect depends on beside the grant itself.
type factor struct {
	condition
	rules  []string
	reason string
	// above tells that it is about a unit above the one that the profile is in.
	above bool
}

// factors are those of a profile that do not stay as they are.
func (x *examination) factors(holder objectKey) []factor {
	profile := x.profiles[holder]
	if !profile.lives() {
		return nil
	}
	found := x.changing(nil, profile, "profile", "profile_state")
	was, becomes := x.unitOf(holder, profile.before, profile.beforeEntry), x.unitOf(holder, profile.after, profile.afterEntry)
	if was != becomes || untold(profile.after["unit_ext_id"]) && !constantValue(profile.before["unit_ext_id"], profile.after["unit_ext_id"]) {
		found = append(found,
			factor{condition: condition{undecided, undecided}, rules: []string{ruleMoveProfile}, reason: "the profile moves to another unit"})
		return found
	}
	return x.unitFactors(found, was, false, map[objectKey]bool{})
}

func (x *examination) unitOf(holder objectKey, values plan.Values, e *entry) objectKey {
	if values["unit_ext_id"] == nil {
		return objectKey{}
	}
	return objectKey{holder.service, holder.client, idOf(values["unit_ext_id"], e.Address)}
}

// unitFactors add what changes for a unit, and for those above it.
func (x *examination) unitFactors(found []factor, at objectKey, above bool, seen map[objectKey]bool) []factor {
	unit := x.units[at]
	if unit == nil || seen[at] || !unit.lives() {
		return found
	}
	seen[at] = true
	what := "unit " + x.names.self(unit.afterEntry).Label()
	first := len(found)
	found = x.changing(found, unit, what, "state")
	was, becomes := x.parentOf(at, unit.before, unit.beforeEntry), x.parentOf(at, unit.after, unit.afterEntry)
	moved := !constantValue(unit.before["parent_unit_ext_id"], unit.after["parent_unit_ext_id"])
	if moved {
		found = append(found,
			factor{condition: condition{undecided, undecided}, rules: []string{ruleMoveUnit}, reason: "the " + what + " is moved"})
	}
	for i := range found[first:] {
		found[first+i].above = above
	}
	found = x.unitFactors(found, was, true, seen)
	return x.unitFactors(found, becomes, true, seen)
}

func (x *examination) parentOf(at objectKey, values plan.Values, e *entry) objectKey {
	return objectKey{at.service, at.client, idOf(values["parent_unit_ext_id"], e.Address)}
}

// changing adds the state and the validity of a profile or a unit where they change.
func (x *examination) changing(found []factor, s *subject, what, stateName string) []factor {
	before, after := s.before[stateName], s.after[stateName]
	if c := state(before, after); c.gives(x.now) || c.takes(x.now) {
		found = append(found, factor{condition: c, rules: x.rulesOf(s, stateName), reason: "the " + what + " is " + stateWord(c, after, x.now)})
	}
	before, after = s.before["validity"], s.after["validity"]
	if c := validity(before, after); c.gives(x.now) || c.takes(x.now) {
		found = append(found, factor{condition: c, rules: x.rulesOf(s, "validity"), reason: "the " + what + " is " + validityWord(c, x.now)})
	}
	return found
}

// rulesOf are the rules that the change of an attribute falls under.
func (x *examination) rulesOf(s *subject, name string) []string {
	row, _ := s.afterEntry.kind.attribute(name)
	return row.of(s.before[name], s.after[name], x.now)
}

func stateWord(c condition, after any, now clock) string {
	switch text, known := after.(string); {
	case c.gives(now) && c.takes(now), !known:
		return "in a state that the plan does not tell"
	case c.gives(now):
		return enabled
	default:
		return strings.ToLower(text)
	}
}

func validityWord(c condition, now clock) string {
	switch gives, takes := c.gives(now), c.takes(now); {
	case c.begins(now):
		return "valid again"
	case c.ends(now):
		return "no longer valid"
	case gives && takes:
		return "valid at another time"
	case gives:
		return "valid longer"
	default:
		return "valid for a shorter time"
	}
}
