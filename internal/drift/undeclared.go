package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/permissions"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Access is what the managed profiles may do that nobody declared.
type Access struct {
	// Undeclared are the grants on managed profiles that no state declares, by person.
	Undeclared []Grant `json:"undeclared"`
	// Missing is what could not be listed.
	Missing []tenant.Missing `json:"missing,omitempty"`
	// NotSearched says of what the grants were not listed, and why.
	NotSearched []string `json:"not_searched,omitempty"`
}

// Named is an object by its external id, and by its name where somebody tells it.
type Named struct {
	ExtID string `json:"ext_id"`
	Name  string `json:"name,omitempty"`
}

// Grant is a grant that no state declares.
type Grant struct {
	// Kind is authorization or enterprise_authorization: the resource that could manage it, without
	// the prefix idm_.
	Kind string `json:"kind"`
	// ID is its import id, "" where only a plan tells of it.
	ID     string `json:"id,omitempty"`
	Client string `json:"client"`
	// User is whose profile it is; nil when nobody tells it.
	User        *Named `json:"user,omitempty"`
	Profile     Named  `json:"profile"`
	Role        Named  `json:"role"`
	Application *Named `json:"application,omitempty"`
	// Global says what its open data rooms cover, such as clients.
	Global []string `json:"global,omitempty"`
	From   string   `json:"from,omitempty"`
	To     string   `json:"to,omitempty"`
	// Expired reports that it ended before the report was made.
	Expired bool `json:"expired,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" when none
	// does.
	RemovedBy    string `json:"removed_by,omitempty"`
	Version      int64  `json:"version,omitempty"`
	LastModified string `json:"last_modified,omitempty"`

	// profile is where it hangs, and extID its own external id.
	holder holder
	extID  string
}

// authoritative says of the resources that own all grants of a profile which kind these have, and
// where they stand.
var authoritative = map[string]struct{ kind, attribute string }{
	"idm_profile_authorizations":            {grantKind, "authorizations"},
	"idm_profile_enterprise_authorizations": {enterpriseKind, "enterprise_authorizations"},
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

// Undeclared finds the grants on managed profiles that none of the plans declares. It lists the
// grants of each managed profile once of each kind; a nil service is no login, and then only the
// authoritative resources tell of grants. File is the saved plan that the report is about.
func (r *Report) Undeclared(ctx context.Context, file string, plans []*plan.Plan, service *Service) error {
	_, found, err := savedVersions(file)
	if err != nil {
		return err
	}
	s := &search{service: service, claims: map[holder]*claims{}, people: map[holder]Named{}, names: map[holder]string{},
		access: &Access{Undeclared: []Grant{}}}
	for i, p := range plans {
		records := versions{}
		if i == 0 {
			records = found
		}
		s.take(p, records)
	}
	r.Access = s.access
	if err := s.run(ctx); err != nil {
		return err
	}
	r.count()
	return nil
}

// search looks for undeclared grants.
type search struct {
	service *Service
	claims  map[holder]*claims
	people  map[holder]Named // the user of a profile as a plan tells it, by a holder without a kind
	names   map[holder]string
	access  *Access
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

// unsearchable says why a plan does not tell what is declared.
func unsearchable(p *plan.Plan) string {
	switch {
	case len(p.Changes) == 0 && len(p.Drift) > 0:
		return "a plan that only refreshes does not tell what is managed"
	case p.Errored:
		return "planning ended with an error, so the plan does not tell all that is managed"
	case p.Partial:
		return "a plan of a part of the configuration does not tell all that is managed"
	}
	return ""
}

func (s *search) of(h holder) *claims {
	if s.claims[h] == nil {
		s.claims[h] = &claims{extIDs: map[string]bool{}}
	}
	return s.claims[h]
}

// serviceOf tells the same ids at several addresses apart, where nobody asks one of them.
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
	case "idm_authorization", "idm_enterprise_authorization":
		if held && len(parts) == 3 {
			s.of(holder{service, strings.TrimPrefix(change.Type, "idm_"), parts[0], parts[1]}).extIDs[parts[2]] = true
		}
	case "idm_profile_authorizations", "idm_profile_enterprise_authorizations":
		if len(parts) != 2 {
			parts = []string{knownText(change.After, "client_ext_id"), knownText(change.After, "profile_ext_id")}
		}
		about := authoritative[change.Type]
		own := s.of(holder{service, about.kind, parts[0], parts[1]})
		own.managed = own.managed || held && !change.Imported
		if recorded == nil && !change.Imported {
			recorded = change.Before
		}
		own.all = append(own.all, ownership{
			change.Address, recorded.Map(about.attribute), change.Before.Map(about.attribute), change.After.Map(about.attribute), records,
		})
	}
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

// run lists the grants of each managed profile, and sorts and names those that nobody declared.
func (s *search) run(ctx context.Context) error {
	var managed []holder
	for h, c := range s.claims {
		if c.managed {
			managed = append(managed, h)
		}
	}
	slices.SortFunc(managed, func(a, b holder) int {
		return cmp.Or(strings.Compare(a.service, b.service), strings.Compare(a.kind, b.kind), strings.Compare(a.id(), b.id()))
	})
	if s.service == nil && len(managed) > 0 {
		s.access.NotSearched = append(s.access.NotSearched, "the grants that the service holds beside the managed ones: "+noLogin)
	}
	found, failed := make([][]Grant, len(managed)), make([]error, len(managed))
	var group errgroup.Group
	group.SetLimit(concurrent)
	for i, h := range managed {
		group.Go(func() error {
			found[i], failed[i] = s.one(ctx, h)
			return nil
		})
	}
	_ = group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, h := range managed {
		switch err := failed[i]; {
		case errors.Is(err, rest.ErrUnauthorized):
			return fmt.Errorf("cannot list the grants of profile %s: %w", h.profile, err)
		case err != nil && !errors.Is(err, rest.ErrNoRecord):
			s.missing(h, err)
		}
		s.access.Undeclared = append(s.access.Undeclared, found[i]...)
	}
	if err := s.name(ctx); err != nil {
		return err
	}
	s.sort()
	return nil
}

// one finds the undeclared grants of a holder: in the list of the service or, where that cannot be
// had, in what the plan has found.
func (s *search) one(ctx context.Context, h holder) ([]Grant, error) {
	c := s.claims[h]
	if s.service == nil {
		return c.planned(h), nil
	}
	listed, err := s.service.granted(ctx, h)
	if err != nil {
		return c.planned(h), err
	}
	owned := map[string]bool{}
	removedBy := ""
	for _, all := range c.all {
		removedBy = all.address
		keys := grants.Keys(identities(listed), func(role string) string { return all.records[role].ExtID })
		for i, key := range keys {
			if all.declares(key) {
				owned[listed[i].ExtID] = true
			}
		}
	}
	var undeclared []Grant
	for _, one := range listed {
		if !c.extIDs[one.ExtID] && !owned[one.ExtID] {
			undeclared = append(undeclared, newGrant(h, one, removedBy))
		}
	}
	return undeclared, nil
}

func identities(listed []granted) []grants.Grant {
	all := make([]grants.Grant, len(listed))
	for i, one := range listed {
		all[i] = one.Grant
	}
	return all
}

// declares reports whether a grant was recorded by the last apply, or is to be there after the next
// one.
func (o ownership) declares(key string) bool {
	_, recorded := o.recorded[key]
	_, wanted := o.wanted[key]
	return recorded || wanted
}

// planned are the undeclared grants that the refresh of a plan has found.
func (c *claims) planned(h holder) []Grant {
	var undeclared []Grant
	for _, all := range c.all {
		isKey := func(key string) bool { _, there := all.found[key]; return there }
		for _, key := range all.found.Keys() {
			if all.declares(key) {
				continue
			}
			role, extID := grants.SplitKey(key, isKey)
			if record, recorded := all.records[key]; recorded {
				extID = record.ExtID
			}
			if extID != "" && c.extIDs[extID] {
				continue
			}
			values := all.found.Map(key)
			one := granted{Grant: grants.Grant{ExtID: extID, RoleExtID: role}}
			for _, room := range grants.Rooms {
				if values.True(room.Attribute) {
					one.open = append(one.open, room.Objects)
				}
			}
			one.validity.From, one.validity.To = values.Map("validity").Text("from"), values.Map("validity").Text("to")
			one.record.Version = all.records[key].Version
			undeclared = append(undeclared, newGrant(h, one, all.address))
		}
	}
	return undeclared
}

func newGrant(h holder, one granted, removedBy string) Grant {
	g := Grant{
		Kind: h.kind, Client: h.client, Profile: Named{ExtID: h.profile}, Role: Named{ExtID: one.RoleExtID},
		Global: one.open, From: one.validity.From, To: one.validity.To, RemovedBy: removedBy,
		Version: one.record.Version, LastModified: one.record.LastModified, holder: h, extID: one.ExtID,
	}
	if one.ExtID != "" {
		g.ID = idm.ImportID(h.client, h.profile, one.ExtID)
	}
	ends, err := time.Parse(time.RFC3339, one.validity.To)
	g.Expired = err == nil && ends.Before(time.Now())
	return g
}

// missing notes a list that could not be had, with the permission that it takes.
func (s *search) missing(h holder, err error) {
	m := tenant.Missing{What: strings.ReplaceAll(h.kind, "_", " ") + "s of profile", ExtIDs: []string{h.id()}, Reason: err.Error(),
		WayOut: "The service failed; run again"}
	if errors.Is(err, rest.ErrForbidden) {
		var names []string
		for _, name := range permissions.Resource("idm_" + h.kind)[permissions.Read] {
			names = append(names, permissions.FullName(name))
		}
		m.WayOut = "The caller needs " + strings.Join(names, " and ") + ", with a data room that covers it"
	}
	for i := range s.access.Missing {
		if other := &s.access.Missing[i]; other.What == m.What && other.WayOut == m.WayOut {
			other.ExtIDs = append(other.ExtIDs, m.ExtIDs...)
			return
		}
	}
	s.access.Missing = append(s.access.Missing, m)
}

func (s *search) sort() {
	person := func(g Grant) string {
		if g.User == nil {
			return "\uffff" + g.Profile.ExtID
		}
		return g.User.label() + "\x00" + g.User.ExtID
	}
	slices.SortStableFunc(s.access.Undeclared, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(person(a), person(b)), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID),
			cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Role.label(), b.Role.label()), cmp.Compare(a.extID, b.extID))
	})
}

// rank puts global access first, and what gives none any more last.
func (g Grant) rank() int {
	if g.Expired {
		return 1
	}
	return -len(g.Global)
}

func (n Named) label() string { return cmp.Or(n.Name, n.ExtID) }

// knownText is an attribute that the plan tells, "" otherwise.
func knownText(values plan.Values, name string) string {
	text, _ := values.Known(name)
	return text
}

// split takes an import id apart; nil when it is none.
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
