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

// Lists holds the lists of one API. Its zero value finds no objects.
type Lists struct{ *lists }

type lists struct {
	api           *idm.API
	fetched, hits atomic.Int64
	mu            sync.Mutex
	places        map[place]*siblings
	refused       map[refusal]bool
}

// place is where the objects of a type are, or were before the run.
type place struct {
	idm.Place
	of     *objecttype.Type
	before bool
}

// refusal is a type whose lists of a client the service refuses.
type refusal struct {
	of     *objecttype.Type
	client string
}

// Statistics counts the fetched lists, and the reads that a list served without a request.
type Statistics struct {
	Lists    int64 `json:"lists"`
	ListHits int64 `json:"list_hits"`
}

// New returns empty lists. They keep what was fetched until an object is changed through api.
func New(api *idm.API) Lists {
	return Lists{&lists{api: api, places: map[place]*siblings{}, refused: map[refusal]bool{}}}
}

type beforeKey struct{}

// Before returns a context in which Find keeps fetched lists despite changes, for the objects as they
// were before a run.
func Before(ctx context.Context) context.Context { return context.WithValue(ctx, beforeKey{}, true) }

// changes counts the changes after which a list is stale.
func (l *lists) changes(at place) int64 {
	if at.before {
		return 0
	}
	return l.api.Changes()
}

// source lists the objects of a type.
type source interface {
	idm.Reads
	Paged() bool
	Restricted() bool
}

// Find returns an object from a list of its siblings. It returns false if the place is not known,
// if the object is not in the list or the list cannot be read, or if too few objects were read so
// far to justify the requests for a list. Only a read of the object itself shows whether it still
// exists. The first reader fetches the list, and all readers share it.
func Find[T idm.Described](ctx context.Context, l Lists, ops idm.Ops[T], in idm.Place, extID string) (object T, ok bool) {
	if l.lists == nil || !ops.Lists() || ops.Type().ListedBelow() && in.Owner == "" {
		return object, false
	}
	in.Number = ""
	at := place{in, ops.Type(), ctx.Value(beforeKey{}) != nil}
	list, part, limit := l.listFor(at, ops)
	if part == nil {
		return object, false
	}
	fetched, err := part.Get(ctx, func(ctx context.Context) (listPart, error) { return l.fetch(ctx, at, ops, limit) })
	if object, ok = fetched.byExtID[extID].(T); ok && err == nil && list.changes == l.changes(at) {
		l.hits.Add(1)
		return object, true
	}
	l.countMiss(list, part, fetched.complete)
	var none T
	return none, false
}

// Read returns the result of Find, or else reads the object itself.
func Read[T idm.Described](ctx context.Context, l Lists, api *idm.API, ops idm.Ops[T], at idm.Place, extID string) (T, error) {
	if object, ok := Find(ctx, l, ops, at, extID); ok {
		return object, nil
	}
	return ops.Get(ctx, api, at, extID)
}

// Statistics returns the current counts.
func (l Lists) Statistics() Statistics {
	if l.lists == nil {
		return Statistics{}
	}
	return Statistics{Lists: l.fetched.Load(), ListHits: l.hits.Load()}
}

// A client may have many more users than a configuration manages. Therefore the number of single
// reads limits how much of a list with pages is read: one page of 1000 after the first firstReads,
// and twice as much whenever the number of reads has doubled. Any other list is read whole, at once.
const (
	firstReads     = 20
	objectsPerRead = 1000 / firstReads
)

// siblings is the list of one place. It is stale if the API has counted more changes since.
type siblings struct {
	changes int64
	// misses counts the reads that the list could not serve. After nextFetch misses, more of the list is
	// read; 0 for never.
	misses, nextFetch int
	// part is the fetched part of the list, nil before the first fetch.
	part *sharedfetch.Value[listPart]
}

// listPart is the first part of a list, or all of it.
type listPart struct {
	byExtID  map[string]any
	complete bool
}

// listFor returns the list that may serve a read, and the number of objects that its first reader
// fetches, 0 for all. It returns no part if none was fetched yet, or the service refuses lists of the
// client.
func (l *lists) listFor(at place, of source) (list *siblings, part *sharedfetch.Value[listPart], limit int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused[refusal{at.of, at.Client}] {
		return nil, nil, 0
	}
	changes := l.changes(at)
	if list = l.places[at]; list == nil || list.changes != changes {
		list = &siblings{changes: changes, nextFetch: firstReads}
		if !of.Paged() {
			list.nextFetch, list.part = 0, new(sharedfetch.Value[listPart])
		}
		l.places[at] = list
	}
	if list.part == nil {
		list.misses++
	}
	if list.nextFetch > 0 && list.misses > list.nextFetch {
		list.part, list.nextFetch = new(sharedfetch.Value[listPart]), 2*list.nextFetch
	}
	return list, list.part, list.nextFetch / 2 * objectsPerRead
}

// countMiss counts a read that a list did not serve. A completely read list is not read again.
func (l *lists) countMiss(list *siblings, part *sharedfetch.Value[listPart], whole bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if list.part != part {
		return
	}
	list.misses++
	if whole {
		list.nextFetch = 0
	}
}

// fetch reads a list up to a number of objects. A list that the service refuses counts as complete
// and empty, so that not every sibling requests it again; if the caller lacks a permission that lists
// require and the read of one object does not, all other lists of the client will be refused too.
// fetch returns the error of a cancelled fetch, and then the list is not kept.
func (l *lists) fetch(ctx context.Context, at place, of source, limit int) (listPart, error) {
	l.fetched.Add(1)
	part := listPart{byExtID: map[string]any{}}
	for object, err := range of.Objects(ctx, l.api, at.Place, 0) {
		if idm.OneObject(err) {
			continue
		}
		if err != nil || ctx.Err() != nil {
			if of.Restricted() && errors.Is(err, idm.ErrForbidden) {
				l.mu.Lock()
				defer l.mu.Unlock()
				l.refused[refusal{at.of, at.Client}] = true
			}
			return listPart{complete: true}, ctx.Err()
		}
		part.byExtID[object.ExtID] = object.Value
		if len(part.byExtID) == limit {
			return part, nil
		}
	}
	part.complete = true
	return part, nil
}
