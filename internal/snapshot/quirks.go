package snapshot

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// The quirks of the simulator that reads can detect. The other quirks affect only writes.
const (
	quirkNoTotal    = "no-total"
	quirkLowerLimit = "lower-limit"
	quirkLater      = "later-releases"
	quirkWithout    = "without="
)

// lowerLimit is the page size with quirkLowerLimit.
const lowerLimit = 100

// laterTypes are the types, in addition to the plain types, that older releases cannot list.
var laterTypes = []*objecttype.Type{objecttype.Application, objecttype.Role, objecttype.EnterpriseRole}

// detectQuirks records the quirks that the responses about a client reveal.
func (s *Snapshot) detectQuirks(client string, t *tenant.Tenant) {
	if len(t.Users) > 0 && t.Paging.NoTotal {
		s.addQuirk(quirkNoTotal, "a list does not return its total on request")
	}
	if limit := t.Paging.Limit; limit > 0 && limit <= lowerLimit {
		s.addQuirk(quirkLowerLimit, fmt.Sprintf("the service limits the length of a page to %d", limit))
	}
	for _, unit := range t.Units {
		if unit.State != "" {
			s.addQuirk(quirkLater, "units have a state")
			break
		}
	}
	for _, missing := range t.Missing {
		if t := missing.Type; missing.Absent && t != nil && (slices.Contains(tenant.Plain(), t) || slices.Contains(laterTypes, t)) {
			s.addQuirk(quirkWithout+strings.ReplaceAll(t.Plural, " ", "-"), "the release does not have the operations on "+t.Plural)
		}
	}
	if len(t.Users)+len(t.Units)+len(t.Profiles) > 0 && !hasClientIDs(t) {
		s.Notes = append(s.Notes,
			fmt.Sprintf("All external IDs of client %s look like ones that the service made. Whether it accepts others shows "+
				"only in a write; with the quirk server-ext-ids the simulator ignores them.", client))
	}
}

func (s *Snapshot) addQuirk(name, reason string) {
	if !slices.ContainsFunc(s.Quirks, func(q Quirk) bool { return q.Name == name }) {
		s.Quirks = append(s.Quirks, Quirk{name, reason})
	}
}

// generatedID matches external IDs that the service generates: UUIDs and numbers.
var generatedID = regexp.MustCompile(`^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9]+)$`)

// hasClientIDs reports whether an external ID has a form that the service does not generate, so
// that it must have accepted the ID.
func hasClientIDs(t *tenant.Tenant) bool {
	for _, user := range t.Users {
		if !generatedID.MatchString(user.ExtID) {
			return true
		}
	}
	for _, unit := range t.Units {
		if !generatedID.MatchString(unit.ExtID) {
			return true
		}
	}
	for _, profile := range t.Profiles {
		if !generatedID.MatchString(profile.ExtID) {
			return true
		}
	}
	return false
}
