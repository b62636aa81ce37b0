package drift

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// directory asks the service for the names of what undeclared grants are about, each once. What it
// does not show stays without a name.
type directory struct {
	service *Service

	mu    sync.Mutex
	users map[holder]Named // of profiles, by a holder without a kind
	names map[holder]string
	apps  map[holder]*Named // of roles
}

// name names the people, profiles, roles and applications of the undeclared grants. What the
// service tells counts more than a plan.
func (s *search) name(ctx context.Context) error {
	d := &directory{service: s.service, users: s.people, names: s.names, apps: map[holder]*Named{}}
	if s.service != nil {
		d.ask(ctx, s.access.Undeclared)
	}
	d.nameMembers(ctx, s.access.Members)
	for i := range s.access.Undeclared {
		d.fill(&s.access.Undeclared[i])
	}
	return ctx.Err()
}

func profileOf(g Grant) holder {
	return holder{service: g.holder.service, client: g.Client, profile: g.Profile.ExtID}
}

// roleOf is a role as a key: roles have no client, enterprise roles do.
func roleOf(g Grant) holder {
	if g.Kind == enterpriseKind {
		return holder{"", enterpriseKind, g.Client, g.Role.ExtID}
	}
	return holder{"", grantKind, "", g.Role.ExtID}
}

func (d *directory) ask(ctx context.Context, all []Grant) {
	var group errgroup.Group
	group.SetLimit(concurrent)
	asked := map[holder]bool{}
	for _, g := range all {
		if at := profileOf(g); !asked[at] {
			asked[at] = true
			group.Go(func() error { d.person(ctx, at); return nil })
		}
		if at := roleOf(g); !asked[at] {
			asked[at] = true
			group.Go(func() error { d.role(ctx, at); return nil })
		}
	}
	_ = group.Wait()
}

// person finds whose a profile is. A user that cannot be read keeps the external ID.
func (d *directory) person(ctx context.Context, at holder) {
	profile, err := d.service.api.Profile(ctx, at.client, at.profile)
	if err != nil {
		return
	}
	user := Named{ExtID: profile.UserExtID}
	if found, err := d.service.api.User(ctx, at.client, profile.UserExtID); err == nil {
		user.Name = cmp.Or(strings.TrimSpace(found.Name.FirstName+" "+found.Name.FamilyName), found.LoginID)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.users[at], d.names[at] = user, profile.Name
}

func (d *directory) role(ctx context.Context, at holder) {
	var name string
	var application *Named
	if at.kind == enterpriseKind {
		role, err := d.service.api.EnterpriseRole(ctx, at.client, at.profile)
		if err != nil {
			return
		}
		name = role.Name
	} else {
		role, err := d.service.api.Role(ctx, at.profile)
		if err != nil {
			return
		}
		name = role.Name
		if role.ApplicationExtID != "" {
			application = &Named{role.ApplicationExtID, role.ApplicationName}
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[at], d.apps[at] = name, application
}

func (d *directory) fill(g *Grant) {
	at := profileOf(*g)
	if user, known := d.users[at]; known {
		g.User = &user
	}
	g.Profile.Name, g.Role.Name, g.Application = d.names[at], d.names[roleOf(*g)], d.apps[roleOf(*g)]
}
