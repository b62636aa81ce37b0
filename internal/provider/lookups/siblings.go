package lookups

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Siblings returns the objects of a type that share the service, a client or an owner, which is the
// parent of units; nil if they cannot be read.
func (c *Catalog) Siblings(ctx context.Context, t *objecttype.Type, client, owner string) []idm.Object {
	of := NewTarget(t, client, owner)
	return listOnce(ctx, c, &c.siblings, of, func(ctx context.Context) iter.Seq2[idm.Object, error] { return c.siblingsOf(ctx, of) })
}

// errUnreadable is the error of a list that the service does not return.
var errUnreadable = errors.New("the list cannot be read")

// siblingsOf lists siblings: device passwords from the credentials of their user.
func (c *Catalog) siblingsOf(ctx context.Context, of Target) iter.Seq2[idm.Object, error] {
	reads := idm.ReadsOf(of.Type)
	switch {
	case of.Type == objecttype.DevicePassword:
		return func(yield func(idm.Object, error) bool) {
			for one, err := range c.api.DevicePasswords(ctx, of.Client, of.ExtID) {
				if !yield(idm.Describe(one), err) {
					return
				}
			}
		}
	case reads == nil || !reads.Lists():
		return func(yield func(idm.Object, error) bool) { yield(idm.Object{}, errUnreadable) }
	}
	return reads.Objects(ctx, c.api, idm.Place{Client: of.Client, Owner: of.ExtID}, 0)
}

// Units returns the direct subunits of a unit; nil if they cannot be read.
func (c *Catalog) Units(ctx context.Context, client, parent string) []idm.Unit {
	return values[idm.Unit](c.Siblings(ctx, objecttype.Unit, client, parent))
}

// Policies returns the policies of a client; nil if they cannot be read.
func (c *Catalog) Policies(ctx context.Context, client string) []idm.Policy {
	return values[idm.Policy](c.Siblings(ctx, objecttype.Policy, client, ""))
}

// Policy returns the policy that applies to an object, and whether it is known: the referenced
// policy, otherwise the client's default policy of the type. A client without a default has the zero
// value, which counts as known.
func (c *Catalog) Policy(ctx context.Context, client, policyType, extID string) (policy idm.Policy, known bool) {
	if extID != "" {
		policy, _ = c.Find(ctx, NewTarget(objecttype.Policy, client, extID)).Value.(idm.Policy)
		return policy, policy.ExtID != "" && policy.PolicyType == policyType
	}
	policies := c.Policies(ctx, client)
	for _, policy := range policies {
		if policy.PolicyType == policyType && policy.DefaultPolicy {
			return policy, true
		}
	}
	return idm.Policy{}, policies != nil
}

// ClientPolicy returns the parameters of the ClientPolicy of a client. It is nil if the client has
// none, or if it cannot be read.
func (c *Catalog) ClientPolicy(ctx context.Context, client string) map[string]string {
	for _, policy := range c.Policies(ctx, client) {
		if policy.PolicyType == "ClientPolicy" {
			return policy.Parameters
		}
	}
	return nil
}

// values returns what the objects of a list are; nil for nil.
func values[T any](objects []idm.Object) []T {
	if objects == nil {
		return nil
	}
	all := make([]T, len(objects))
	for i, object := range objects {
		all[i], _ = object.Value.(T)
	}
	return all
}

// Taken reports whether an object exists, with as few requests as possible: what a complete list does
// not contain is not read.
func (c *Catalog) Taken(ctx context.Context, t Target) bool {
	if isListed(t.Type) {
		listed := c.listOf(ctx, t)
		if _, exists := listed.objects[t.ExtID]; !exists && listed.complete {
			return false
		}
	}
	return c.Find(ctx, t).Status == Exists
}

// RootUnits returns the root units of a client with a name; nil if none can be found.
func (c *Catalog) RootUnits(ctx context.Context, client, name string) []idm.Unit {
	return listOnce(ctx, c, &c.roots, NewTarget(objecttype.Unit, client, name), func(ctx context.Context) iter.Seq2[idm.Unit, error] {
		return func(yield func(idm.Unit, error) bool) {
			for unit, err := range c.api.RootUnits(ctx, client, name) {
				if err == nil && unit.Name == name && !yield(unit, nil) {
					return
				}
			}
		}
	})
}

// rootsRead is the maximum number of units that Roots reads.
const rootsRead = 20

// Roots returns root units of a client with an external ID that looks generated; nil if none can be
// found. It searches once, and reads the first few units of the result.
func (c *Catalog) Roots(ctx context.Context, client string) (found []idm.Unit) {
	all := c.Names(ctx, NewTarget(objecttype.Unit, client, ""))
	all = slices.DeleteFunc(all, func(extID string) bool { return uuid.Validate(extID) != nil })
	for _, extID := range all[:min(len(all), rootsRead)] {
		unit, _ := c.Find(ctx, NewTarget(objecttype.Unit, client, extID)).Value.(idm.Unit)
		if unit.ExtID != "" && unit.ParentUnitExtID == "" {
			found = append(found, unit)
		}
	}
	return found
}

// Newest returns the newest people or technical users of a client, at most one page, that have not
// been changed since their creation; nil if they cannot be read.
func (c *Catalog) Newest(ctx context.Context, client string, technical bool) []idm.User {
	filters := []idm.Filter{{Name: "isTechnicalUser", Value: strconv.FormatBool(technical)}, {Name: "version", Value: "1"}}
	return c.users(ctx, client, idm.UserQuery{Filters: filters, SortBy: "created", Descending: new(true)})
}

// Users returns users of a client that can match filters; nil if they cannot be read.
func (c *Catalog) Users(ctx context.Context, client string, filters []idm.Filter) (found []idm.User) {
	listed := c.listOf(ctx, NewTarget(objecttype.User, client, ""))
	if !listed.complete {
		return c.users(ctx, client, idm.UserQuery{Filters: filters})
	}
	for _, extID := range slices.Sorted(maps.Keys(listed.objects)) {
		if user, ok := listed.objects[extID].Value.(idm.User); ok {
			found = append(found, user)
		}
	}
	return found
}

// users returns at most one page of users.
func (c *Catalog) users(ctx context.Context, client string, query idm.UserQuery) []idm.User {
	query.Limit = pageRead
	of := NewTarget(objecttype.User, client, fmt.Sprint(query.Filters))
	return listOnce(ctx, c, &c.queries, of, func(ctx context.Context) iter.Seq2[idm.User, error] {
		return func(yield func(idm.User, error) bool) {
			n := 0
			for user, err := range c.api.Users(ctx, client, query) {
				if n++; n > pageRead || !yield(user, err) {
					return
				}
			}
		}
	})
}

// UserByLogin returns the external ID of the client's user with a login ID; "" if none is found. It
// looks into the list of users first. HasLogin does not.
func (c *Catalog) UserByLogin(ctx context.Context, client, login string) (extID string) {
	listed := c.listOf(ctx, NewTarget(objecttype.User, client, ""))
	for extID, object := range listed.objects {
		if user, ok := object.Value.(idm.User); ok && user.LoginID == login {
			return extID
		}
	}
	if !listed.complete {
		extID, _ = c.HasLogin(ctx, client, login)
	}
	return extID
}

// HasLogin returns the external ID of the client's user with a login ID, "" for none, and whether the
// answer is certain.
func (c *Catalog) HasLogin(ctx context.Context, client, login string) (extID string, certain bool) {
	c.requests.Add(1)
	user, err := c.api.UserByLoginID(ctx, client, login)
	_, missing := errors.AsType[*idm.NotFoundError](err)
	return user.ExtID, err == nil || missing
}
