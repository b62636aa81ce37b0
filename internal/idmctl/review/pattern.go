package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// matchesAny reports whether one of the names of an object matches. Without patterns, everything
// matches. An object that does not exist, such as the unit of a profile in no unit, matches no
// pattern.
func matchesAny(patterns []string, of []Named) bool {
	return len(patterns) == 0 || slices.ContainsFunc(of, func(n Named) bool { return matches(patterns, &n) })
}

// matches reports whether an object matches one of the patterns. An unknown object, and one with an
// unknown or deceptive name, matches.
func matches(patterns []string, of *Named) bool {
	if len(patterns) == 0 || of == nil || of.ExtID == "" || of.unnamed || of.deceptive() {
		return true
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return policy.Match(pattern, of.ExtID) || of.Name != "" && policy.Match(pattern, of.Name)
	})
}
