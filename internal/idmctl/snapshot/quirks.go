package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
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
func (s *Snapshot) detectQuirks(t *tenant.Tenant) {
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
		if t := missing.List.Type; missing.Absent && t != nil && (slices.Contains(tenant.Plain(), t) || slices.Contains(laterTypes, t)) {
			s.addQuirk(quirkWithout+strings.ReplaceAll(t.Plural, " ", "-"), "the release does not have the operations on "+t.Plural)
		}
	}
}

func (s *Snapshot) addQuirk(name, reason string) {
	if !slices.ContainsFunc(s.Quirks, func(q Quirk) bool { return q.Name == name }) {
		s.Quirks = append(s.Quirks, Quirk{name, reason})
	}
}
