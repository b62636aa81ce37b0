package listcache

import (
	"context"
	"iter"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// A client may have many more users than a configuration manages, so its list is read only as far
// as the users that were already read by themselves justify: a page of 1000 for the first
// firstReads of them, twice that when they have doubled.
const (
	firstReads   = 20
	usersForRead = 1000 / firstReads
)

// Users answers reads of users from the beginning of the list of their client.
type Users struct {
	list    func(ctx context.Context, client string) iter.Seq2[idm.User, error]
	changes func() int64
	counts  *counts

	mu      sync.Mutex
	clients map[string]*clientUsers
}

// clientUsers is what is known of one client. It is stale once changes has moved on.
type clientUsers struct {
	changes int64
	// alone counts the reads that the list could not answer; the next list is read when there are next
	// of them.
	alone, next int
	// pages is the list as far as it was read, nil before that.
	pages *once.Value[beginning]
}

// beginning is the first part of a list, or all of it.
type beginning struct {
	byExtID map[string]idm.User
	whole   bool
}

// Find returns the user with an external id. It is not found when too few users were read so far to
// make a list worth its requests, or when the list lacks it or cannot be read; only a read of the
// user itself shows whether it is gone.
func (u *Users) Find(ctx context.Context, extID, client string) (idm.User, bool) {
	if u == nil {
		return idm.User{}, false
	}
	known, pages, limit := u.reader(client)
	if pages == nil {
		return idm.User{}, false
	}
	begun, err := pages.Get(ctx, func(ctx context.Context) (beginning, error) { return u.fetch(ctx, client, limit) })
	user, ok := begun.byExtID[extID]
	if err == nil && ok && known.changes == u.changes() {
		u.counts.hits.Add(1)
		return user, true
	}
	u.missed(known, pages, begun.whole)
	return idm.User{}, false
}

// reader returns the list that a read may look into, and how much of it is fetched by its first
// reader.
func (u *Users) reader(client string) (known *clientUsers, pages *once.Value[beginning], limit int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	changes := u.changes()
	if known = u.clients[client]; known == nil || known.changes != changes {
		known = &clientUsers{changes: changes, next: firstReads}
		if u.clients == nil {
			u.clients = map[string]*clientUsers{}
		}
		u.clients[client] = known
	}
	if known.pages == nil {
		known.alone++
	}
	if known.next > 0 && known.alone > known.next {
		known.pages, known.next = new(once.Value[beginning]), 2*known.next
	}
	return known, known.pages, known.next / 2 * usersForRead
}

// missed counts a read that a list did not answer. A list that was read to its end is not read
// again.
func (u *Users) missed(known *clientUsers, pages *once.Value[beginning], whole bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if known.pages != pages {
		return
	}
	known.alone++
	if whole {
		known.next = 0
	}
}

// fetch reads a list up to a number of users. One that the service refuses counts as whole and
// empty, so that it is not asked for again; the error of a fetch that was cancelled is returned.
func (u *Users) fetch(ctx context.Context, client string, limit int) (beginning, error) {
	u.counts.lists.Add(1)
	begun := beginning{byExtID: map[string]idm.User{}}
	for user, err := range u.list(ctx, client) {
		if ctx.Err() != nil {
			return beginning{}, ctx.Err()
		}
		if err != nil {
			return beginning{whole: true}, nil
		}
		begun.byExtID[user.ExtID] = user
		if len(begun.byExtID) == limit {
			return begun, nil
		}
	}
	begun.whole = true
	return begun, nil
}
