package idmctl

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// otherFacts names the ways to review a plan without the service.
const otherFacts = "or review with a snapshot (--snapshot FILE), or without facts (--offline)"

// heldFacts are the facts about the service of a plan.
type heldFacts struct {
	// all holds the same facts for each ID that the service has in the plan.
	all []*tenant.Facts
	// source is the origin of the facts, for the report.
	source string
	// absent are the units of the plan that do not exist. No list contains units without profiles.
	absent []access.ID
	// everywhere reports that the facts are about all clients of the service.
	everywhere bool
}

// facts reads the facts for a plan once; it returns nil if the plan changes nothing, and with
// --offline.
func (r *reviewing) facts(cmd *cobra.Command, p *plan.Plan, snapshot []byte, whole bool) (*heldFacts, error) {
	switch {
	case r.offline, len(p.Changes) == 0 && !whole:
		return nil, nil
	case snapshot != nil:
		return snapshotFacts(r.snapshot, snapshot, p)
	}
	services := servicesAt(p, os.Getenv("IDM_BASE_URL"))
	opened, err := connection.Open("idmctl")
	if err == nil && len(services) == 0 {
		err = errors.New("the plan is not about the service at IDM_BASE_URL: set the address in the plan")
	}
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, otherFacts)
	}
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	about := aboutOf(p, services)
	about.everyone = about.everyone || whole
	held, err := serviceFacts(cmd, about, services, opened, bar.step)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, otherFacts)
	}
	held.source = "the service at " + opened.BaseURL
	return held, nil
}

// serviceFacts reads the clients of a plan.
func serviceFacts(cmd *cobra.Command, about *planAbout, services []string, opened *connection.Connection, step func(int, int, string)) (
	*heldFacts, error,
) {
	ctx, held := cmd.Context(), &heldFacts{}
	if about.global || len(about.clients) == 0 {
		all, err := tenant.ClientExtIDs(ctx, opened.API)
		if err != nil && !errors.Is(err, rest.ErrForbidden) {
			return nil, err
		}
		for _, client := range append(all, opened.ClientExtID) {
			about.add(client)
		}
		held.everywhere = err == nil
	}
	var tenants []*tenant.Tenant
	var absent []string
	for _, client := range slices.Sorted(maps.Keys(about.clients)) {
		read, err := readClient(cmd, opened.API, client, about, step)
		switch {
		case errors.Is(err, tenant.ErrNoClient), errors.As(err, new(*rest.PathError)):
			// The plan creates the client, or its external ID is invalid.
			absent = append(absent, client)
			continue
		case err != nil:
			return nil, err
		}
		tenants = append(tenants, read)
	}
	for _, service := range services {
		facts := tenant.FactsOf(service, tenants...)
		facts.Clients = append(facts.Clients, absent...)
		if len(tenants) == 0 {
			facts.NotRead(access.Gap{ID: access.NewID(service, "", access.Application, "")})
			facts.NotRead(access.Gap{ID: access.NewID(service, "", access.Role, "")})
		}
		held.all = append(held.all, facts)
		for client, units := range about.clients {
			for unit := range units {
				if id := access.NewID(service, client, access.Unit, unit); isAbsent(facts, id) {
					held.absent = append(held.absent, id)
				}
			}
		}
	}
	return held, nil
}

// readClient reads what access depends on in a client, with the units of the plan.
func readClient(cmd *cobra.Command, api *idm.API, client string, about *planAbout, step func(int, int, string)) (*tenant.Tenant, error) {
	o := tenant.Options{Client: client, With: tenant.FactParts(), Progress: step, SecondProfiles: about.users,
		Users: about.affected(cmd.Context(), api, client)}
	if o.Users == nil {
		// Without a result of the search, trees of units without profiles are missing: no access
		// depends on them.
		o.Known, _ = tenant.SearchUnits(cmd.Context(), api, client)
	}
	o.Known = slices.AppendSeq(o.Known, maps.Keys(about.clients[client]))
	read, err := tenant.Read(cmd.Context(), api, o)
	if err != nil && cmd.Context().Err() != nil {
		return nil, errors.New("interrupted; nothing was written")
	}
	return read, err
}

