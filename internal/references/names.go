package references

import (
	"context"
	"encoding/json"
	"iter"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// namesRead bounds the objects that are read to find a name that is near a misspelt one, which is
// one page.
const (
	namesRead = 500
	pageRead  = namesRead
)

// Names returns external ids of objects of the same kind, to offer one of them for a misspelt one:
// those that this run plans, and the first that the service lists.
func (c *Catalog) Names(ctx context.Context, t Target) []string {
	names := append(slices.Clone(c.listOf(ctx, t)), c.known(t.Kind, t.Client)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// listOf returns the first external ids that the service lists of a kind.
func (c *Catalog) listOf(ctx context.Context, t Target) []string {
	names, err := c.names.Get(ctx, Target{Kind: t.Kind, Client: t.Client}, func(ctx context.Context) ([]string, error) {
		c.requests.Add(1)
		var names []string
		for name, err := range c.list(ctx, t) {
			if err != nil || len(names) == namesRead {
				break
			}
			names = append(names, name)
		}
		return names, ctx.Err()
	})
	if err != nil {
		return nil
	}
	return names
}

func (c *Catalog) list(ctx context.Context, t Target) iter.Seq2[string, error] {
	switch t.Kind {
	case User:
		return ids(c.api.Users(ctx, t.Client, idm.UserQuery{Limit: pageRead}), func(u idm.User) string { return u.ExtID })
	case Unit:
		return c.units(ctx, t.Client)
	case Role:
		return c.roles(ctx)
	case EnterpriseRole:
		return ids(c.api.EnterpriseRoles(ctx, t.Client), func(r idm.EnterpriseRole) string { return r.ExtID })
	case Application:
		return ids(c.api.Applications(ctx), func(a idm.Application) string { return a.ExtID })
	case Policy:
		return ids(c.api.Policies(ctx, t.Client), func(p idm.Policy) string { return p.ExtID })
	case Profile:
		return c.profileIDs(ctx, t.Client)
	case Client, Authorization, EnterpriseAuthorization:
	}
	return func(func(string, error) bool) {}
}

func ids[T any](all iter.Seq2[T, error], id func(T) string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for one, err := range all {
			if !yield(id(one), err) {
				return
			}
		}
	}
}

// usersRead bounds the users whose profiles are read: the service lists profiles by user.
const usersRead = 20

func (c *Catalog) profileIDs(ctx context.Context, client string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		read := 0
		for user, err := range c.api.Users(ctx, client, idm.UserQuery{Limit: usersRead}) {
			if read++; err != nil || read > usersRead {
				return
			}
			for _, profile := range c.UserProfiles(ctx, client, user.ExtID) {
				if !yield(profile.ExtID, nil) {
					return
				}
			}
		}
	}
}

// units searches, because the service lists units only below another one.
func (c *Catalog) units(ctx context.Context, client string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for raw, err := range c.api.Search(ctx, idm.SearchQuery{Kind: "units", Text: "*", PageSize: pageRead}) {
			var hit struct {
				ExtID       string `json:"extId"`
				ClientExtID string `json:"clientExtId"`
			}
			if err == nil {
				err = json.Unmarshal(raw, &hit)
			}
			if hit.ClientExtID != "" && hit.ClientExtID != client {
				continue
			}
			if !yield(hit.ExtID, err) {
				return
			}
		}
	}
}

// applicationsRead bounds the applications whose roles are read.
const applicationsRead = 20

func (c *Catalog) roles(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		read := 0
		for application, err := range c.api.Applications(ctx) {
			if read++; err != nil || read > applicationsRead {
				return
			}
			for role, err := range c.api.ApplicationRoles(ctx, application.ExtID) {
				if !yield(role.ExtID, err) {
					return
				}
			}
		}
	}
}
