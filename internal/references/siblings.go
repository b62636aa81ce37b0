package references

import (
	"context"
	"iter"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// Named is an object in the list of its siblings. Name is what is unique among them: a name, or the
// role of a grant.
type Named struct{ ExtID, Name string }

// Siblings lists the objects of a kind beside each other: of the service, of a client, or below a
// parent; none when they cannot be read.
func (c *Catalog) Siblings(ctx context.Context, kind Kind, client, parent string) []Named {
	of := NewTarget(kind, client, parent)
	all := c.namedSiblings(of)
	if all == nil {
		return nil
	}
	return listOnce(ctx, c, &c.siblings, of, all)
}

func (c *Catalog) namedSiblings(of Target) func(context.Context) iter.Seq2[Named, error] {
	return map[Kind]func(context.Context) iter.Seq2[Named, error]{
		Application: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.Applications(ctx), func(a idm.Application) Named { return Named{a.ExtID, a.Name} })
		},
		Role: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.ApplicationRoles(ctx, of.ExtID), func(r idm.Role) Named { return Named{r.ExtID, r.Name} })
		},
		Client: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.Clients(ctx, idm.ClientQuery{}), func(c idm.Client) Named { return Named{c.ExtID, c.Name} })
		},
		EnterpriseRole: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.EnterpriseRoles(ctx, of.Client), func(r idm.EnterpriseRole) Named { return Named{r.ExtID, r.Name} })
		},
		Policy: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.Policies(ctx, of.Client), func(p idm.Policy) Named { return Named{ExtID: p.ExtID} })
		},
		Authorization: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.Authorizations(ctx, of.Client, of.ExtID), func(a idm.Authorization) Named { return Named{a.ExtID, a.RoleExtID} })
		},
		EnterpriseAuthorization: func(ctx context.Context) iter.Seq2[Named, error] {
			return named(c.api.EnterpriseAuthorizations(ctx, of.Client, of.ExtID),
				func(a idm.EnterpriseAuthorization) Named { return Named{a.ExtID, a.EnterpriseRoleExtID} })
		},
	}[of.Kind]
}

func named[T any](all iter.Seq2[T, error], of func(T) Named) iter.Seq2[Named, error] {
	return func(yield func(Named, error) bool) {
		for one, err := range all {
			if !yield(of(one), err) {
				return
			}
		}
	}
}

// Taken reports whether an external id is in use, as far as it costs little to know: the first of a
// kind are read one by one, later ones are looked for in the first objects that the service lists.
func (c *Catalog) Taken(ctx context.Context, t Target) bool {
	c.mu.Lock()
	c.taken[t.Kind]++
	few := c.taken[t.Kind] <= singleReads
	c.mu.Unlock()
	if few {
		return c.Find(ctx, t).Status == Exists
	}
	if t.Kind == Profile {
		return false // The list of a profile's user has been looked at, and there is no cheap one of all.
	}
	return slices.Contains(c.listOf(ctx, t), t.ExtID) && c.Find(ctx, t).Status == Exists
}
