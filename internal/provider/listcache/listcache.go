// Package listcache serves reads of single objects from one list of their siblings, so that a
// refresh of many objects sends one list for each parent instead of one request for each object.
package listcache

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Lists holds the caches of one API, one for each type of object. Its zero value finds no objects.
type Lists struct{ *lists }

type lists struct {
	api *idm.API
	// lasting reports that changes do not make a list stale.
	lasting bool
	counts  counts
	mu      sync.Mutex
	// caches maps types to a *cache or a *partialCache.
	caches map[*objecttype.Type]any
}

// Statistics counts the fetched lists, and the reads that a list served without a request.
type Statistics struct {
	Lists    int64 `json:"lists"`
	ListHits int64 `json:"list_hits"`
}

type counts struct{ lists, hits atomic.Int64 }

// New returns empty caches. They keep fetched lists until an object is changed through api.
func New(api *idm.API) Lists {
	return Lists{&lists{api: api, caches: map[*objecttype.Type]any{}}}
}

// NewLasting returns caches that keep fetched lists despite changes, for the objects as they were
// before a run.
func NewLasting(api *idm.API) Lists {
	return Lists{&lists{api: api, lasting: true, caches: map[*objecttype.Type]any{}}}
}

type insteadKey struct{}

// Instead returns a context in which Find uses other caches.
func Instead(ctx context.Context, other Lists) context.Context {
	return context.WithValue(ctx, insteadKey{}, other)
}

// changes counts the changes after which a list is stale.
func (l *lists) changes() int64 {
	if l.lasting {
		return 0
	}
	return l.api.Changes()
}

// Find returns an object from a list of its siblings. It returns false if the place is not known,
// if the object is not in the list or the list cannot be read, or if too few objects were read so
// far to justify the requests for a list. Only a read of the object itself shows whether it still
// exists. The first reader fetches the list, and all readers share it.
func Find[T idm.Described](ctx context.Context, l Lists, ops idm.Ops[T], at idm.Place, extID string) (T, bool) {
	if other, ok := ctx.Value(insteadKey{}).(Lists); ok {
		l = other
	}
	if l.lists == nil || !ops.Lists() || ops.Type().ListedBelow() && at.Owner == "" {
		var none T
		return none, false
	}
	if ops.Paged() {
		return cacheOf(l, ops, newPartialCache[T]).find(ctx, at, extID)
	}
	return cacheOf(l, ops, newCache[T]).find(ctx, at, extID)
}

// Read returns the result of Find, or else reads the object itself.
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

// Statistics returns the current counts.
func (l Lists) Statistics() Statistics {
	if l.lists == nil {
		return Statistics{}
	}
	return Statistics{Lists: l.counts.lists.Load(), ListHits: l.counts.hits.Load()}
}

// cache holds the lists of one type of object, one for each place.
type cache[T idm.Described] struct {
	*lists
	ops idm.Ops[T]

	mu      sync.Mutex
	places  map[idm.Place]*siblings[T]
	refused map[string]bool
}

// siblings is the list of one place. It is stale if the API has counted more changes since.
type siblings[T any] struct {
	changes int64
	byExtID sharedfetch.Value[map[string]T]
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
	if err != nil || !ok || siblings.changes != c.changes() {
		return none, false
	}
	c.counts.hits.Add(1)
	return object, true
}

// siblings returns the list of a place. It returns a new one if the old one is stale, and nil if
// the service refuses lists of the client.
func (c *cache[T]) siblings(at idm.Place) *siblings[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused[at.Client] {
		return nil
	}
	changes := c.changes()
	if list := c.places[at]; list != nil && list.changes == changes {
		return list
	}
	list := &siblings[T]{changes: changes}
	c.places[at] = list
	return list
}

// fetch reads a complete list. If the service refuses it, fetch returns an empty list, so that not
// every sibling requests it again. It returns the error of a cancelled fetch, and then the list is
// not kept.
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

// recordRefusal records that the caller lacks a permission that a list requires and the read of one
// object does not. All other lists of the client will be refused too.
func (c *cache[T]) recordRefusal(client string, err error) {
	if !c.ops.Restricted() || !errors.Is(err, idm.ErrForbidden) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused[client] = true
}
