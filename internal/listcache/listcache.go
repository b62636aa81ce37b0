// Package listcache answers reads of single objects from one list of their siblings, so that a
// refresh of many objects sends one list for each parent instead of one request for each object.
package listcache

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// Lists are the caches of one API. Those of the zero value find nothing.
type Lists struct {
	// Units are found by client and parent unit.
	Units *Cache[idm.Unit]
	// Authorizations and EnterpriseAuthorizations are found by client and profile.
	Authorizations           *Cache[idm.Authorization]
	EnterpriseAuthorizations *Cache[idm.EnterpriseAuthorization]
	// Profiles are found by client and user.
	Profiles *Cache[idm.Profile]
	// Applications, those assigned to a client, are found by client.
	Applications *Cache[idm.Application]
	// AllApplications, those of the service, are found below nothing; Roles by application.
	AllApplications *Cache[idm.Application]
	Roles           *Cache[idm.Role]
	// EnterpriseRoles are found by client, and their Members by client and enterprise role.
	EnterpriseRoles *Cache[idm.EnterpriseRole]
	Members         *Cache[idm.Role]
	// Users are found by client.
	Users *Users
	// Policies are found by client, AllTerms below nothing.
	Policies *Cache[idm.Policy]
	AllTerms *Cache[idm.Terms]
	// Definitions are found by client, those of all clients below nothing; their ids are numbers.
	Definitions *Cache[idm.PropertyDefinition]

	counts *counts
}

// Statistics counts the lists that were fetched, and the reads that one of them answered without a
// request.
type Statistics struct {
	Lists    int64 `json:"lists"`
	ListHits int64 `json:"list_hits"`
}

type counts struct{ lists, hits atomic.Int64 }

// New returns empty caches, which keep what they fetched until something is changed through api.
func New(api *idm.API) Lists {
	s := source{api.Changes, new(counts)}
	return Lists{
		counts: s.counts,
		Users: &Users{
			list: func(ctx context.Context, client string) iter.Seq2[idm.User, error] {
				return api.Users(ctx, client, idm.UserQuery{})
			},
			changes: s.changes, counts: s.counts,
		},
		Units:          belowParent(s, func(o idm.Unit) string { return o.ExtID }, api.UnitChildren),
		Profiles:       refusable(belowParent(s, func(o idm.Profile) string { return o.ExtID }, api.UserProfiles)),
		Authorizations: belowParent(s, func(o idm.Authorization) string { return o.ExtID }, api.Authorizations),
		EnterpriseAuthorizations: belowParent(s, func(o idm.EnterpriseAuthorization) string { return o.ExtID },
			api.EnterpriseAuthorizations),
		Applications:    ofClient(s, func(o idm.Application) string { return o.ExtID }, api.ClientApplications),
		AllApplications: ofService(s, func(o idm.Application) string { return o.ExtID }, api.Applications),
		Roles: newCache(s, func(o idm.Role) string { return o.ExtID },
			func(ctx context.Context, of parent) iter.Seq2[idm.Role, error] {
				return api.ApplicationRoles(ctx, of.extID)
			}),
		EnterpriseRoles: ofClient(s, func(o idm.EnterpriseRole) string { return o.ExtID }, api.EnterpriseRoles),
		Members:         belowParent(s, func(o idm.Role) string { return o.ExtID }, api.EnterpriseRoleMembers),
		Policies:        ofClient(s, func(o idm.Policy) string { return o.ExtID }, api.Policies),
		AllTerms:        ofService(s, func(o idm.Terms) string { return o.ExtID }, api.AllTerms),
		Definitions: ofClient(s, func(o idm.PropertyDefinition) string { return strconv.FormatInt(o.PropertyID, 10) },
			func(ctx context.Context, client string) iter.Seq2[idm.PropertyDefinition, error] {
				return api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{ClientExtID: client})
			}),
	}
}

// source is what all caches of an API share: how often something was changed through it, and what
// they have done.
type source struct {
	changes func() int64
	counts  *counts
}

func newCache[T any](s source, extID func(T) string, list func(context.Context, parent) iter.Seq2[T, error]) *Cache[T] {
	return &Cache[T]{extID: extID, list: list, changes: s.changes, counts: s.counts}
}

