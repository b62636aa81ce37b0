package tenantgen

import (
	"math/rand/v2"
	"slices"
	"strings"
)

const (
	assignsAll    = "server-ext-ids"
	assignsGrants = "no-authorization-ext-id"
)

// refusing are the quirks under which not every configuration can be reached: nothing is cleared, or
// a unit's profileless is fixed.
var refusing = []string{"keep-on-clear", "profileless-fixed", "later-releases"}

// Quirks draws some of the simulator's quirks, without those under which not every configuration can
// be reached or a type is missing.
func Quirks(r *rand.Rand, names []string) []string {
	var drawn []string
	for _, name := range names {
		if !slices.Contains(refusing, name) && !strings.HasPrefix(name, "without-") && r.IntN(4) == 0 {
			drawn = append(drawn, name)
		}
	}
	return drawn
}

// For makes a tenant whose configuration a service with these quirks accepts.
func For(quirks []string) *Tenant {
	return &Tenant{Assigned: slices.Contains(quirks, assignsAll), AssignedGrants: slices.Contains(quirks, assignsGrants)}
}
