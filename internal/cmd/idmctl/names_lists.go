package main

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// list reads a list of the service.
func (l *lookup) list(ctx context.Context, wanted review.Ref) error {
	switch wanted.Kind {
	case review.Profiles:
		return l.profiles(ctx, wanted)
	case review.Roles:
		return l.roles(ctx, wanted)
	case review.Clients:
		return l.clients(ctx, wanted)
	case review.Limits:
		return l.limits(ctx, wanted)
	case review.AllProfiles:
		return l.allUsers(ctx, wanted)
	}
	return l.grants(ctx, wanted)
}

// record reads the elements of a list, and then records that the list is complete.
func record[T any](l *lookup, list review.Ref, all iter.Seq2[T, error], one func(T)) error {
	for element, err := range idm.ErrorsLast(all) {
		if err != nil {
			return err
		}
		one(element)
	}
	l.names.Complete(list)
	return nil
}

// profiles reads the profiles of a user.
func (l *lookup) profiles(ctx context.Context, wanted review.Ref) error {
	return record(l, wanted, l.api.UserProfiles(ctx, wanted.Client, wanted.ExtID), func(profile idm.Profile) {
		at := review.Ref{Service: wanted.Service, Kind: review.Profile, Client: wanted.Client, ExtID: profile.ExtID}
		l.name(at, profile.Name, nil)
		l.profile(at, profile, cmp.Or(profile.UserExtID, wanted.ExtID))
	})
}

// roles reads the roles of an application.
func (l *lookup) roles(ctx context.Context, wanted review.Ref) error {
	return record(l, wanted, l.api.ApplicationRoles(ctx, wanted.ExtID), func(role idm.Role) { l.role(wanted, role) })
}

// limits reads whether properties limit a grant.
func (l *lookup) limits(ctx context.Context, wanted review.Ref) error {
	id := access.NewID(wanted.Service, wanted.Client, access.Grant, wanted.ExtID)
	profile, grant, within := id.Parts()
	if !within {
		return nil
	}
	properties, err := l.api.AuthorizationProperties(ctx, wanted.Client, profile, grant)
	if err == nil {
		l.names.Limited(id, len(properties.Values) > 0)
	}
	return err
}

func (l *lookup) role(wanted review.Ref, role idm.Role) {
	l.name(review.Ref{Service: wanted.Service, Kind: review.Role, ExtID: role.ExtID}, role.Name, nil)
	l.application(wanted.Service, role)
}

// clients reads the clients of the service.
func (l *lookup) clients(ctx context.Context, wanted review.Ref) error {
	return record(l, wanted, l.api.Clients(ctx, idm.ClientQuery{}), func(client idm.Client) {
		l.name(review.Ref{Service: wanted.Service, Kind: review.Client, ExtID: client.ExtID}, client.Name, nil)
		l.names.AddObject(access.Object{ID: access.NewID(wanted.Service, "", access.Client, client.ExtID)})
	})
}

// allUsers reads the access of all users of a client. Unreadable parts are gaps.
func (l *lookup) allUsers(ctx context.Context, wanted review.Ref) error {
	if _, err := l.api.Client(ctx, wanted.Client); errors.Is(err, rest.ErrNoRecord) {
		return err
	}
	read, err := tenant.Read(ctx, l.api, tenant.Options{Client: wanted.Client, With: tenant.FactParts()})
	if err != nil {
		return err
	}
	addFacts(l.names, read.Facts(wanted.Service))
	return nil
}

// personName returns the display name of a user.
func personName(u idm.User) string {
	return cmp.Or(strings.TrimSpace(u.Name.FirstName+" "+u.Name.FamilyName), u.LoginID)
}
