package listcache

import (
	"context"
	"errors"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// A client may have many more users than a configuration manages, so the number of users that were
// already read by themselves limits how much of the list is read: a page of 1000 for the first
// firstReads of them, twice that when they have doubled.
const (
	firstReads     = 20
	objectsForRead = 1000 / firstReads
)

// growing answers reads from the beginning of the list of a client.
type growing[T idm.Described] struct {
	*lists
	ops idm.Ops[T]

	mu      sync.Mutex
	clients map[string]*known[T]
}

func newGrowing[T idm.Described](l *lists, ops idm.Ops[T]) *growing[T] {
	return &growing[T]{lists: l, ops: ops, clients: map[string]*known[T]{}}
}

// known is the list of one client. It is stale once changes has moved on.
type known[T any] struct {
	changes int64
	// alone counts the reads that the list could not answer; the next list is read when there are next
	// of them.
	alone, next int
	// pages is the part of the list that was read, nil before the first read.
	pages *once.Value[beginning[T]]
}

// beginning is the first part of a list, or all of it.
type beginning[T any] struct {
	byExtID map[string]T
	whole   bool
}

func (g *growing[T]) find(ctx context.Context, at idm.Place, extID string) (T, bool) {
	var none T
	known, pages, limit := g.reader(at.Client)
	if pages == nil {
		return none, false
	}
	begun, err := pages.Get(ctx, func(ctx context.Context) (beginning[T], error) { return g.fetch(ctx, at, limit) })
	object, ok := begun.byExtID[extID]
	if err == nil && ok && known.changes == g.api.Changes() {
		g.counts.hits.Add(1)
		return object, true
	}
	g.missed(known, pages, begun.whole)
	return none, false
}

// reader returns the list that a read may look into, and how much of it is fetched by its first
// reader.
func (g *growing[T]) reader(client string) (list *known[T], pages *once.Value[beginning[T]], limit int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	changes := g.api.Changes()
	if list = g.clients[client]; list == nil || list.changes != changes {
		list = &known[T]{changes: changes, next: firstReads}
		g.clients[client] = list
	}
	if list.pages == nil {
		list.alone++
	}
	if list.next > 0 && list.alone > list.next {
		list.pages, list.next = new(once.Value[beginning[T]]), 2*list.next
	}
	return list, list.pages, list.next / 2 * objectsForRead
}

// missed counts a read that a list did not answer. A list that was read to its end is not read
// again.
func (g *growing[T]) missed(list *known[T], pages *once.Value[beginning[T]], whole bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if list.pages != pages {
		return
	}
	list.alone++
	if whole {
		list.next = 0
	}
}

// fetch reads a list up to a number of objects. One that the service refuses counts as whole and
// empty, so that it is not asked for again; the error of a fetch that was cancelled is returned.
func (g *growing[T]) fetch(ctx context.Context, at idm.Place, limit int) (beginning[T], error) {
	g.counts.lists.Add(1)
	begun := beginning[T]{byExtID: map[string]T{}}
	for object, err := range g.ops.List(ctx, g.api, at) {
		if ctx.Err() != nil {
			return beginning[T]{}, ctx.Err()
		}
		if _, broken := errors.AsType[*idm.ItemError](err); broken {
			continue
		}
		if err != nil {
			return beginning[T]{whole: true}, nil
		}
		begun.byExtID[idm.ExtID(object)] = object
		if len(begun.byExtID) == limit {
			return begun, nil
		}
	}
	begun.whole = true
	return begun, nil
}