// isAbsent reports whether the service was asked for a unit and does not have it.
func isAbsent(facts *tenant.Facts, unit access.ID) bool {
	return facts.Get(unit).Presence != access.Present &&
		!slices.ContainsFunc(facts.Tenant.Gaps(), func(g access.Gap) bool { return g.ID == unit })
}

// planAbout are the objects of a service that a plan is about: its clients with their units.
type planAbout struct {
	clients map[string]map[string]bool
	// users get a profile.
	users map[string]bool
	// people and profiles are those that the plan changes, by client; everyone reports that it may
	// change the access of others, too.
	people, profiles map[string]map[string]bool
	everyone         bool
	// global reports that the plan changes objects that several clients may use.
	global bool
}

// aboutOf returns what a plan is about in some of its services; nil for all of them.
func aboutOf(p *plan.Plan, services []string) *planAbout {
	about := &planAbout{clients: map[string]map[string]bool{}, users: map[string]bool{}, people: map[string]map[string]bool{},
		profiles: map[string]map[string]bool{}}
	for _, c := range p.Changes {
		row := objecttype.ByName(strings.TrimPrefix(c.Type, "idm_"))
		if services != nil && !slices.Contains(services, c.Service) {
			continue
		}
		if c.Action != plan.NoOp || c.Imported {
			about.change(row, c)
		}
		if row == nil {
			continue
		}
		about.global = about.global || (row == objecttype.Role || row == objecttype.Application) && c.Action.Changes() &&
			c.Action != plan.Create
		for _, values := range []plan.Values{c.Before, c.After} {
			client, _ := values.Known("client_ext_id")
			extID, _ := values.Known("ext_id")
			if row == objecttype.Client {
				client = extID
			}
			if user, known := values.Known("user_ext_id"); known && row == objecttype.Profile {
				about.users[user] = true
			}
			if about.add(client); row == objecttype.Unit && client != "" && extID != "" {
				about.clients[client][extID] = true
			}
		}
	}
	return about
}

func (a *planAbout) add(client string) {
	if client != "" && a.clients[client] == nil {
		a.clients[client], a.people[client], a.profiles[client] = map[string]bool{}, map[string]bool{}, map[string]bool{}
	}
}

// ofOnePerson reports whether a change of an object of a type can only change the access of the user
// whom the object belongs to. Everything else, and an unknown type, may be about others.
func ofOnePerson(row *objecttype.Type) bool {
	if row == nil {
		return false
	}
	name := row.Name
	switch row.Class {
	case objecttype.Credential:
		return true
	case objecttype.Collection:
		return false // Its elements are hidden.
	case objecttype.Set:
		name = row.Owns
	case objecttype.Properties:
		name = row.Owner
	}
	return slices.Contains([]access.Kind{access.User, access.Profile, access.Grant, access.EnterpriseGrant}, access.KindOf(name))
}

// change adds the user and the profile of a changed object. If the plan does not show all that it
// refers to, it may be about everyone.
func (a *planAbout) change(row *objecttype.Type, c plan.Change) {
	a.everyone = a.everyone || !ofOnePerson(row) || c.BeforeHidden != nil || c.AfterHidden != nil
	for _, values := range []plan.Values{c.Before, c.After} {
		client, hasClient := values.Known("client_ext_id")
		a.everyone = a.everyone || values != nil && !hasClient && (row == nil || row.OfClient())
		a.add(client)
		for name, value := range values {
			if strings.HasSuffix(name, "ext_id") {
				a.refer(row, c, client, name, value)
			}
		}
	}
}

// refer adds the user, the profile or the unit that an attribute of a changed object refers to.
func (a *planAbout) refer(row *objecttype.Type, c plan.Change, client, name string, value any) {
	own := name == "ext_id"
	if own && row != nil {
		name = row.Name + "_ext_id"
	}
	switch value := value.(type) {
	case plan.Masked:
		a.everyone = true
	case plan.Unknown:
		a.everyone = a.everyone || value.From == "" && (!own || c.ExtIDGiven)
	case string:
		into := map[string]map[string]bool{"user_ext_id": a.people[client], "profile_ext_id": a.profiles[client],
			"unit_ext_id": a.clients[client], "parent_unit_ext_id": a.clients[client]}[name]
		if into != nil && value != "" {
			into[value] = true
		}
	}
}

