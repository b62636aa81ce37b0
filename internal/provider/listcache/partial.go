package listcache

import (
	"context"
	"errors"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
)

// A client may have many more users than a configuration manages. Therefore the number of single
// reads limits how much of the list is read: one page of 1000 after the first firstReads, and twice
// as much whenever the number of reads has doubled.
const (
	firstReads     = 20
	objectsPerRead = 1000 / firstReads
)

// partialCache serves reads from the first part of a client's list.
type partialCache[T idm.Described] struct {
	*lists
	ops idm.Ops[T]

	mu      sync.Mutex
	clients map[string]*clientList[T]
}

func newPartialCache[T idm.Described](l *lists, ops idm.Ops[T]) *partialCache[T] {
	return &partialCache[T]{lists: l, ops: ops, clients: map[string]*clientList[T]{}}
}

// clientList is the list of one client. It is stale if the API has counted more changes since.
type clientList[T any] struct {
	changes int64
	// misses counts the reads that the list could not serve. After nextFetch misses, the next list
	// is read.
	misses, nextFetch int
	// pages is the fetched part of the list, nil before the first fetch.
	pages *sharedfetch.Value[listPart[T]]
}

// listPart is the first part of a list, or all of it.
type listPart[T any] struct {
	byExtID  map[string]T
	complete bool
}

func (g *partialCache[T]) find(ctx context.Context, at idm.Place, extID string) (T, bool) {
	var none T
	known, pages, limit := g.listFor(at.Client)
	if pages == nil {
		return none, false
	}
	part, err := pages.Get(ctx, func(ctx context.Context) (listPart[T], error) { return g.fetch(ctx, at, limit) })
	object, ok := part.byExtID[extID]
	if err == nil && ok && known.changes == g.changes() {
		g.counts.hits.Add(1)
		return object, true
	}
	g.countMiss(known, pages, part.complete)
	return none, false
}

// listFor returns the list that may serve a read, and the number of objects that its first reader
// fetches.
func (g *partialCache[T]) listFor(client string) (list *clientList[T], pages *sharedfetch.Value[listPart[T]], limit int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	changes := g.changes()
	if list = g.clients[client]; list == nil || list.changes != changes {
		list = &clientList[T]{changes: changes, nextFetch: firstReads}
		g.clients[client] = list
	}
	if list.pages == nil {
		list.misses++
	}
	if list.nextFetch > 0 && list.misses > list.nextFetch {
		list.pages, list.nextFetch = new(sharedfetch.Value[listPart[T]]), 2*list.nextFetch
	}
	return list, list.pages, list.nextFetch / 2 * objectsPerRead
}

// countMiss counts a read that a list did not serve. A completely read list is not read again.
func (g *partialCache[T]) countMiss(list *clientList[T], pages *sharedfetch.Value[listPart[T]], whole bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if list.pages != pages {
		return
	}
	list.misses++
	if whole {
		list.nextFetch = 0
	}
}

// fetch reads a list up to a number of objects. A list that the service refuses counts as complete
// and empty, so that it is not requested again. fetch returns the error of a cancelled fetch.
func (g *partialCache[T]) fetch(ctx context.Context, at idm.Place, limit int) (listPart[T], error) {
	g.counts.lists.Add(1)
	part := listPart[T]{byExtID: map[string]T{}}
	for object, err := range g.ops.List(ctx, g.api, at) {
		if ctx.Err() != nil {
			return listPart[T]{}, ctx.Err()
		}
		if _, broken := errors.AsType[*idm.ItemError](err); broken {
			continue
		}
		if err != nil {
			return listPart[T]{complete: true}, nil
		}
		part.byExtID[idm.ExtID(object)] = object
		if len(part.byExtID) == limit {
			return part, nil
		}
	}
	part.complete = true
	return part, nil
}
