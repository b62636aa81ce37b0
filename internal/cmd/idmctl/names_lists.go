package main

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// list asks for a list that the service has.
func (l *lookup) list(ctx context.Context, wanted review.Ref) error {
	switch wanted.Kind {
	case review.Profiles:
		profiles, err := l.profiles(ctx, wanted, wanted.ExtID)
		if err == nil {
			l.names.Profiles(wanted.Service, wanted.Client, wanted.ExtID, profiles)
		}
		return err
	case review.Roles:
		return l.roles(ctx, wanted)
	case review.Clients:
		return l.clients(ctx, wanted)
	case review.Everybody:
		return l.everybody(ctx, wanted)
	}
	return l.grants(ctx, wanted)
}

// profiles finds the profiles of a user.
func (l *lookup) profiles(ctx context.Context, wanted review.Ref, user string) ([]string, error) {
	var found []string
	for profile, err := range l.api.UserProfiles(ctx, wanted.Client, user) {
		if err != nil {
			return nil, err
		}
		at := review.Ref{Service: wanted.Service, Kind: review.Profile, Client: wanted.Client, ExtID: profile.ExtID}
		l.name(at, profile.Name, nil)
		l.names.Holder(at, cmp.Or(profile.UserExtID, user), profile.UnitExtID)
		found = append(found, profile.ExtID)
	}
	return found, nil
}

// roles finds the roles of an application.
func (l *lookup) roles(ctx context.Context, wanted review.Ref) error {
	var found []string
	for role, err := range l.api.ApplicationRoles(ctx, wanted.ExtID) {
		if err != nil {
			return err
		}
		l.role(wanted, role)
		found = append(found, role.ExtID)
	}
	l.names.Roles(wanted.Service, wanted.ExtID, found)
	return nil
}

func (l *lookup) role(wanted review.Ref, role idm.Role) {
	l.name(review.Ref{Service: wanted.Service, Kind: review.Role, ExtID: role.ExtID}, role.Name, nil)
	l.names.Application(wanted.Service, role.ExtID, role.ApplicationExtID, role.ApplicationName)
}

// clients finds the clients of the service.
func (l *lookup) clients(ctx context.Context, wanted review.Ref) error {
	var found []string
	for client, err := range l.api.Clients(ctx, idm.ClientQuery{}) {
		if err != nil {
			return err
		}
		l.name(review.Ref{Service: wanted.Service, Kind: review.Client, ExtID: client.ExtID}, client.Name, nil)
		found = append(found, client.ExtID)
	}
	l.names.Clients(wanted.Service, found)
	return nil
}

// everybody reads the grants of all profiles of a client, and the members of its enterprise roles.
// It records as withheld what the caller may not read.
func (l *lookup) everybody(ctx context.Context, wanted review.Ref) error {
	c := census{lookup: l, wanted: wanted}
	c.group, ctx = errgroup.WithContext(ctx)
	c.group.SetLimit(lookupLimit)
	err := c.users(ctx)
	if err == nil {
		err = c.enterpriseRoles(ctx)
	}
	if failed := c.group.Wait(); failed != nil {
		err = failed
	}
	if err != nil {
		return err
	}
	l.names.Everybody(wanted.Service, wanted.Client, c.found)
	return nil
}

// census reads all users of a client.
type census struct {
	*lookup
	wanted review.Ref
	group  *errgroup.Group

	mutex sync.Mutex
	found []string
}

// may records missing permissions, and ignores objects that were deleted after they were listed; any
// other error is returned.
func (c *census) may(err error) error {
	switch {
	case errors.Is(err, rest.ErrForbidden):
		c.names.Withheld(c.wanted)
	case errors.Is(err, rest.ErrNoRecord):
	default:
		return err
	}
	return nil
}

func (c *census) users(ctx context.Context) error {
	for user, err := range c.api.Users(ctx, c.wanted.Client, idm.UserQuery{}) {
		if err != nil {
			return c.may(err)
		}
		at := review.Ref{Service: c.wanted.Service, Kind: review.User, Client: c.wanted.Client, ExtID: user.ExtID}
		c.name(at, personName(user), nil)
		c.group.Go(func() error { return c.may(c.user(ctx, user.ExtID)) })
	}
	return nil
}

// user finds the profiles of one user with all that is granted to them.
func (c *census) user(ctx context.Context, user string) error {
	profiles, err := c.profiles(ctx, c.wanted, user)
	if err != nil {
		return err
	}
	c.names.Profiles(c.wanted.Service, c.wanted.Client, user, profiles)
	for _, profile := range profiles {
		if err := c.grants(ctx, review.Ref{Service: c.wanted.Service, Kind: review.Grants, Client: c.wanted.Client, ExtID: profile}); err != nil {
			return err
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.found = append(c.found, profiles...)
	return nil
}

func (c *census) enterpriseRoles(ctx context.Context) error {
	for role, err := range c.api.EnterpriseRoles(ctx, c.wanted.Client) {
		if err != nil {
			return c.may(err)
		}
		at := review.Ref{Service: c.wanted.Service, Kind: review.EnterpriseRole, Client: c.wanted.Client, ExtID: role.ExtID}
		c.name(at, role.Name, nil)
		c.group.Go(func() error { return c.may(c.members(ctx, at)) })
	}
	return nil
}

// personName is what people call a user.
func personName(u idm.User) string {
	return cmp.Or(strings.TrimSpace(u.Name.FirstName+" "+u.Name.FamilyName), u.LoginID)
}
