package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
	"github.com/identity-iac/terraform-provider-idm/internal/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/report"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// lookup reads missing names of a review from the service.
type lookup struct {
	api   *idm.API
	names *review.Directory
	asked map[review.Ref]bool
	// services lists the IDs of the plan's services that refer to the connected service.
	services []string
	// elsewhere counts the objects of each other service, whose names are not read.
	elsewhere map[string]int

	mu      sync.Mutex
	done    int
	refused map[review.Kind]int
	// broken are the errors for objects that cannot be decoded.
	broken []string
}

// lookupLimit is the maximum number of concurrent lookups; the connection may allow fewer calls.
const lookupLimit = 16

// lookUp reads names in rounds, because a response refers to further objects, such as the user of a
// profile. After each round the plan is reviewed again. It reads only objects of the service in the
// environment: equal IDs at another address are other objects.
func lookUp(ctx context.Context, p *plan.Plan, names *review.Directory, again func(), stderr io.Writer) error {
	service, err := connection.Open("idmctl")
	if err != nil {
		return fmt.Errorf("--names needs the service: %w", err)
	}
	l := &lookup{
		api: service.API, names: names, asked: map[review.Ref]bool{}, refused: map[review.Kind]int{}, elsewhere: map[string]int{},
		services: servicesAt(p, os.Getenv("IDM_BASE_URL")),
	}
	bar := newProgress(stderr)
	for round := l.next(); len(round) > 0; round = l.next() {
		if err := l.ask(ctx, round, bar); err != nil {
			bar.end()
			return err
		}
		again()
	}
	bar.end()
	for _, kind := range slices.Sorted(maps.Keys(l.refused)) {
		if kind.List() {
			fmt.Fprintf(stderr, "%s of kind %s cannot be read: the service denies the login access.\n",
				report.Count(l.refused[kind], "list"), kind)
			continue
		}
		fmt.Fprintf(stderr, "%s of kind %s without a name: the service denies the login access.\n",
			report.Count(l.refused[kind], "object"), kind)
	}
	slices.Sort(l.broken)
	for _, reason := range slices.Compact(l.broken) {
		fmt.Fprintf(stderr, "Omitted: %s. The service returned an object that does not match the API.\n", report.Clean(reason))
	}
	for _, id := range slices.Sorted(maps.Keys(l.elsewhere)) {
		fmt.Fprintf(stderr, "%s of the service %s without a name: IDM_BASE_URL is the address of another service.\n",
			report.Count(l.elsewhere[id], "object"), report.Clean(id))
	}
	return nil
}

// servicesAt returns the IDs of the plan's services at the address of the environment: those with
// this address in the configuration, and those that use the environment's address.
func servicesAt(p *plan.Plan, address string) []string {
	var found []string
	for _, service := range p.Services {
		own := service.Address
		if own == "" {
			own = baseurl.Normalize(os.Getenv("IDM_BASE_URL"))
		}
		if service.Known && own == baseurl.Normalize(address) {
			found = append(found, service.ID)
		}
	}
	return found
}

// next returns the references that have not been read yet.
func (l *lookup) next() []review.Ref {
	var round []review.Ref
	for _, wanted := range l.names.Wanted() {
		if l.asked[wanted] {
			continue
		}
		l.asked[wanted] = true
		if slices.Contains(l.services, wanted.Service) {
			round = append(round, wanted)
		} else {
			l.elsewhere[wanted.Service]++
		}
	}
	return round
}

func (l *lookup) ask(ctx context.Context, round []review.Ref, bar *progress) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(lookupLimit)
	for _, wanted := range round {
		group.Go(func() error {
			err := l.one(ctx, wanted)
			l.mu.Lock()
			defer l.mu.Unlock()
			l.done++
			bar.step(l.done, len(l.asked), "names")
			switch {
			case errors.Is(err, rest.ErrNoRecord), errors.As(err, new(*rest.PathError)):
				// The plan creates the object, or its external ID is invalid.
				l.names.Absent(wanted)
				return nil
			case errors.Is(err, rest.ErrForbidden):
				l.refused[wanted.Kind]++
				l.names.Withheld(wanted)
				return nil
			case idm.OneObject(err):
				for _, one := range idm.SplitErrors(err) {
					l.broken = append(l.broken, one.Error())
				}
				l.names.Withheld(wanted)
				return nil
			case err != nil:
				return fmt.Errorf("the name of %s %s: %w; %s",
					wanted.Kind, report.Clean(wanted.ExtID), err, tenant.WayOut(err))
			}
			return nil
		})
	}
	return group.Wait()
}

