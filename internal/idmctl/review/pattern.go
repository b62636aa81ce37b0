package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// matchesAny reports whether one of the names of an object matches. Without patterns, everything
// matches. An object that does not exist, such as the unit of a profile in no unit, matches no
// pattern.
func matchesAny(patterns []string, of []Named) bool {
	return len(patterns) == 0 || slices.ContainsFunc(of, func(n Named) bool { return n.matches(patterns) })
}

// matches reports whether an object matches one of the patterns. An unknown object, and one with an
// unknown or deceptive name, matches.
func (n Named) matches(patterns []string) bool {
	names := append(n.also[:], n.Name, n.ExtID)
	return len(patterns) == 0 || n.ExtID == "" || n.unnamed || slices.ContainsFunc(names, func(name string) bool {
		return policy.Deceptive(name) ||
			name != "" && slices.ContainsFunc(patterns, func(pattern string) bool { return policy.Match(pattern, name) })
	})
}

// matches reports whether the people of a change match a rule.
func (s scope) matches(r policyRule) bool {
	return matchesAny(r.Users, s.users) && matchesAny(r.Profiles, s.profiles) && matchesAny(r.Units, s.units)
}
