package review

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// clock is when the plan was made; the zero clock is one that the plan does not show.
type clock struct{ time.Time }

func newClock(text string) clock {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return clock{}
	}
	return clock{at}
}

// The ends of time. A period without a limit reaches from one to the other.
var (
	always = period{time.Time{}, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)}
	never  = period{}
)

// period is from a moment until before another one.
type period struct{ from, to time.Time }

func (p period) empty() bool { return !p.from.Before(p.to) }

func (p period) within(other period) bool {
	return p.empty() || !p.from.Before(other.from) && !p.to.After(other.to)
}

func (p period) and(other period) period {
	if other.from.After(p.from) {
		p.from = other.from
	}
	if other.to.Before(p.to) {
		p.to = other.to
	}
	return p
}

// since is what of a period is after a moment.
func (p period) since(now clock) period { return p.and(period{now.Time, always.to}) }

// effect is when something holds: certainly during the least, and during the most if what is not
// known becomes so.
type effect struct{ least, most period }

var (
	unlimited = effect{always, always}
	undecided = effect{never, always}
)

func (e effect) and(other effect) effect {
	return effect{e.least.and(other.least), e.most.and(other.most)}
}

func (e effect) since(now clock) effect { return effect{e.least.since(now), e.most.since(now)} }

// condition is when something holds before and after the apply.
type condition struct{ before, after effect }

// constant is a condition that the plan does not touch.
var constant = condition{unlimited, unlimited}

func (c condition) and(other condition) condition {
	return condition{c.before.and(other.before), c.after.and(other.after)}
}

// gives reports whether there may be a moment from now on in which it holds after the apply only;
// takes, before it only.
func (c condition) gives(now clock) bool {
	return !c.after.since(now).most.within(c.before.since(now).least)
}
func (c condition) takes(now clock) bool {
	return !c.before.since(now).most.within(c.after.since(now).least)
}

// begins reports whether it did not hold from now on, and does after the apply; ends, the opposite.
func (c condition) begins(now clock) bool {
	return c.before.since(now).most.empty() && !c.after.since(now).most.empty()
}
func (c condition) ends(now clock) bool {
	return !c.before.since(now).most.empty() && c.after.since(now).most.empty()
}

// undetermined reports whether a value is sensitive, or one that is known only after the apply.
func undetermined(value any) bool {
	switch value.(type) {
	case plan.Unknown, plan.Masked:
		return true
	}
	return false
}

// constantValue reports whether a value is the same before and after, also one that is sensitive.
func constantValue(before, after any) bool {
	if masked, isMasked := after.(plan.Masked); isMasked {
		return !masked.Changed && before != nil
	}
	return !undetermined(after) && reflect.DeepEqual(before, after)
}

// changesUndetermined reports whether something differs of which the plan does not show all.
func changesUndetermined(before, after any) bool {
	return !constantValue(before, after) && (anyUndetermined(before) || anyUndetermined(after))
}

// anyUndetermined reports whether something in a value is sensitive or not known.
func anyUndetermined(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, each := range value {
			if anyUndetermined(each) {
				return true
			}
		}
	case plan.Values:
		return anyUndetermined(map[string]any(value))
	case []any:
		return slices.ContainsFunc(value, anyUndetermined)
	}
	return undetermined(value)
}

// validity is the condition that a validity before and after makes, each a map of from and to, or
// nil.
func validity(before, after any) condition {
	switch {
	case undetermined(before) && constantValue(before, after):
		return constant
	case undetermined(before) || undetermined(after):
		return condition{lasting(before), lasting(after)}
	}
	was, becomes := asMap(before), asMap(after)
	c := constant
	for _, bound := range []string{"from", "to"} {
		if constantValue(was[bound], becomes[bound]) && undetermined(was[bound]) {
			continue
		}
		c = c.and(condition{bounded(bound, was[bound]), bounded(bound, becomes[bound])})
	}
	for name := range becomes {
		if name != "from" && name != "to" && !constantValue(was[name], becomes[name]) {
			return condition{undecided, undecided}
		}
	}
	return c
}

// lasting is the effect of a validity.
func lasting(value any) effect {
	if undetermined(value) {
		return undecided
	}
	values := asMap(value)
	return bounded("from", values["from"]).and(bounded("to", values["to"]))
}

// bounded is the effect of one end of a validity.
func bounded(end string, value any) effect {
	if value == nil || value == "" {
		return unlimited
	}
	at, err := time.Parse(time.RFC3339, plan.Text(value))
	switch {
	case undetermined(value) || err != nil:
		return undecided
	case end == "from":
		p := period{at, always.to}
		return effect{p, p}
	}
	p := period{always.from, at}
	return effect{p, p}
}

func asMap(value any) map[string]any {
	switch value := value.(type) {
	case map[string]any:
		return value
	case plan.Values:
		return value
	}
	return nil
}

// validityRules are the names of what a change of a validity falls under.
type validityRules struct{ extend, shorten string }

var (
	profileValidity = validityRules{ruleExtendProfile, ruleShortenProfile}
	userValidity    = validityRules{ruleExtendUser, ruleShortenUser}
	grantValidity   = validityRules{ruleExtendGrant, ruleShortenGrant}
)

func (v validityRules) all() []string {
	return []string{v.extend, v.shorten, ruleUnlimited, ruleRevive}
}

// which picks the rules that a change of a validity falls under.
func (v validityRules) which(before, after any, now clock) []string {
	return v.of(validity(before, after), endless(before, after), now)
}

// of picks them for a condition. endsNever reports that an end is taken away.
func (v validityRules) of(c condition, endsNever bool, now clock) []string {
	var found []string
	if c.gives(now) {
		found = append(found, v.extend)
	}
	if c.takes(now) {
		found = append(found, v.shorten)
	}
	if c.gives(now) && endsNever {
		found = append(found, ruleUnlimited)
	}
	if c.begins(now) {
		found = append(found, ruleRevive)
	}
	if len(found) == 0 {
		// The change is in the past, and its rule is one that neither gives nor takes.
		found = append(found, ruleAttribute)
	}
	return found
}

// endless reports whether an end is, or may be, taken away.
func endless(before, after any) bool {
	return may(before, after) && (undetermined(after) || ending(after) == nil || undetermined(ending(after)))
}

// may reports whether there may have been an end that is not there any more.
func may(before, after any) bool {
	return !constantValue(before, after) && (undetermined(before) || ending(before) != nil)
}

func ending(value any) any { return asMap(value)["to"] }

// The states of a profile, a user or a unit.
const (
	active   = "active"
	disabled = "disabled"
	archived = "archived"
)

// enabled is the effect of a state. The service is free to take a state that is left out for
// another one.
func stateEffect(value any) effect {
	switch text, _ := value.(string); strings.ToLower(text) {
	case active:
		return unlimited
	case disabled, archived:
		return effect{never, never}
	}
	return undecided
}

// state is the condition that a state makes.
func state(before, after any) condition {
	if constantValue(before, after) && (before == nil || undetermined(before)) {
		return constant
	}
	return condition{stateEffect(before), stateEffect(after)}
}

// stateRules pick between two rules by what a change of state does.
func stateRules(enable, disable string) func(before, after any, now clock) []string {
	return func(before, after any, now clock) []string {
		var found []string
		if c := state(before, after); c.gives(now) {
			found = append(found, enable)
		}
		if c := state(before, after); c.takes(now) {
			found = append(found, disable)
		}
		if len(found) == 0 {
			found = append(found, ruleAttribute)
		}
		return found
	}
}
