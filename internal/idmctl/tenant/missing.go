package tenant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// maxFaults is the maximum number of reads that can fail for other reasons than missing permissions
// or operations. More failures mean a problem of the service, for which further retries do not
// help.
const maxFaults = 50

// faults collects failed reads.
type faults struct {
	mu     sync.Mutex
	all    []fault
	failed int
}

type fault struct {
	list        Unread
	what, extID string
	err         error
	needs       []string
}

// note records a failed read of an object; a nil err records nothing. list describes what is missing
// without it. needs are the permissions for the read, by default the permissions to read the type. It
// returns an error if the whole read has to stop.
func (f *faults) note(list Unread, what, extID string, err error, needs ...string) error {
	if needs == nil {
		needs = list.Type.ListPermissions()
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, rest.ErrNoResponse):
		return err
	case errors.Is(err, rest.ErrUnauthorized):
		return unreadable(what+" "+extID, err, needs)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range splitErrors(err) {
		f.all = append(f.all, fault{list, what, extID, one, needs})
	}
	if !idm.OneObject(err) &&
		!errors.Is(err, rest.ErrForbidden) && !errors.Is(err, rest.ErrNoRecord) && !errors.Is(err, rest.ErrNoOperation) {
		f.failed++
	}
	if f.failed > maxFaults {
		return fmt.Errorf("the service failed more than %d times: run again later. The last error was: %w", maxFaults, err)
	}
	return nil
}

// splitErrors splits an error that idm.ErrorsLast joined. It returns any other error as the only
// element.
func splitErrors(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// missing groups the faults by kind and reason; each object that cannot be decoded is a group of
// its own. The order does not depend on the order of the responses.
func (f *faults) missing() []Missing {
	slices.SortStableFunc(f.all, func(a, b fault) int { return strings.Compare(a.what+"\x00"+a.extID, b.what+"\x00"+b.extID) })
	index := map[[3]string]int{}
	var groups []Missing
	for _, fault := range f.all {
		absent := errors.Is(fault.err, rest.ErrNoOperation)
		key := [3]string{fault.what, WayOut(fault.err, fault.needs...)}
		if absent {
			// The client was read at this address, so the address is correct.
			key[1] = "This release of the service does not have the operation"
		}
		if idm.OneObject(fault.err) {
			key[2] = fault.err.Error()
		}
		at, known := index[key]
		if !known {
			at, index[key] = len(groups), len(groups)
			groups = append(groups, Missing{
				List: fault.list, What: fault.what, Reason: fault.err.Error(), WayOut: key[1],
				Absent: absent, Undecoded: idm.OneObject(fault.err),
			})
		}
		if ids := &groups[at].ExtIDs; !slices.Contains((*ids)[max(0, len(*ids)-1):], fault.extID) {
			*ids = append(*ids, fault.extID)
		}
	}
	return groups
}

// Unread describes the objects that a failed read did not return.
type Unread struct {
	// Type is the type of the objects, a password for all credentials; nil if no resource manages them.
	Type *objecttype.Type
	// Owned reports that the objects belong to the ExtIDs of a Missing, Single that the ExtIDs are
	// the objects. Otherwise they are all objects of the client, or of the service for types
	// without a client.
	Owned, Single bool
}

// Unread describes the objects that were not read; it has no type if no access depends on them.
func (m Missing) Unread() Unread {
	if m.List.Type == nil || access.KindOf(m.List.Type.Name) == 0 {
		return Unread{}
	}
	return m.List
}

// Of returns a sentence about the failed reads of a client, with no external IDs but the client's.
func (m Missing) Of(client string) string {
	what := m.What
	if len(m.ExtIDs) > 1 {
		what += fmt.Sprintf(" (%d of them)", len(m.ExtIDs))
	}
	return fmt.Sprintf("client %s: %s. %s.", client, what, strings.TrimRight(m.WayOut, "."))
}

// Incomplete marks the owners whose lists of a type lack objects; "" for the whole client.
type Incomplete map[*objecttype.Type]map[string]bool

// Has reports whether the list of an owner's objects of a type may be incomplete. An authoritative
// resource must not be written from such a list.
func (i Incomplete) Has(of *objecttype.Type, owner string) bool { return i[of][owner] || i[of][""] }

// Incomplete finds the lists that were not read, or not read completely.
func (t *Tenant) Incomplete() Incomplete {
	found := Incomplete{}
	for _, missing := range t.Missing {
		unread := missing.Unread()
		if unread.Type == nil || unread.Single {
			continue
		}
		if found[unread.Type] == nil {
			found[unread.Type] = map[string]bool{}
		}
		for _, owner := range missing.ExtIDs {
			if !unread.Owned {
				owner = ""
			}
			found[unread.Type][owner] = true
		}
	}
	return found
}

// unreadable returns the error for a failed read that everything else depends on.
func unreadable(what string, err error, needs []string) error {
	if connection.Unusable(err) {
		return fmt.Errorf("cannot read %s: %w", what, err)
	}
	return fmt.Errorf("cannot read %s: %w; %s", what, err, WayOut(err, needs...))
}

// WayOut returns the remedy for a failed read. needs are the required permissions without the
// prefix AccessControl.
func WayOut(err error, needs ...string) string {
	if summary, remedy := connection.Explain(err); connection.Unusable(err) && summary != "" {
		return summary + ": " + strings.TrimSuffix(remedy, ".")
	}
	switch {
	case errors.Is(err, rest.ErrForbidden):
		return "The caller needs " + required(needs) + ", with a data room that covers it"
	case errors.Is(err, rest.ErrNoRecord):
		return "It does not exist, or was deleted during the run; check the external ID and run the command again"
	case errors.Is(err, rest.ErrNoOperation):
		return "This address does not have the operation; check IDM_BASE_URL, the address before /core/v1. If it is correct, the service " +
			"is too old"
	case errors.Is(err, rest.ErrThrottled):
		return "The service limits the rate of requests; lower IDM_MAX_CONCURRENT_REQUESTS or IDM_REQUESTS_PER_SECOND, and run the " +
			"command again"
	case errors.Is(err, rest.ErrInvalid):
		return "The service rejected the request; its message gives the reason"
	}
	if _, item := errors.AsType[*rest.ItemError](err); item {
		return "The service returned an object in a form that the API does not have; correct the object in the service"
	}
	if _, page := errors.AsType[*rest.BadResponseError](err); page {
		return "The response is not from the service, but from a proxy or a login page, for example; check IDM_BASE_URL and IDM_PROXY_URL"
	}
	return "The service failed, and nothing was changed; run the command again, and if it fails again, ask its operator"
}

func required(needs []string) string {
	names := make([]string, len(needs))
	for i, name := range needs {
		names[i] = objecttype.Permission(name)
	}
	if len(names) == 1 {
		return "the permission " + names[0]
	}
	return "the permissions " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
