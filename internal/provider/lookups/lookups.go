// Package lookups looks up the objects that a plan refers to: their existence, their state, and
// similar names for misspelled ones. Each object and list is requested once in a run. The package
// does not depend on Terraform.
package lookups

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Target identifies an object that others refer to, or that has siblings. Client is empty for an
// object that belongs to no client.
type Target struct {
	Type          *objecttype.Type
	Client, ExtID string
}

// NewTarget returns the target of an object of a client. It ignores client if the type belongs to
// the service.
func NewTarget(of *objecttype.Type, client, extID string) Target {
	if of != nil && !of.OfClient() {
		client = ""
	}
	return Target{of, client, extID}
}

// Status is the existence of an object.
type Status int

// Unknown is the status of an object that the caller cannot read, or that the release does not
// return.
const (
	Unknown Status = iota
	Missing
	Exists
)

// Found is the result of a lookup: the object, if it exists.
type Found struct {
	Status Status
	idm.Object
}

// Catalog caches the lookups of a run. Use New to create one.
type Catalog struct {
	api      *idm.API
	found    sharedfetch.Map[Target, Found]
	lists    sharedfetch.Map[Target, listing]
	siblings sharedfetch.Map[Target, []idm.Object]
	// credentials are those of users.
	credentials sharedfetch.Map[Target, []idm.Credential]
	// roots are root units by name, and queries users by filters.
	roots   sharedfetch.Map[Target, []idm.Unit]
	queries sharedfetch.Map[Target, []idm.User]
	// requests counts the lookups in the service; a list counts as one.
	requests atomic.Int64
}

// New returns a Catalog that uses api.
func New(api *idm.API) *Catalog { return &Catalog{api: api} }

// Requests returns the number of lookups in the service; a list counts as one.
func (c *Catalog) Requests() int64 { return c.requests.Load() }

// Find looks for an object in the first page of the list of its type, and reads what is not in it,
// each once in a run: the requests of a run do not depend on the order of its lookups.
func (c *Catalog) Find(ctx context.Context, t Target) Found {
	if isListed(t.Type) {
		if object, ok := c.listOf(ctx, t).objects[t.ExtID]; ok {
			return Found{Exists, object}
		}
	}
	return c.Read(ctx, t)
}

// Read reads an object, once in a run.
func (c *Catalog) Read(ctx context.Context, t Target) Found {
	found, err := c.found.Get(ctx, t, func(ctx context.Context) (Found, error) {
		c.requests.Add(1)
		object, err := c.read(ctx, t)
		if cancelled := ctx.Err(); cancelled != nil {
			return Found{}, cancelled
		}
		switch {
		case errors.Is(err, idm.ErrNoRecord):
			return Found{Status: Missing}, nil
		case err != nil:
			return Found{}, nil //nolint:nilerr // what cannot be read is not known, and not asked for again
		}
		return Found{Exists, object}, nil
	})
	if err != nil {
		return Found{}
	}
	return found
}

// read reads an object that its client and external ID identify.
func (c *Catalog) read(ctx context.Context, t Target) (idm.Object, error) {
	reads := idm.ReadsOf(t.Type)
	if reads == nil || !reads.Gets() || t.Type.Class != objecttype.Object {
		return idm.Object{}, errors.ErrUnsupported
	}
	return reads.Object(ctx, c.api, idm.Place{Client: t.Client}, t.ExtID)
}

func listOnce[T any](ctx context.Context, c *Catalog, lists *sharedfetch.Map[Target, []T], of Target,
	list func(context.Context) iter.Seq2[T, error]) []T {
	all, err := lists.Get(ctx, of, func(ctx context.Context) ([]T, error) {
		c.requests.Add(1)
		all := []T{}
		for one, err := range idm.Readable(list(ctx)) {
			if err != nil {
				return nil, ctx.Err()
			}
			all = append(all, one)
		}
		return all, nil
	})
	if err != nil {
		return nil
	}
	return all
}

// Above reports whether a unit is an ancestor of another one, or the same.
func (c *Catalog) Above(ctx context.Context, client, ancestor, unit string) bool {
	passed := map[string]bool{}
	for at := unit; at != "" && !passed[at]; {
		if at == ancestor {
			return true
		}
		passed[at] = true
		above, _ := c.Find(ctx, NewTarget(objecttype.Unit, client, at)).Value.(idm.Unit)
		at = above.ParentUnitExtID
	}
	return false
}
