package lookups

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Siblings returns the objects of a type that share the service, a client or an owner, which is the
// parent of units; nil if they cannot be read.
func (c *Catalog) Siblings(ctx context.Context, t *objecttype.Type, client, owner string) []idm.Object {
	of, reads := NewTarget(t, client, owner), idm.ReadsOf(t)
	listed := t == objecttype.DevicePassword
	if !listed && (reads == nil || !reads.Lists()) {
		return nil
	}
	return c.list(ctx, query{of, "siblings"}, 0, func(ctx context.Context) iter.Seq2[idm.Object, error] {
		if listed {
			return idm.DescribeAll(c.api.DevicePasswords(ctx, client, owner))
		}
		return reads.Objects(ctx, c.api, idm.Place{Client: of.Client, Owner: owner}, 0)
	}).all()
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

// Taken reports whether an object exists, with as few requests as possible: what a complete list does
// not contain is not read.
func (c *Catalog) Taken(ctx context.Context, t Target) bool {
	if isListed(t.Type) {
		listed := c.first(ctx, t)
		exists := slices.ContainsFunc(listed.objects, func(one idm.Object) bool { return one.ExtID == t.ExtID })
		if listed.complete {
			return exists
		}
	}
	return c.Find(ctx, t).Status == Exists
}

// RootUnits returns the root units of a client that can be read and that the search finds by a name,
// and perhaps others.
func (c *Catalog) RootUnits(ctx context.Context, client, name string) []idm.Object {
	return c.list(ctx, query{NewTarget(objecttype.Unit, client, name), "roots"}, 0, func(ctx context.Context) iter.Seq2[idm.Object, error] {
		return func(yield func(idm.Object, error) bool) {
			for unit, err := range c.api.RootUnits(ctx, client, name) {
				if err == nil && !yield(idm.Describe(unit), nil) {
					return
				}
			}
		}
	}).all()
}

// rootsRead is the maximum number of units that Roots reads.
const rootsRead = 20

// Roots returns root units of a client with an external ID that looks generated; nil if none can be
// found. It searches once, and reads the first few units of the result.
func (c *Catalog) Roots(ctx context.Context, client string) (found []idm.Object) {
	all := c.Names(ctx, NewTarget(objecttype.Unit, client, ""))
	all = slices.DeleteFunc(all, func(extID string) bool { return uuid.Validate(extID) != nil })
	for _, extID := range all[:min(len(all), rootsRead)] {
		one := c.Find(ctx, NewTarget(objecttype.Unit, client, extID))
		if unit, ok := one.Value.(idm.Unit); ok && unit.ParentUnitExtID == "" {
			found = append(found, one.Object)
		}
	}
	return found
}

// Newest returns the newest people or technical users of a client, at most one page, that have not
// been changed since their creation; nil if they cannot be read.
func (c *Catalog) Newest(ctx context.Context, client string, technical bool) []idm.Object {
	filters := []idm.Filter{{Name: "isTechnicalUser", Value: strconv.FormatBool(technical)}, {Name: "version", Value: "1"}}
	return c.users(ctx, client, idm.UserQuery{Filters: filters, SortBy: "created", Descending: new(true)})
}

// Users returns users of a client that can match filters; nil if they cannot be read.
func (c *Catalog) Users(ctx context.Context, client string, filters []idm.Filter) []idm.Object {
	if listed := c.first(ctx, NewTarget(objecttype.User, client, "")); listed.complete {
		return listed.objects
	}
	return c.users(ctx, client, idm.UserQuery{Filters: filters})
}

// users returns at most one page of users.
func (c *Catalog) users(ctx context.Context, client string, of idm.UserQuery) []idm.Object {
	of.Limit = pageRead
	key := query{NewTarget(objecttype.User, client, ""), fmt.Sprint(of.Filters)}
	return c.list(ctx, key, pageRead, func(ctx context.Context) iter.Seq2[idm.Object, error] {
		return idm.DescribeAll(c.api.Users(ctx, client, of))
	}).all()
}

// UserByLogin returns the external ID of the client's user with a login ID; "" if none is found. It
// looks into the list of users first. HasLogin does not.
func (c *Catalog) UserByLogin(ctx context.Context, client, login string) (extID string) {
	listed := c.first(ctx, NewTarget(objecttype.User, client, ""))
	for _, user := range values[idm.User](listed.objects) {
		if user.LoginID == login {
			return user.ExtID
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
