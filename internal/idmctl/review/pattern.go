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
	return n.ExtID == "" || n.unnamed || n.deceptive() || slices.ContainsFunc(patterns, func(pattern string) bool {
		return policy.Match(pattern, n.ExtID) || n.Name != "" && policy.Match(pattern, n.Name)
	})
}
