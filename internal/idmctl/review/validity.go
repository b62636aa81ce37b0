package review

import (
	"reflect"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// parseTime returns a time of the plan; the zero value if the plan does not show it.
func parseTime(text string) time.Time {
	at, _ := time.Parse(time.RFC3339, text)
	return at
}

// condition holds the times at which something holds, before and after the apply.
type condition struct{ before, after access.Span }

// gives reports whether, from now on, the condition may hold at some time only because of the
// apply. takes reports the opposite.
func (c condition) gives(now time.Time) bool {
	return !c.after.May.Without(c.before.Must).From(now).Empty()
}
func (c condition) takes(now time.Time) bool {
	return !c.before.May.Without(c.after.Must).From(now).Empty()
}

// begins reports whether the condition never holds from now on before the apply, and does after it.
// ends reports the opposite.
func (c condition) begins(now time.Time) bool {
	return c.before.May.From(now).Empty() && !c.after.May.From(now).Empty()
}
func (c condition) ends(now time.Time) bool { return condition{c.after, c.before}.begins(now) }

// undetermined reports whether a value is sensitive or known only after the apply.
func undetermined(value any) bool {
	switch value.(type) {
	case plan.Unknown, plan.Masked:
		return true
	}
	return false
}

// constantValue reports whether a value is the same before and after. It may be sensitive.
func constantValue(before, after any) bool {
	if masked, isMasked := after.(plan.Masked); isMasked {
		return !masked.Changed && before != nil
	}
	return !undetermined(after) && reflect.DeepEqual(before, after)
}

// changesUndetermined reports whether a value differs and the plan does not show all of it.
func changesUndetermined(before, after any) bool {
	return !constantValue(before, after) && (anyUndetermined(before) || anyUndetermined(after))
}

// anyUndetermined reports whether a part of a value is sensitive or unknown.
func anyUndetermined(value any) bool {
	for _, each := range asMap(value) {
		if anyUndetermined(each) {
			return true
		}
	}
	list, _ := value.([]any)
	return undetermined(value) || slices.ContainsFunc(list, anyUndetermined)
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

// validityRules are the names of the rules for a changed validity.
type validityRules struct{ extend, shorten string }

var (
	profileValidity = validityRules{rule.ProfileExtend, rule.ProfileShorten}
	userValidity    = validityRules{rule.UserExtend, rule.UserShorten}
	grantValidity   = validityRules{rule.GainExtended, rule.LossShortened}
)

func (v validityRules) all() []string {
	return []string{v.extend, v.shorten, rule.GainUnlimited, rule.GainAgain}
}

// which returns the rules that match a changed validity.
func (v validityRules) which(was, becomes *access.Object, now time.Time) []string {
	c := validityOf(was, becomes)
	found := c.rules(v.extend, v.shorten, now)
	if c.gives(now) && unlimits(was, becomes) {
		found = append(found, rule.GainUnlimited)
	}
	if c.begins(now) {
		found = append(found, rule.GainAgain)
	}
	return found
}

// rules returns the rules for a condition that the apply changes: one if it gives access, and one
// if it takes it. A change in the past does neither.
func (c condition) rules(gives, takes string, now time.Time) []string {
	var found []string
	if c.gives(now) {
		found = append(found, gives)
	}
	if c.takes(now) {
		found = append(found, takes)
	}
	if len(found) == 0 {
		found = append(found, rule.CosmeticAttribute)
	}
	return found
}

// unlimits reports whether the end of an object is, or may be, removed.
func unlimits(was, becomes *access.Object) bool {
	return was.Presence != access.Absent && !was.To.Must(0) && becomes.To.May(0) && was.To != becomes.To
}

// The states of a profile, a user or a unit.
const (
	active   = "active"
	disabled = "disabled"
	archived = "archived"
)

// stateNames are the names of the states of package access.
var stateNames = []string{active, disabled, archived}
