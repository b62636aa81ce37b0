// Package listcache serves reads of single objects from one list of their siblings, so that a
// refresh of many objects sends one list for each parent instead of one request for each object.
package listcache

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// Lists are the caches of one API, one for each type of object. The zero value finds nothing.
type Lists struct{ *lists }

type lists struct {
	api    *idm.API
	counts counts
	mu     sync.Mutex
	// caches hold a *cache or a *partialCache of each type.
	caches map[*objecttype.Type]any
}

// Statistics counts the lists that were fetched, and the reads that one of them served without a
// request.
type Statistics struct {
	Lists    int64 `json:"lists"`
	ListHits int64 `json:"list_hits"`
}

type counts struct{ lists, hits atomic.Int64 }

// New returns empty caches, which keep what they fetched until something is changed through api.
func New(api *idm.API) Lists {
	return Lists{&lists{api: api, caches: map[*objecttype.Type]any{}}}
}

// Find returns an object from a list of its siblings. It is not found when its place is not known,
// when the list lacks it or cannot be read, or when too few objects were read so far to make a list
// worth its requests; only a read of the object itself shows whether it is gone. The first reader
// fetches the list, and all readers share it.
func Find[T idm.Described](ctx context.Context, l Lists, ops idm.Ops[T], at idm.Place, extID string) (T, bool) {
	if l.lists == nil || !ops.Lists() || ops.Type().ListedBelow() && at.Owner == "" {
		var none T
		return none, false
	}
	if ops.Paged() {
		return cacheOf(l, ops, newPartialCache[T]).find(ctx, at, extID)
	}
	return cacheOf(l, ops, newCache[T]).find(ctx, at, extID)
}

// Read is Find, and reads an object that it does not find by itself.
func Read[T idm.Described](ctx context.Context, l Lists, api *idm.API, ops idm.Ops[T], at idm.Place, extID string) (T, error) {
	if object, ok := Find(ctx, l, ops, at, extID); ok {
		return object, nil
	}
	return ops.Get(ctx, api, at, extID)
}

func cacheOf[T idm.Described, C any](l Lists, ops idm.Ops[T], construct func(*lists, idm.Ops[T]) *C) *C {
	l.mu.Lock()
	defer l.mu.Unlock()
	cache, ok := l.caches[ops.Type()].(*C)
	if !ok {
		cache = construct(l.lists, ops)
		l.caches[ops.Type()] = cache
	}
	return cache
}

// Statistics returns what the caches have done so far.
func (l Lists) Statistics() Statistics {
	if l.lists == nil {
		return Statistics{}
	}
	return Statistics{Lists: l.counts.lists.Load(), ListHits: l.counts.hits.Load()}
}

// cache holds lists of one type of object, one for each place.
type cache[T idm.Described] struct {
	*lists
	ops idm.Ops[T]

	mu      sync.Mutex
	places  map[idm.Place]*siblings[T]
	refused map[string]bool
}

// siblings is the list of one place. It is stale once changes has moved on.
type siblings[T any] struct {
	changes int64
	byExtID once.Value[map[string]T]
}

func newCache[T idm.Described](l *lists, ops idm.Ops[T]) *cache[T] {
	return &cache[T]{lists: l, ops: ops, places: map[idm.Place]*siblings[T]{}, refused: map[string]bool{}}
}

func (c *cache[T]) find(ctx context.Context, at idm.Place, extID string) (T, bool) {
	var none T
	siblings := c.siblings(at)
	if siblings == nil {
		return none, false
	}
	byExtID, err := siblings.byExtID.Get(ctx, func(ctx context.Context) (map[string]T, error) { return c.fetch(ctx, at) })
	object, ok := byExtID[extID]
	if err != nil || !ok || siblings.changes != c.api.Changes() {
		return none, false
	}
	c.counts.hits.Add(1)
	return object, true
}

// siblings returns the list of a place, a new one when the old one is stale, and nil when lists of
// the client are refused.
func (c *cache[T]) siblings(at idm.Place) *siblings[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused[at.Client] {
		return nil
	}
	changes := c.api.Changes()
	if list := c.places[at]; list != nil && list.changes == changes {
		return list
	}
	list := &siblings[T]{changes: changes}
	c.places[at] = list
	return list
}

// fetch reads a whole list. One that the service refuses is kept as an empty list, so that it is
// not asked for again by every sibling; the error of a fetch that was cancelled is returned, and
// the list is not kept.
func (c *cache[T]) fetch(ctx context.Context, at idm.Place) (map[string]T, error) {
	c.counts.lists.Add(1)
	byExtID := map[string]T{}
	for object, err := range c.ops.List(ctx, c.api, at) {
		if _, broken := errors.AsType[*idm.ItemError](err); broken {
			continue
		}
		if err != nil {
			c.recordRefusal(at.Client, err)
			return nil, ctx.Err()
		}
		byExtID[idm.ExtID(object)] = object
	}
	return byExtID, nil
}

// recordRefusal remembers that a caller lacks a permission that a list needs and the read of one
// object does not: no other list of the client is going to be allowed.
func (c *cache[T]) recordRefusal(client string, err error) {
	if !c.ops.Restricted() || !errors.Is(err, idm.ErrForbidden) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused[client] = true
}
