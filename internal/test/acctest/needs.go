package acctest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Need is a requirement of a test for the service, passed to Start.
type Need struct {
	reason    string
	without   []string
	quirks    []string
	simulator bool
	cli       bool
}

// The requirements of tests for the service. A test is skipped if a quirk of the simulator
// contradicts one of its needs.
var (
	// Simulator is for tests with faults, a second client or objects of the demo tenant.
	Simulator = Need{simulator: true}
	// ExtIDs is for tests that choose external IDs.
	ExtIDs = needs("it chooses external IDs", "server-ext-ids")
	// AuthorizationExtIDs is for tests that choose the external IDs of authorizations.
	AuthorizationExtIDs = needs("it chooses the external IDs of authorizations", "server-ext-ids", "no-authorization-ext-id",
		"later-releases")
	// Clearing is for tests that clear attributes.
	Clearing = needs("it clears attributes", "keep-on-clear")
	// ProfilelessUpdates is for tests that change the attribute profileless of a unit.
	ProfilelessUpdates = needs("it changes profileless", "later-releases", "profileless-fixed")
	// FirstReleases is for tests of responses that later releases changed.
	FirstReleases = needs("it expects responses of earlier releases", "later-releases")
	// OwnVersions is for tests that expect that a version counts only the changes of its object.
	OwnVersions = needs("it expects the version of an unchanged object", "properties-bump-version", "children-bump-version")
	// Totals is for tests that expect the total of a list.
	Totals = needs("it expects a total", "no-total")
)

// named contains the requirements by their names in scripts.
var named = map[string]Need{
	"nothing": {}, "CLI": {cli: true}, "Simulator": Simulator, "ExtIDs": ExtIDs, "AuthorizationExtIDs": AuthorizationExtIDs,
	"Clearing":           Clearing,
	"ProfilelessUpdates": ProfilelessUpdates, "FirstReleases": FirstReleases, "OwnVersions": OwnVersions, "Totals": Totals,
}

// needsOf returns the requirements with some names.
func needsOf(t testing.TB, names string) (all []Need) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		need, ok := named[name]
		if !ok {
			t.Fatalf("there is no requirement %s", name)
		}
		all = append(all, need)
	}
	return all
}

func needs(reason string, without ...string) Need { return Need{reason: reason, without: without} }

// Quirks runs the test with the given quirks instead of IDM_ACC_QUIRKS.
func Quirks(names ...string) Need { return Need{simulator: true, quirks: names} }

// require skips a test whose needs are not met, and returns the quirks for the test.
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

// quirksFromEnvironment returns the comma-separated names in IDM_ACC_QUIRKS.
func quirksFromEnvironment() []string {
	return strings.FieldsFunc(os.Getenv("IDM_ACC_QUIRKS"), func(r rune) bool { return r == ',' })
}