// belowParent caches lists of the objects below one of a client.
func belowParent[T any](s source, extID func(T) string, list func(ctx context.Context, client, parent string) iter.Seq2[T, error],
) *Cache[T] {
	return newCache(s, extID, func(ctx context.Context, of parent) iter.Seq2[T, error] { return list(ctx, of.client, of.extID) })
}

// ofClient caches lists of the objects of a client.
func ofClient[T any](s source, extID func(T) string, list func(ctx context.Context, client string) iter.Seq2[T, error]) *Cache[T] {
	return newCache(s, extID, func(ctx context.Context, of parent) iter.Seq2[T, error] { return list(ctx, of.client) })
}

// ofService caches the list of all objects of the service.
func ofService[T any](s source, extID func(T) string, list func(context.Context) iter.Seq2[T, error]) *Cache[T] {
	return newCache(s, extID, func(ctx context.Context, _ parent) iter.Seq2[T, error] { return list(ctx) })
}

// refusable marks a cache whose lists need a permission that the read of one object does not.
func refusable[T any](c *Cache[T]) *Cache[T] {
	c.refusable = true
	return c
}

// Statistics returns what the caches have done so far.
func (l Lists) Statistics() Statistics {
	if l.counts == nil {
		return Statistics{}
	}
	return Statistics{Lists: l.counts.lists.Load(), ListHits: l.counts.hits.Load()}
}

// Cache holds lists of one kind of object, one for each parent.
type Cache[T any] struct {
	extID   func(T) string
	list    func(ctx context.Context, of parent) iter.Seq2[T, error]
	changes func() int64
	counts  *counts
	// refusable says that the list needs a permission that the read of one object does not: a client
	// whose list is refused once is not asked for another one.
	refusable bool

	mu      sync.Mutex
	lists   map[parent]*siblings[T]
	refused map[string]bool
}

// parent is what a list is of: a client, or a unit or profile of it.
type parent struct{ client, extID string }

// siblings is the list of one parent. It is stale once changes has moved on.
type siblings[T any] struct {
	changes int64
	byExtID once.Value[map[string]T]
}

// Find returns the object with an external id below a parent: a client, and a unit or profile where
// the list is of one. It is not found when the list lacks it or cannot be read; only a read of the
// object itself shows whether it is gone. The first reader fetches the list, and all readers share
// it.
func (c *Cache[T]) Find(ctx context.Context, extID, client string, below ...string) (T, bool) {
	var none T
	if c == nil {
		return none, false
	}
	of := parent{client: client}
	if len(below) > 0 {
		of.extID = below[0]
	}
	siblings := c.siblings(of)
	if siblings == nil {
		return none, false
	}
	byExtID, err := siblings.byExtID.Get(ctx, func(ctx context.Context) (map[string]T, error) { return c.fetch(ctx, of) })
	object, ok := byExtID[extID]
	if err != nil || !ok || siblings.changes != c.changes() {
		return none, false
	}
	c.counts.hits.Add(1)
	return object, true
}

// siblings returns the list of a parent, a new one when the old one is stale, and nil when lists of
// the client are refused.
func (c *Cache[T]) siblings(of parent) *siblings[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused[of.client] {
		return nil
	}
	changes := c.changes()
	if list := c.lists[of]; list != nil && list.changes == changes {
		return list
	}
	if c.lists == nil {
		c.lists = map[parent]*siblings[T]{}
	}
	list := &siblings[T]{changes: changes}
	c.lists[of] = list
	return list
}

// fetch reads a whole list. One that the service refuses is kept as an empty list, so that it is
// not asked for again by every sibling; the error of a fetch that was cancelled is returned, and
// the list is not kept.
func (c *Cache[T]) fetch(ctx context.Context, of parent) (map[string]T, error) {
	c.counts.lists.Add(1)
	byExtID := map[string]T{}
	for object, err := range c.list(ctx, of) {
		if err != nil {
			c.noteRefusal(of.client, err)
			return nil, ctx.Err()
		}
		byExtID[c.extID(object)] = object
	}
	return byExtID, nil
}

func (c *Cache[T]) noteRefusal(client string, err error) {
	if !c.refusable || !errors.Is(err, idm.ErrForbidden) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused == nil {
		c.refused = map[string]bool{}
	}
	c.refused[client] = true
}
