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
	// caches maps types to a *cache.
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
	return cacheOf(l, ops).find(ctx, at, extID)
}

// Read returns the result of Find, or else reads the object itself.
func Read[T idm.Described](ctx context.Context, l Lists, api *idm.API, ops idm.Ops[T], at idm.Place, extID string) (T, error) {
	if object, ok := Find(ctx, l, ops, at, extID); ok {
		return object, nil
	}
	return ops.Get(ctx, api, at, extID)
}

func cacheOf[T idm.Described](l Lists, ops idm.Ops[T]) *cache[T] {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, ok := l.caches[ops.Type()].(*cache[T])
	if !ok {
		c = &cache[T]{lists: l.lists, ops: ops, places: map[idm.Place]*siblings[T]{}, refused: map[string]bool{}}
		l.caches[ops.Type()] = c
	}
	return c
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

// A client may have many more users than a configuration manages. Therefore the number of single
// reads limits how much of a list with pages is read: one page of 1000 after the first firstReads,
// and twice as much whenever the number of reads has doubled. Any other list is read whole, at once.
const (
	firstReads     = 20
	objectsPerRead = 1000 / firstReads
)

// siblings is the list of one place. It is stale if the API has counted more changes since.
type siblings[T any] struct {
	changes int64
	// misses counts the reads that the list could not serve. After nextFetch misses, more of the list is
	// read; 0 for never.
	misses, nextFetch int
	// part is the fetched part of the list, nil before the first fetch.
	part *sharedfetch.Value[listPart[T]]
}

// listPart is the first part of a list, or all of it.
type listPart[T any] struct {
	byExtID  map[string]T
	complete bool
}

func (c *cache[T]) find(ctx context.Context, at idm.Place, extID string) (T, bool) {
	var none T
	list, part, limit := c.listFor(at)
	if part == nil {
		return none, false
	}
	fetched, err := part.Get(ctx, func(ctx context.Context) (listPart[T], error) { return c.fetch(ctx, at, limit) })
	object, ok := fetched.byExtID[extID]
	if err == nil && ok && list.changes == c.changes() {
		c.counts.hits.Add(1)
		return object, true
	}
	c.countMiss(list, part, fetched.complete)
	return none, false
}

// listFor returns the list that may serve a read, and the number of objects that its first reader
// fetches, 0 for all. It returns no part if none was fetched yet, or the service refuses lists of the
// client.
func (c *cache[T]) listFor(at idm.Place) (list *siblings[T], part *sharedfetch.Value[listPart[T]], limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused[at.Client] {
		return nil, nil, 0
	}
	changes := c.changes()
	if list = c.places[at]; list == nil || list.changes != changes {
		list = &siblings[T]{changes: changes, nextFetch: firstReads}
		if !c.ops.Paged() {
			list.nextFetch, list.part = 0, new(sharedfetch.Value[listPart[T]])
		}
		c.places[at] = list
	}
	if list.part == nil {
		list.misses++
	}
	if list.nextFetch > 0 && list.misses > list.nextFetch {
		list.part, list.nextFetch = new(sharedfetch.Value[listPart[T]]), 2*list.nextFetch
	}
	return list, list.part, list.nextFetch / 2 * objectsPerRead
}

// countMiss counts a read that a list did not serve. A completely read list is not read again.
func (c *cache[T]) countMiss(list *siblings[T], part *sharedfetch.Value[listPart[T]], whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if list.part != part {
		return
	}
	list.misses++
	if whole {
		list.nextFetch = 0
	}
}

// fetch reads a list up to a number of objects. A list that the service refuses counts as complete
// and empty, so that not every sibling requests it again. fetch returns the error of a cancelled
// fetch, and then the list is not kept.
func (c *cache[T]) fetch(ctx context.Context, at idm.Place, limit int) (listPart[T], error) {
	c.counts.lists.Add(1)
	part := listPart[T]{byExtID: map[string]T{}}
	for object, err := range c.ops.List(ctx, c.api, at) {
		if _, broken := errors.AsType[*idm.ItemError](err); broken {
			continue
		}
		if err != nil || ctx.Err() != nil {
			c.recordRefusal(at.Client, err)
			return listPart[T]{complete: true}, ctx.Err()
		}
		part.byExtID[idm.ExtID(object)] = object
		if len(part.byExtID) == limit {
			return part, nil
		}
	}
	part.complete = true
	return part, nil
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
