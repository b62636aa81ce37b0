package references

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Named is an object in a list of siblings. Name is the field that is unique among them: a name, or
// the role of a grant. Value is the object itself.
type Named struct {
	ExtID, Name string
	Value       any
}

// Siblings returns the objects of a type that share the service, a client or an owner; nil if they
// cannot be read.
func (c *Catalog) Siblings(ctx context.Context, t *objecttype.Type, client, parent string) []Named {
	of := NewTarget(t, client, parent)
	return listOnce(ctx, c, &c.siblings, of, func(ctx context.Context) iter.Seq2[Named, error] { return c.named(ctx, of) })
}

// named lists siblings: profiles from the list that UserProfiles caches, and device passwords from
// the credentials of their user.
func (c *Catalog) named(ctx context.Context, of Target) iter.Seq2[Named, error] {
	return func(yield func(Named, error) bool) {
		switch of.Type {
		case objecttype.Profile:
			for _, one := range c.UserProfiles(ctx, of.Client, of.ExtID) {
				if !yield(Named{one.ExtID, one.Name, one}, nil) {
					return
				}
			}
			return
		case objecttype.DevicePassword:
			for one, err := range c.api.DevicePasswords(ctx, of.Client, of.ExtID) {
				if !yield(Named{one.ExtID, "", one}, err) {
					return
				}
			}
			return
		}
		reads := idm.ReadsOf(of.Type)
		if reads == nil || !reads.Lists() {
			return
		}
		for one, err := range reads.Objects(ctx, c.api, idm.Place{Client: of.Client, Owner: of.ExtID}, 0) {
			if !yield(Named{one.ExtID, one.Name, one.Value}, err) {
				return
			}
		}
	}
}

// Taken reports whether an external ID is in use, with few requests: the first IDs of a type are
// read one by one, later ones are looked up in the first page of the list.
func (c *Catalog) Taken(ctx context.Context, t Target) bool {
	c.mu.Lock()
	c.taken[t.Type]++
	few := c.taken[t.Type] <= singleReads
	c.mu.Unlock()
	if few {
		return c.Find(ctx, t).Status == Exists
	}
	if t.Type == objecttype.Profile {
		return false // The list of a profile's user has been looked at, and there is no cheap one of all.
	}
	_, listed := c.listOf(ctx, t)[t.ExtID]
	return listed && c.Find(ctx, t).Status == Exists
}

// RootUnits returns the root units of a client with a name; nil if none can be found. It searches for
// the first few names only.
func (c *Catalog) RootUnits(ctx context.Context, client, name string) (found []idm.Unit) {
	if !c.few(&c.roots) {
		return nil
	}
	c.requests.Add(1)
	for unit, err := range c.api.RootUnits(ctx, client, name) {
		if err == nil && unit.Name == name {
			found = append(found, unit)
		}
	}
	return found
}

// rootsRead is the maximum number of units that Roots reads.
const rootsRead = 20

// Roots returns root units of a client that satisfy a condition; nil if none can be found. It
// searches once, and reads the first few units of the result.
func (c *Catalog) Roots(ctx context.Context, client string, satisfies func(extID string) bool) (found []idm.Unit) {
	all := slices.DeleteFunc(c.Names(ctx, NewTarget(objecttype.Unit, client, "")), func(extID string) bool { return !satisfies(extID) })
	for _, extID := range all[:min(len(all), rootsRead)] {
		unit := c.Find(ctx, NewTarget(objecttype.Unit, client, extID)).Unit
		if unit.ExtID != "" && unit.ParentUnitExtID == "" {
			found = append(found, unit)
		}
	}
	return found
}

// Newest returns the newest users of a client that match filters, at most one page, and that have not
// been changed since their creation; nil if they cannot be read.
func (c *Catalog) Newest(ctx context.Context, client string, filters []idm.Filter) (found []idm.User) {
	if !c.few(&c.newest) {
		return nil
	}
	c.requests.Add(1)
	descending := true
	query := idm.UserQuery{Filters: append(filters, idm.Filter{Name: "version", Value: "1"}), SortBy: "created", Descending: &descending,
		Limit: pageRead}
	for user, err := range idm.Readable(c.api.Users(ctx, client, query)) {
		if err != nil || len(found) == pageRead {
			break
		}
		found = append(found, user)
	}
	return found
}

// Users returns users of a client that can match filters, at most one page; nil if they cannot be
// read. It limits its requests like Taken, and then returns all users of that page.
func (c *Catalog) Users(ctx context.Context, client string, filters []idm.Filter) (found []idm.User) {
	if !c.few(&c.namesakes) {
		for _, object := range c.listOf(ctx, NewTarget(objecttype.User, client, "")) {
			if user, ok := object.Value.(idm.User); ok {
				found = append(found, user)
			}
		}
		return found
	}
	c.requests.Add(1)
	for user, err := range idm.Readable(c.api.Users(ctx, client, idm.UserQuery{Filters: filters, Limit: pageRead})) {
		if err != nil || len(found) == pageRead {
			break
		}
		found = append(found, user)
	}
	return found
}

// few counts a request, and reports whether it is one of the first few of its kind.
func (c *Catalog) few(count *int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	*count++
	return *count <= singleReads
}

// UserByLogin returns the external ID of the client's user with a login ID; "" if none is found. It
// limits its requests like Taken. HasLogin does not.
func (c *Catalog) UserByLogin(ctx context.Context, client, login string) (extID string) {
	if c.few(&c.logins) {
		extID, _ = c.HasLogin(ctx, client, login)
		return extID
	}
	for extID, object := range c.listOf(ctx, NewTarget(objecttype.User, client, "")) {
		if user, ok := object.Value.(idm.User); ok && user.LoginID == login {
			return extID
		}
	}
	return ""
}

// HasLogin returns the external ID of the client's user with a login ID, "" for none, and whether the
// answer is certain.
func (c *Catalog) HasLogin(ctx context.Context, client, login string) (extID string, certain bool) {
	c.requests.Add(1)
	user, err := c.api.UserByLoginID(ctx, client, login)
	_, missing := errors.AsType[*idm.NotFoundError](err)
	return user.ExtID, err == nil || missing
}
