package sim

import (
	"fmt"
	"slices"
	"strings"
)

// The quirks of a simulator.
const (
	quirkServerExtIDs         = "server-ext-ids"
	quirkDuplicate409         = "duplicate-409"
	quirkNamesFirst           = "names-first"
	quirkPropertiesBump       = "properties-bump-version"
	quirkChildrenBump         = "children-bump-version"
	quirkAssignBump           = "assign-bumps-version"
	quirkKeepOnClear          = "keep-on-clear"
	quirkNoAuthorizationExtID = "no-authorization-ext-id"
	quirkProfilelessFixed     = "profileless-fixed"
	quirkSlashStrict          = "slash-strict"
	quirkNoTotal              = "no-total"
	quirkLowerLimit           = "lower-limit"
	quirkIgnoreUnknown        = "ignore-unknown-fields"
	quirkLater                = "later-releases"
)

// QuirkInfo describes a quirk: its name in [Options], and its effect on the simulator.
type QuirkInfo struct {
	Name, Description string
}

// Quirks lists the quirks of a simulator, without those for [Collections].
func Quirks() []QuirkInfo {
	return []QuirkInfo{
		{quirkServerExtIDs, "the service ignores the extId of a create and assigns its own"},
		{quirkDuplicate409, "a duplicate ID or name returns 409 instead of 422"},
		{quirkNamesFirst, "a create checks whether its name is free before it checks its extId"},
		{quirkPropertiesBump, "a change of properties advances the version of their owner"},
		{quirkChildrenBump, "a change of a unit's children advances the version of the unit"},
		{quirkAssignBump, "an assignment advances the version of what it is assigned to"},
		{quirkKeepOnClear, "an attribute that is cleared keeps its value, silently"},
		{quirkNoAuthorizationExtID, "the create of an authorization refuses an extId with 422"},
		{quirkProfilelessFixed, "a PATCH that changes profileless is refused with 422"},
		{quirkSlashStrict, "only the documented form of a path is known, with or without its trailing slash"},
		{quirkNoTotal, "lists never return a totalResult"},
		{quirkLowerLimit, "a page holds at most 100 items"},
		{quirkIgnoreUnknown, "unknown fields and query parameters are ignored instead of refused"},
		{quirkLater, "the behaviour of later releases wherever it differs"},
	}
}

// quirkSet holds the active quirks.
type quirkSet map[string]bool

func newQuirkSet(names []string) (quirkSet, error) {
	known := make([]string, 0, len(Quirks()))
	for _, q := range Quirks() {
		known = append(known, q.Name)
	}
	for _, name := range Collections() {
		known = append(known, quirkWithout+name)
	}
	set := quirkSet{}
	for _, name := range splitQuirks(names) {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown quirk %q, known are %s", name, strings.Join(known, ", "))
		}
		set[name] = true
	}
	return set, nil
}
