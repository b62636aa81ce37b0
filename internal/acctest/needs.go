package acctest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Need is a requirement of a test on the service, which the test passes to Start.
type Need struct {
	reason    string
	without   []string
	quirks    []string
	simulator bool
}

// The requirements of tests on the service. A test is skipped under a reading of the service (a
// quirk of the simulator) that contradicts one of its needs.
var (
	// Simulator is for faults, a second client and the objects of the demo tenant.
	Simulator = Need{simulator: true}
	// ExtIDs is for a test that chooses external IDs.
	ExtIDs = needs("it chooses external IDs", "server-ext-ids")
	// AuthorizationExtIDs is for a test that chooses the external IDs of authorizations.
	AuthorizationExtIDs = needs("it chooses the external IDs of authorizations", "server-ext-ids", "no-authorization-ext-id",
		"later-releases")
	// Clearing is for a test that clears attributes.
	Clearing = needs("it clears attributes", "keep-on-clear")
	// ProfilelessUpdates is for a test that changes the profileless of a unit.
	ProfilelessUpdates = needs("it changes profileless", "later-releases", "profileless-fixed")
	// FirstReleases is for a test of responses that later releases changed.
	FirstReleases = needs("it expects what earlier releases answer", "later-releases")
	// OwnVersions is for a test that expects that a version counts the changes of its object alone.
	OwnVersions = needs("it expects the version of an unchanged object", "properties-bump-version", "children-bump-version")
	// Totals is for a test that expects the total of a list.
	Totals = needs("it expects a total", "no-total")
)

func needs(reason string, without ...string) Need { return Need{reason: reason, without: without} }

// Quirks runs the test under readings of the service of its own choice. IDM_ACC_QUIRKS does not
// reach it.
func Quirks(names ...string) Need { return Need{simulator: true, quirks: names} }

// require leaves a test out whose needs are not met, and returns the quirks that it runs under.
func require(t testing.TB, needs []Need) []string {
	t.Helper()
	var own []string
	for _, need := range needs {
		own = append(own, need.quirks...)
		if need.simulator && os.Getenv("IDM_BASE_URL") != "" {
			t.Skip("needs the simulator, and IDM_BASE_URL names a real service")
		}
	}
	if len(own) > 0 {
		return own
	}
	given := quirksFromEnvironment()
	for _, need := range needs {
		for _, quirk := range given {
			if slices.Contains(need.without, quirk) {
				t.Skipf("left out under %s: %s", quirk, need.reason)
			}
		}
	}
	return given
}

// quirksFromEnvironment are the names in IDM_ACC_QUIRKS, with commas between them.
func quirksFromEnvironment() []string {
	return strings.FieldsFunc(os.Getenv("IDM_ACC_QUIRKS"), func(r rune) bool { return r == ',' })
}