// affected returns the users whose access in a client the plan may change, and nil for all of them.
// Only the service knows the user of a profile.
func (a *planAbout) affected(ctx context.Context, api *idm.API, client string) map[string]bool {
	if a.everyone {
		return nil
	}
	users, lock := map[string]bool{}, sync.Mutex{}
	maps.Copy(users, a.people[client])
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(affectedAtOnce)
	for extID := range a.profiles[client] {
		group.Go(func() error {
			profile, err := idm.ProfileOps.Get(ctx, api, idm.In(client), extID)
			if errors.Is(err, rest.ErrNoRecord) {
				return nil
			}
			if err == nil && profile.UserExtID == "" {
				err = errors.New("no user")
			}
			lock.Lock()
			defer lock.Unlock()
			users[profile.UserExtID] = true
			return err
		})
	}
	if group.Wait() != nil {
		return nil
	}
	return users
}

// affectedAtOnce is the maximum number of concurrent requests for profiles; the connection has its
// own limit.
const affectedAtOnce = 32

// snapshotFacts returns the facts of a snapshot of the service at IDM_BASE_URL. Equal IDs at another
// address are other objects. The file is named for messages.
func snapshotFacts(file string, content []byte, p *plan.Plan) (*heldFacts, error) {
	address := os.Getenv("IDM_BASE_URL")
	if address == "" {
		return nil, errors.New("--snapshot needs IDM_BASE_URL: set it to the address of the service that the snapshot is of")
	}
	if recorded := tenant.Address(content); recorded != "" && !plan.SameAddress(recorded, address) {
		return nil, fmt.Errorf("--snapshot %s: it is of the service at %s, and not of the one at IDM_BASE_URL: take a new snapshot",
			file, recorded)
	}
	services := servicesAt(p, address)
	if len(services) == 0 {
		return nil, fmt.Errorf("--snapshot %s: the plan is not about the service at IDM_BASE_URL: set the address in the plan", file)
	}
	digest := sha256.Sum256(content)
	held := &heldFacts{source: "the snapshot " + report.Clean(file) + ", SHA-256 " + hex.EncodeToString(digest[:])}
	for _, service := range services {
		facts, err := tenant.Decode(content, service)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if facts.Pseudonyms {
			return nil, fmt.Errorf("--snapshot %s: its names are pseudonyms: take one without --pseudonyms", file)
		}
		for _, client := range facts.Clients {
			// No list contains units without profiles.
			facts.NotRead(access.Gap{ID: access.NewID(service, client, access.Unit, "")})
			facts.NotRead(access.Gap{ID: access.NewID(service, client, access.Credential, "")})
		}
		held.all = append(held.all, facts)
	}
	return held, nil
}

// addTo adds the facts to a directory.
func (h *heldFacts) addTo(names *review.Directory) {
	if h == nil {
		return
	}
	for _, facts := range h.all {
		names.Facts(facts.Service, facts.Clients, facts.Tenant)
		names.Taken = facts.Taken
		for user, person := range facts.People {
			names.Logins[user] = person.Login
		}
		maps.Copy(names.Limited, facts.Limits())
		maps.Copy(names.Defaults, facts.Defaults())
		if h.everywhere {
			names.Everywhere[facts.Service] = true
		}
	}
	for _, unit := range h.absent {
		names.Absent[unit] = true
	}
	names.Source = h.source
}

// servicesAt returns the IDs of the plan's services at the address of the environment: those with
// this address in the configuration, and those that use the environment's address.
func servicesAt(p *plan.Plan, address string) []string {
	var found []string
	for _, service := range p.Services {
		own := service.Address
		if own == "" {
			own = plan.NormalizeAddress(os.Getenv("IDM_BASE_URL"))
		}
		if service.Known && own == plan.NormalizeAddress(address) {
			found = append(found, service.ID)
		}
	}
	return found
}
