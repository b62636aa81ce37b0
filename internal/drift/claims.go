package drift

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// authoritative says of the resources that own all grants of a profile, or all roles of an
// enterprise role, which kind these have, and where they stand.
var authoritative = map[string]struct{ kind, attribute string }{
	"idm_profile_authorizations":            {grantKind, "authorizations"},
	"idm_profile_enterprise_authorizations": {enterpriseKind, "enterprise_authorizations"},
	"idm_enterprise_role_members":           {memberKind, "role_ext_ids"},
}

// claims are what the states of some plans declare of one holder.
type claims struct {
	// managed reports that the profile, or all its grants of the kind, are managed, and not only some
	// grants.
	managed bool
	// extIDs are those of single grants.
	extIDs map[string]bool
	// all are the authoritative resources.
	all []ownership
}

// ownership is an authoritative resource: what was recorded by the last apply, found by the plan,
// and is to be there.
type ownership struct {
	address                 string
	recorded, found, wanted plan.Values
	records                 grants.Records
}

// take enters what the state of a plan holds.
func (s *search) take(p *plan.Plan, records versions) {
	if reason := unsearchable(p); reason != "" {
		s.access.NotSearched = append(s.access.NotSearched, reason)
		return
	}
	before := map[string]plan.Values{}
	for _, drift := range p.Drift {
		if !drift.Deposed {
			before[drift.Address] = drift.Before
		}
	}
	others := map[string]int{}
	for _, change := range p.Changes {
		if change.Before == nil && change.After == nil {
			continue
		}
		if s.service != nil && !s.service.holds(p, change.Service) {
			others[cmp.Or(change.Service, "another service")]++
			continue
		}
		s.claim(change, s.serviceOf(change), before[change.Address], records[change.Address].grants)
	}
	for _, service := range slices.Sorted(maps.Keys(others)) {
		s.access.NotSearched = append(s.access.NotSearched, fmt.Sprintf(
			"%s at %s: %s", count(others[service], "object", "objects"), service, elsewhere))
	}
}

// unsearchable says why a plan does not say what is declared.
func unsearchable(p *plan.Plan) string {
	switch {
	case len(p.Changes) == 0 && len(p.Drift) > 0:
		return "a plan that only refreshes does not say what is managed"
	case p.Errored:
		return "planning ended with an error, so the plan does not show all that is managed"
	case p.Partial:
		return "a plan of a part of the configuration does not show all that is managed"
	}
	return ""
}

func (s *search) of(h holder) *claims {
	if s.claims[h] == nil {
		s.claims[h] = &claims{extIDs: map[string]bool{}}
	}
	return s.claims[h]
}

// serviceOf distinguishes the same ids at several addresses, where none of them is asked.
func (s *search) serviceOf(change plan.Change) string {
	if s.service != nil {
		return ""
	}
	return change.Service
}

func (s *search) claim(change plan.Change, service string, recorded plan.Values, records grants.Records) {
	held := change.Before != nil
	parts := split(cmp.Or(knownText(change.Before, "id"), knownText(change.After, "id")))
	switch change.Type {
	case "idm_profile":
		if held && !change.Imported && len(parts) == 2 {
			s.profile(service, parts[0], parts[1], change.Before)
		}
	case "idm_user":
		if held && !change.Imported && len(parts) == 2 {
			s.users[holder{service: service, client: parts[0], profile: parts[1]}] = true
		}
	case "idm_enterprise_role":
		if held && !change.Imported && len(parts) == 2 {
			s.of(holder{service, memberKind, parts[0], parts[1]}).managed = true
			s.names[holder{"", enterpriseKind, parts[0], parts[1]}] = knownText(change.Before, "name")
		}
	case "idm_authorization", "idm_enterprise_authorization", "idm_enterprise_role_member":
		if held && len(parts) == 3 {
			s.of(holder{service, strings.TrimPrefix(change.Type, "idm_"), parts[0], parts[1]}).extIDs[parts[2]] = true
		}
	case "idm_profile_authorizations", "idm_profile_enterprise_authorizations", "idm_enterprise_role_members":
		s.own(change, service, parts, recorded, records)
	}
}

// own enters an authoritative resource.
func (s *search) own(change plan.Change, service string, parts []string, recorded plan.Values, records grants.Records) {
	about := authoritative[change.Type]
	if len(parts) != 2 {
		of := "profile_ext_id"
		if about.kind == memberKind {
			of = "enterprise_role_ext_id"
		}
		parts = []string{knownText(change.After, "client_ext_id"), knownText(change.After, of)}
	}
	c := s.of(holder{service, about.kind, parts[0], parts[1]})
	c.managed = c.managed || change.Before != nil && !change.Imported
	if recorded == nil && !change.Imported {
		recorded = change.Before
	}
	of := func(values plan.Values) plan.Values {
		if about.kind == memberKind {
			return elements(values[about.attribute])
		}
		return values.Map(about.attribute)
	}
	c.all = append(c.all, ownership{change.Address, of(recorded), of(change.Before), of(change.After), records})
}

// profile enters a managed profile.
func (s *search) profile(service, client, extID string, values plan.Values) {
	for _, kind := range []string{grantKind, enterpriseKind} {
		s.of(holder{service, kind, client, extID}).managed = true
	}
	at := holder{service: service, client: client, profile: extID}
	s.names[at] = knownText(values, "name")
	if user := knownText(values, "user_ext_id"); user != "" {
		s.people[at] = Named{ExtID: user}
	}
}

// knownText is an attribute that the plan tells, "" otherwise.
func knownText(values plan.Values, name string) string {
	text, _ := values.Known(name)
	return text
}

// split takes an import ID apart; nil when it is none.
func split(id string) []string {
	if id == "" {
		return nil
	}
	parts := strings.Split(id, "/")
	for i, part := range parts {
		plain, err := url.PathUnescape(part)
		if err != nil {
			return nil
		}
		parts[i] = plain
	}
	return parts
}
