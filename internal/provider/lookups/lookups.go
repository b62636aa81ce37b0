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

// Found is the result of a lookup: the object, if it exists, or the error of its read.
type Found struct {
	Status Status
	idm.Object
	Err error
}

// Catalog caches the lookups of a run. Use New to create one.
type Catalog struct {
	api   *idm.API
	found sharedfetch.Map[Target, Found]
	lists sharedfetch.Map[query, listing]
	// requests counts the lookups in the service; a list counts as one.
	requests atomic.Int64
}

// query identifies a list, which text describes.
type query struct {
	Target
	text string
}

// listing is a list, or the first part of it.
type listing struct {
	objects []idm.Object
	// complete reports that the list has no other objects, and failed that it could not be read to its
	// end.
	complete, failed bool
}

// New returns a Catalog that uses api.
func New(api *idm.API) *Catalog { return &Catalog{api: api} }

// Requests returns the number of lookups in the service; a list counts as one.
func (c *Catalog) Requests() int64 { return c.requests.Load() }

// Find looks for an object in the first page of the list of its type, and reads what is not in it,
// each once in a run: the requests of a run do not depend on the order of its lookups.
func (c *Catalog) Find(ctx context.Context, t Target) Found {
	if isListed(t.Type) {
		for _, object := range c.first(ctx, t).objects {
			if object.ExtID == t.ExtID {
				return Found{Status: Exists, Object: object}
			}
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
		found := Found{Exists, object, err}
		if errors.Is(err, idm.ErrNoRecord) {
			found.Status = Missing
		} else if err != nil {
			found.Status = Unknown // It is not asked for again.
		}
		return found, nil
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

// list reads a list once in a run, up to a number of objects; 0 for all.
func (c *Catalog) list(ctx context.Context, of query, limit int, list func(context.Context) iter.Seq2[idm.Object, error]) listing {
	listed, err := c.lists.Get(ctx, of, func(ctx context.Context) (listing, error) {
		c.requests.Add(1)
		listed := listing{objects: []idm.Object{}, complete: true}
		for object, err := range list(ctx) {
			switch {
			case idm.OneObject(err):
				listed.complete = false
			case err != nil || limit > 0 && len(listed.objects) == limit:
				listed.complete, listed.failed = false, err != nil
				return listed, ctx.Err()
			default:
				listed.objects = append(listed.objects, object)
			}
		}
		return listed, ctx.Err()
	})
	if err != nil {
		return listing{failed: true}
	}
	return listed
}

// all returns the objects of a list; nil if it could not be read.
func (l listing) all() []idm.Object {
	if l.failed {
		return nil
	}
	return l.objects
}

// values returns the objects of a type in a list; nil for nil.
func values[T any](objects []idm.Object) []T {
	if objects == nil {
		return nil
	}
	all := []T{}
	for _, object := range objects {
		if value, ok := object.Value.(T); ok {
			all = append(all, value)
		}
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