func (l *lookup) one(ctx context.Context, wanted review.Ref) error {
	switch wanted.Kind {
	case review.User:
		u, err := l.api.User(ctx, wanted.Client, wanted.ExtID)
		l.name(wanted, personName(u), err)
		return err
	case review.Unit:
		u, err := l.api.Unit(ctx, wanted.Client, wanted.ExtID)
		l.name(wanted, u.Name, err)
		return err
	case review.Profile:
		p, err := l.api.Profile(ctx, wanted.Client, wanted.ExtID)
		l.name(wanted, p.Name, err)
		if err == nil {
			l.profile(wanted, p, p.UserExtID)
		}
		return err
	case review.Role:
		r, err := l.api.Role(ctx, wanted.ExtID)
		l.name(wanted, r.Name, err)
		if err == nil {
			l.application(wanted.Service, r)
		}
		return err
	case review.EnterpriseRole:
		return l.enterpriseRole(ctx, wanted)
	case review.App:
		return l.applications(ctx, wanted)
	case review.Client:
		c, err := l.api.Client(ctx, wanted.ExtID)
		l.name(wanted, c.Name, err)
		return err
	}
	return l.list(ctx, wanted)
}

// profile records the user and the unit of a profile.
func (l *lookup) profile(at review.Ref, p idm.Profile, user string) {
	l.names.AddObject(access.Object{ID: access.NewID(at.Service, at.Client, access.Profile, p.ExtID), Owner: access.Exactly(user),
		Target: access.Exactly(p.UnitExtID)})
}

// application records the application of a role and its name.
func (l *lookup) application(service string, r idm.Role) {
	if r.ApplicationExtID == "" {
		return
	}
	l.names.AddObject(access.Object{ID: access.NewID(service, "", access.Role, r.ExtID), Owner: access.Exactly(r.ApplicationExtID)})
	if r.ApplicationName != "" {
		l.names.Name(review.Ref{Service: service, Kind: review.App, ExtID: r.ApplicationExtID}, r.ApplicationName)
	}
}

func (l *lookup) name(wanted review.Ref, name string, err error) {
	if err == nil {
		l.names.Name(wanted, name)
	}
}

// enterpriseRole reads the name and the members of an enterprise role.
func (l *lookup) enterpriseRole(ctx context.Context, wanted review.Ref) error {
	r, err := l.api.EnterpriseRole(ctx, wanted.Client, wanted.ExtID)
	if err != nil {
		return err
	}
	l.name(wanted, r.Name, nil)
	return l.members(ctx, wanted)
}

// members reads the roles of an enterprise role.
func (l *lookup) members(ctx context.Context, wanted review.Ref) error {
	return record(l, wanted, l.api.EnterpriseRoleMembers(ctx, wanted.Client, wanted.ExtID), func(role idm.Role) {
		l.role(wanted, role)
		l.names.AddObject(access.Object{ID: access.MemberID(wanted.Service, wanted.Client, wanted.ExtID, role.ExtID),
			Owner: access.Exactly(wanted.ExtID), Target: access.Exactly(role.ExtID)})
	})
}

// applications reads the names of all applications of a client with one list. Other applications
// are read one by one, which the user of one client may not be permitted to do.
func (l *lookup) applications(ctx context.Context, wanted review.Ref) error {
	if wanted.Client != "" {
		listed := false
		for application, err := range idm.Readable(l.api.ClientApplications(ctx, wanted.Client)) {
			if err != nil {
				return err
			}
			listed = listed || application.ExtID == wanted.ExtID
			l.name(review.Ref{Service: wanted.Service, Kind: review.App, ExtID: application.ExtID}, application.Name, nil)
		}
		if listed {
			return nil
		}
	}
	application, err := l.api.Application(ctx, wanted.ExtID)
	if errors.Is(err, rest.ErrNoRecord) {
		return err
	}
	l.name(wanted, application.Name, err)
	return nil
}

// grants reads all grants of a profile.
func (l *lookup) grants(ctx context.Context, wanted review.Ref) error {
	for a, err := range idm.ErrorsLast(l.api.Authorizations(ctx, wanted.Client, wanted.ExtID)) {
		if err != nil {
			return err
		}
		l.names.AddObject(tenant.GrantFact(wanted.Service, wanted.Client, wanted.ExtID, a))
	}
	return record(l, wanted, l.api.EnterpriseAuthorizations(ctx, wanted.Client, wanted.ExtID), func(a idm.EnterpriseAuthorization) {
		l.names.AddObject(tenant.EnterpriseGrantFact(wanted.Service, wanted.Client, wanted.ExtID, a))
	})
}
