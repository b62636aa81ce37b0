package review

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// factor is a change of something that the effect of a grant depends on, in addition to the grant
// itself.
type factor struct {
	rules  []string
	reason string
}

// joint joins the rules and the reasons of factors.
func joint(factors []factor) (rules []string, reason string) {
	for _, f := range factors {
		rules, reason = append(rules, f.rules...), joined(reason, f.reason)
	}
	return rules, reason
}

// factors returns the changing factors of a profile: of the profile itself, its user, and its unit.
func (x *analysis) factors(holder objectKey) []factor {
	found := x.userFactors(x.users[x.ownerOf(holder)])
	profile := x.profiles[holder]
	if profile == nil {
		if _, place, _ := x.names.placeOf(holder); place != "" {
			found = x.unitFactors(found, objectKey{holder.service, holder.client, id{text: place}}, map[objectKey]bool{})
		}
		return found
	}
	if !profile.persists() {
		return found
	}
	found = x.changing(found, profile, "profile", "profile_state")
	was, becomes := x.unitOf(holder, profile.before, profile.beforeEntry), x.unitOf(holder, profile.after, profile.afterEntry)
	if was != becomes || undetermined(profile.after["unit_ext_id"]) &&
		!constantValue(profile.before["unit_ext_id"], profile.after["unit_ext_id"]) {
		found = append(found,
			factor{rules: []string{rule.ProfileMove},
				reason: "the profile moves to another unit"})
		return found
	}
	return x.unitFactors(found, was, map[objectKey]bool{})
}

// userFactors returns the changing factors of a user.
func (x *analysis) userFactors(user *subject) []factor {
	if !user.persists() {
		return nil
	}
	return x.changing(nil, user, "user", "user_state")
}

func (x *analysis) unitOf(holder objectKey, values plan.Values, e *entry) objectKey {
	if values["unit_ext_id"] == nil {
		return objectKey{}
	}
	return objectKey{holder.service, holder.client, idOf(values["unit_ext_id"], e.Address)}
}

// unitFactors adds the changing factors of a unit and of its ancestors.
func (x *analysis) unitFactors(found []factor, at objectKey, seen map[objectKey]bool) []factor {
	unit := x.units[at]
	if unit == nil || seen[at] || !unit.persists() {
		return found
	}
	seen[at] = true
	what := "unit " + x.names.self(unit.afterEntry).Label()
	found = x.changing(found, unit, what, "state")
	was, becomes := x.parentOf(at, unit.before, unit.beforeEntry), x.parentOf(at, unit.after, unit.afterEntry)
	moved := !constantValue(unit.before["parent_unit_ext_id"], unit.after["parent_unit_ext_id"])
	if moved {
		found = append(found,
			factor{rules: []string{rule.UnitMove}, reason: "the " + what + " is moved"})
	}
	found = x.unitFactors(found, was, seen)
	return x.unitFactors(found, becomes, seen)
}

func (x *analysis) parentOf(at objectKey, values plan.Values, e *entry) objectKey {
	return objectKey{at.service, at.client, idOf(values["parent_unit_ext_id"], e.Address)}
}

// changing adds the state and the validity of a profile, a user or a unit if they change.
func (x *analysis) changing(found []factor, s *subject, what, stateName string) []factor {
	before, after := s.before[stateName], s.after[stateName]
	if c := state(before, after); c.gives(x.now) || c.takes(x.now) {
		found = append(found, factor{rules: x.rulesOf(s, stateName), reason: "the " + what + " is " +
			stateWord(c, after, x.now)})
	}
	before, after = s.before["validity"], s.after["validity"]
	if c := validity(before, after); c.gives(x.now) || c.takes(x.now) {
		found = append(found, factor{rules: x.rulesOf(s, "validity"), reason: "the " + what + " is " +
			validityWord(c, x.now)})
	}
	return found
}

// rulesOf returns the rules that match the change of an attribute.
func (x *analysis) rulesOf(s *subject, name string) []string {
	row, _ := s.afterEntry.kind.attribute(name)
	return row.of(s.before[name], s.after[name], x.now)
}

func stateWord(c condition, after any, now clock) string {
	switch text, known := after.(string); {
	case c.gives(now) && c.takes(now), !known:
		return "in a state that the plan does not show"
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
