package tenantgen

import (
	"math/rand/v2"
	"slices"
)

// every is the period of the draws: one draw in a period has all quirks, and one has no quirk.
const every = 8

// Quirks draws some of the simulator's quirks: all at once, none, or each with a chance of one in
// four.
func Quirks(r *rand.Rand, seed uint64, names []string) []string {
	switch seed % every {
	case 0:
		return slices.Clone(names)
	case 1:
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(string) bool { return r.IntN(4) > 0 })
}

// For returns a tenant whose configuration is valid for a service with these quirks.
func For(quirks []string) *Tenant {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(quirks, name) })
	}
	return &Tenant{
		Assigned: has("server-ext-ids"), AssignedGrants: has("no-authorization-ext-id", "later-releases"),
		Kept: has("keep-on-clear"), FixedProfileless: has("profileless-fixed", "later-releases"), Later: has("later-releases"),
	}
}
