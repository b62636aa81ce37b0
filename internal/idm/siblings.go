package idm

import (
	"context"
	"iter"
	"sync"
)

// Lists answers reads of single objects from the lists of their siblings. A list that is nil finds nothing.
type Lists struct {
	// Units are found by client and parent unit.
	Units *Siblings[Unit]
	// Authorizations and EnterpriseAuthorizations are found by client and profile.
	Authorizations           *Siblings[Authorization]
	EnterpriseAuthorizations *Siblings[EnterpriseAuthorization]
	// Applications, those assigned to a client, are found by client.
	Applications *Siblings[Application]
}

// Lists returns new lists, which remember what they fetch until something is changed through this API.
func (a *API) Lists() Lists {
	return Lists{
		Units: &Siblings[Unit]{api: a, id: func(u Unit) string { return u.ExtID }, fetch: func(ctx context.Context, of [2]string) iter.Seq2[Unit, error] {
			return a.UnitChildren(ctx, of[0], of[1])
		}},
		Authorizations: &Siblings[Authorization]{api: a, id: func(o Authorization) string { return o.ExtID }, fetch: func(ctx context.Context, of [2]string) iter.Seq2[Authorization, error] {
			return a.Authorizations(ctx, of[0], of[1])
		}},
		EnterpriseAuthorizations: &Siblings[EnterpriseAuthorization]{api: a, id: func(o EnterpriseAuthorization) string { return o.ExtID },
			fetch: func(ctx context.Context, of [2]string) iter.Seq2[EnterpriseAuthorization, error] {
				return a.EnterpriseAuthorizations(ctx, of[0], of[1])
			}},
		Applications: &Siblings[Application]{api: a, id: func(o Application) string { return o.ExtID }, fetch: func(ctx context.Context, of [2]string) iter.Seq2[Application, error] {
			return a.ClientApplications(ctx, of[0])
		}},
	}
}

// Siblings reads the objects below one parent with one list, which all readers share.
type Siblings[T any] struct {
	api   *API
	id    func(T) string
	fetch func(ctx context.Context, parent [2]string) iter.Seq2[T, error]
	mu    sync.Mutex
	lists map[[2]string]*siblings[T]
}

// siblings is one list, whole once done is closed.
type siblings[T any] struct {
	changes int64
	done    chan struct{}
	byID    map[string]T
	err     error
}

// Find returns the object with an external id below a parent: a client, and a unit or profile where the list is of one. It is not found when the
// list lacks it or cannot be had; only a read of the object itself tells whether it is gone. The first reader fetches, the others wait for the same answer.
func (s *Siblings[T]) Find(ctx context.Context, extID, client string, below ...string) (T, bool) {
	var none T
	if s == nil {
		return none, false
	}
	parent := [2]string{client}
	copy(parent[1:], below)
	list, first := s.list(parent)
	if first {
		list.fill(ctx, s, parent)
	}
	select {
	case <-list.done:
	case <-ctx.Done():
		return none, false
	}
	object, ok := list.byID[extID]
	if !ok || list.err != nil || list.changes != s.api.c.Changes() {
		return none, false
	}
	s.api.uses.hits.Add(1)
	return object, true
}

// list returns the list of a parent, a new one when something was changed since the old one was fetched.
func (s *Siblings[T]) list(parent [2]string) (list *siblings[T], first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changes := s.api.c.Changes()
	if list = s.lists[parent]; list != nil && list.changes == changes {
		return list, false
	}
	if s.lists == nil {
		s.lists = map[[2]string]*siblings[T]{}
	}
	list = &siblings[T]{changes: changes, done: make(chan struct{})}
	s.lists[parent] = list
	return list, true
}

func (l *siblings[T]) fill(ctx context.Context, s *Siblings[T], parent [2]string) {
	defer close(l.done)
	s.api.uses.fetched.Add(1)
	l.byID = map[string]T{}
	for object, err := range s.fetch(ctx, parent) {
		if err != nil {
			l.err = err
			return
		}
		l.byID[s.id(object)] = object
	}
}
