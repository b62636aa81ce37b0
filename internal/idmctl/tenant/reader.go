package tenant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// ErrNoClient means that the client does not exist.
var ErrNoClient = errors.New("there is no client")

// defaultConcurrency exceeds the default limit of a connection, so that the connection sets the
// limit.
const defaultConcurrency = 32

// reader reads one tenant.
type reader struct {
	api    *idm.API
	o      Options
	defs   definitions
	all    []idm.PropertyDefinition
	paging Paging
	faults faults

	mu   sync.Mutex
	done int
}

func newReader(api *idm.API, o Options) *reader {
	o.Concurrency = cmp.Or(o.Concurrency, defaultConcurrency)
	if o.Progress == nil {
		o.Progress = func(int, int, string) {}
	}
	return &reader{api: api, o: o}
}

func (r *reader) read(ctx context.Context) (*Tenant, error) {
	t := &Tenant{}
	var err error
	if t.Client, err = r.client(ctx); err != nil {
		return nil, err
	}
	if r.defs, err = r.definitions(ctx); err != nil {
		return nil, err
	}
	t.Definitions = r.all
	units := newForest(r)
	if r.o.Unit != "" {
		if err := units.below(ctx, r.o.Unit); err != nil {
			return nil, err
		}
	}
	if t.Users, t.UserProperties, err = r.users(ctx); err != nil {
		return nil, err
	}
	t.Paging = r.paging
	profiles, err := r.profiles(ctx, t.Users)
	if err != nil {
		return nil, err
	}
	if r.o.Unit != "" {
		profiles = slices.DeleteFunc(profiles, func(p Profile) bool { return !units.has(p.UnitExtID) })
		inUnit := map[string]bool{}
		for _, p := range profiles {
			inUnit[p.UserExtID] = true
		}
		t.Users = slices.DeleteFunc(t.Users, func(u idm.User) bool { return !inUnit[u.ExtID] })
	} else if r.o.User == "" {
		if err := units.around(ctx, profiles); err != nil {
			return nil, err
		}
	}
	t.Units, t.Profiles, t.SomeProfiles = units.sorted(), profiles, r.secondProfiles(profiles)
	if err := r.unitProperties(ctx, t); err != nil {
		return nil, err
	}
	if err := r.grants(ctx, t.Profiles); err != nil {
		return nil, err
	}
	if r.o.whole() {
		if t.Applications, err = r.applications(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.parts(ctx, t); err != nil {
		return nil, err
	}
	t.Missing = r.faults.missing()
	return t, nil
}

// client reads the client. A caller without the permission to read it may still be able to read its
// objects.
func (r *reader) client(ctx context.Context) (idm.Client, error) {
	client, err := idm.ClientOps.Get(ctx, r.api, idm.Place{}, r.o.Client)
	if errors.Is(err, rest.ErrForbidden) {
		return idm.Client{ExtID: r.o.Client}, nil
	}
	if errors.Is(err, rest.ErrNoRecord) {
		return client, fmt.Errorf("%w %q%s", ErrNoClient, r.o.Client, r.others(ctx))
	}
	if err != nil {
		return client, unreadable("the client "+r.o.Client, err, objecttype.Client.Needs[objecttype.Read])
	}
	client.ExtID = r.o.Client
	return client, nil
}

// others lists the clients that the caller can read, as text; "" if it cannot list them.
func (r *reader) others(ctx context.Context) string {
	names, err := ClientExtIDs(ctx, r.api)
	if err != nil || len(names) == 0 {
		return ""
	}
	return "; this caller can see " + strings.Join(names, ", ")
}

// ClientExtIDs returns the external IDs of the clients that the caller can read.
func ClientExtIDs(ctx context.Context, api *idm.API) ([]string, error) {
	var extIDs []string
	for client, err := range idm.Readable(idm.ClientOps.List(ctx, api, idm.Place{})) {
		if err != nil {
			return nil, err
		}
		extIDs = append(extIDs, client.ExtID)
	}
	slices.Sort(extIDs)
	return extIDs, nil
}

// users reads the users, or the single user of the options, and their properties if requested. It
// fails if the users cannot be read, because everything else is found from them.
func (r *reader) users(ctx context.Context) ([]idm.User, map[string]Properties, error) {
	if r.o.User != "" {
		user, err := idm.UserOps.Get(ctx, r.api, idm.In(r.o.Client), r.o.User)
		if err != nil {
			return nil, nil, unreadable("the user "+r.o.User, err, objecttype.User.Needs[objecttype.Read])
		}
		return []idm.User{stripped(user)}, nil, nil
	}
	var users []idm.User
	var info rest.ListInfo
	broken := 0
	properties, encrypted := map[string]Properties{}, r.defs.of(userScopes)
	for user, err := range r.api.Users(ctx, r.o.Client, idm.UserQuery{ReturnTotal: true, Info: &info}) {
		if idm.OneObject(err) {
			broken++
			if err := r.brokenUser(err); err != nil {
				return nil, nil, err
			}
			continue
		}
		if err != nil {
			return nil, nil, unreadable("the list of the users of client "+r.o.Client, err, objecttype.User.ListPermissions())
		}
		if p := withoutSecrets(idm.Properties{Values: user.Properties}, encrypted); r.o.asks(UserProperties) && !p.Empty() {
			properties[user.ExtID] = p
		}
		users = append(users, stripped(user))
		total := len(users)
		if info.Total != nil {
			total = max(total, int(*info.Total))
		}
		r.o.Progress(len(users), total, "users")
	}
	r.paging = Paging{Limit: info.Limit, NoTotal: info.Total == nil}
	users = sorted(users, func(u idm.User) string { return u.ExtID })
	if listed := len(users) + broken; info.Total != nil && listed < int(*info.Total) {
		err := fmt.Errorf("the list has %d of %d users: it changed while it was read, or hides users from this caller: "+
			"run again, then sign in as another caller", listed, *info.Total)
		if err := r.faults.note(Unread{Type: objecttype.User}, "users of client", r.o.Client, err); err != nil {
			return nil, nil, err
		}
	}
	return users, properties, nil
}

// brokenUser records a user that cannot be decoded.
func (r *reader) brokenUser(err error) error {
	if broken, ok := errors.AsType[*rest.ItemError](err); ok && broken.ExtID != "" {
		return r.faults.note(Unread{Type: objecttype.User, Single: true}, "user", broken.ExtID, err)
	}
	return r.faults.note(Unread{Type: objecttype.User}, "users of client", r.o.Client, err)
}

// stripped returns a user without the fields that can contain secrets.
func stripped(u idm.User) idm.User {
	u.Properties, u.Classifications = nil, nil
	return u
}

// profiles reads the profiles of users, sorted by user and external ID.
func (r *reader) profiles(ctx context.Context, users []idm.User) ([]Profile, error) {
	if r.o.Users != nil {
		users = slices.DeleteFunc(slices.Clone(users), func(u idm.User) bool { return !r.o.Users[u.ExtID] })
	}
	found := make([][]idm.Profile, len(users))
	err := each(ctx, r, "users with their profiles", len(users), func(ctx context.Context, i int) error {
		var err error
		found[i], err = idm.Complete(idm.ProfileOps.List(ctx, r.api, idm.Under(r.o.Client, users[i].ExtID)))
		return r.faults.note(Unread{Type: objecttype.Profile, Owned: true}, "profiles of user", users[i].ExtID, err)
	})
	var all []Profile
	for i, profiles := range found {
		for _, profile := range profiles {
			profile.UserExtID = cmp.Or(profile.UserExtID, users[i].ExtID)
			all = append(all, Profile{Profile: profile})
		}
	}
	all = sorted(all, func(p Profile) string { return p.ExtID })
	slices.SortStableFunc(all, func(a, b Profile) int { return strings.Compare(a.UserExtID, b.UserExtID) })
	return all, err
}

// grants reads the grants of profiles.
func (r *reader) grants(ctx context.Context, profiles []Profile) error {
	return each(ctx, r, "profiles with their grants", len(profiles), func(ctx context.Context, i int) error {
		p := &profiles[i]
		authorizations, err := idm.Complete(idm.AuthorizationOps.List(ctx, r.api, idm.Under(r.o.Client, p.ExtID)))
		err = r.faults.note(Unread{Type: objecttype.Authorization, Owned: true}, "authorizations of profile", p.ExtID, err)
		if err != nil {
			return err
		}
		if authorizations != nil {
			if p.Authorizations, err = r.authorizations(ctx, p.ExtID, authorizations); err != nil {
				return err
			}
		}
		granted, err := idm.Complete(idm.EnterpriseAuthorizationOps.List(ctx, r.api, idm.Under(r.o.Client, p.ExtID)))
		if granted != nil {
			slices.SortStableFunc(granted, func(a, b idm.EnterpriseAuthorization) int {
				return strings.Compare(a.EnterpriseRoleExtID, b.EnterpriseRoleExtID)
			})
			p.EnterpriseAuthorizations = slices.CompactFunc(granted, func(a,
				b idm.EnterpriseAuthorization) bool {
				return a.ExtID == b.ExtID
			})
		}
		return r.faults.note(Unread{Type: objecttype.EnterpriseAuthorization, Owned: true}, "enterprise authorizations of profile", p.ExtID,
			err)
	})
}

// authorizations sorts the authorizations of a profile and reads their properties.
func (r *reader) authorizations(ctx context.Context, profile string, all []idm.Authorization) ([]Authorization, error) {
	slices.SortStableFunc(all, func(a, b idm.Authorization) int { return strings.Compare(a.RoleExtID, b.RoleExtID) })
	filled := make([]Authorization, 0, len(all))
	seen := map[string]bool{}
	for _, a := range all {
		if seen[a.ExtID] {
			continue
		}
		seen[a.ExtID] = true
		properties, err := r.authorizationProperties(ctx, profile, a.ExtID)
		if err != nil {
			return nil, err
		}
		filled = append(filled, Authorization{Authorization: a, Properties: properties})
	}
	return filled, nil
}

func (r *reader) applications(ctx context.Context) ([]idm.Application, error) {
	found, err := idm.Complete(idm.ClientApplicationOps.List(ctx, r.api, idm.In(r.o.Client)))
	return sorted(found, func(a idm.Application) string { return a.ExtID }),
		r.faults.note(Unread{Type: objecttype.ClientApplication}, "applications of client", r.o.Client, err)
}

// sorted sorts by external ID and removes duplicates, which occur if an object is created or
// deleted while a list is paged.
func sorted[T any](all []T, id func(T) string) []T {
	slices.SortStableFunc(all, func(a, b T) int { return strings.Compare(id(a), id(b)) })
	return slices.CompactFunc(all, func(a, b T) bool { return id(a) == id(b) })
}

// each calls work concurrently for the numbers from 0 to count-1. It stops at the first error.
func each(ctx context.Context, r *reader, what string, count int, work func(ctx context.Context, i int) error) error {
	r.done = 0
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(r.o.Concurrency)
	for i := range count {
		if inner.Err() != nil {
			break
		}
		group.Go(func() error {
			if err := work(inner, i); err != nil {
				return err
			}
			r.step(count, what)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (r *reader) step(total int, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.o.Progress(r.done, total, what)
}
