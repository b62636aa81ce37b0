package lookups

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// namesRead is the maximum number of objects that are read to suggest a name for a misspelled one.
// pageRead reads them in one page.
const (
	namesRead = 500
	pageRead  = namesRead
)

// Names returns the first external IDs of a type, to suggest one of them for a misspelled one.
func (c *Catalog) Names(ctx context.Context, t Target) []string {
	return slices.Sorted(maps.Keys(c.listOf(ctx, t).objects))
}

// Elsewhere returns other clients that have a unit with the external ID of a target. It knows those
// of Names.
func (c *Catalog) Elsewhere(ctx context.Context, t Target) []string {
	return slices.Sorted(slices.Values(c.listOf(ctx, t).elsewhere[t.ExtID]))
}

// listing is the first page of a list, by external ID. It is complete if it holds all objects.
type listing struct {
	objects map[string]idm.Object
	// elsewhere are other clients by the external IDs of their units.
	elsewhere map[string][]string
	complete  bool
}

// otherClient is the value of a found unit of another client.
type otherClient string

// listOf returns the first listed objects of a type.
func (c *Catalog) listOf(ctx context.Context, t Target) listing {
	listed, err := c.lists.Get(ctx, Target{Type: t.Type, Client: t.Client}, func(ctx context.Context) (listing, error) {
		c.requests.Add(1)
		listed := listing{map[string]idm.Object{}, map[string][]string{}, isListed(t.Type)}
		read := 0
		for object, err := range c.list(ctx, t) {
			if _, broken := errors.AsType[*idm.ItemError](err); broken {
				listed.complete = false
				continue
			}
			if err != nil || read == namesRead {
				listed.complete = false
				break
			}
			read++
			if other, ok := object.Value.(otherClient); ok {
				listed.elsewhere[object.ExtID] = append(listed.elsewhere[object.ExtID], string(other))
				continue
			}
			listed.objects[object.ExtID] = object
		}
		return listed, ctx.Err()
	})
	if err != nil {
		return listing{}
	}
	return listed
}

// isListed reports whether the service lists all objects of a type in one list of a client or of the
// service.
func isListed(of *objecttype.Type) bool {
	reads := idm.ReadsOf(of)
	return of.Class == objecttype.Object && !of.ListedBelow() && reads != nil && reads.Lists()
}

// ownersRead is the maximum number of owners whose objects are listed, for types that the service
// lists only by owner, such as profiles.
const ownersRead = 20

func (c *Catalog) list(ctx context.Context, t Target) iter.Seq2[idm.Object, error] {
	row, reads := t.Type, idm.ReadsOf(t.Type)
	switch owner := objecttype.ByName(row.Owner); {
	case row == objecttype.Unit:
		return c.units(ctx, t.Client)
	case row.Class != objecttype.Object || reads == nil || !reads.Lists():
		return func(func(idm.Object, error) bool) {}
	case owner != nil:
		return c.below(ctx, reads, idm.ReadsOf(owner), t.Client)
	}
	return reads.Objects(ctx, c.api, idm.Place{Client: t.Client}, pageRead)
}

// below lists the objects of the first owners.
func (c *Catalog) below(ctx context.Context, reads, owners idm.Reads, client string) iter.Seq2[idm.Object, error] {
	return func(yield func(idm.Object, error) bool) {
		read := 0
		for owner, err := range idm.Readable(owners.Objects(ctx, c.api, idm.Place{Client: client}, ownersRead)) {
			if read++; err != nil || read > ownersRead {
				return
			}
			for object, err := range reads.Objects(ctx, c.api, idm.Place{Client: client, Owner: owner.ExtID}, 0) {
				if !yield(object, err) {
					return
				}
			}
		}
	}
}

// units uses the search, because the service has no list of all units. It finds units of all
// clients; the id of a hit begins with its client.
func (c *Catalog) units(ctx context.Context, client string) iter.Seq2[idm.Object, error] {
	return func(yield func(idm.Object, error) bool) {
		for raw, err := range c.api.Search(ctx, idm.SearchQuery{Kind: "units", Text: "*", PageSize: pageRead}) {
			var hit struct {
				ID    string `json:"id"`
				ExtID string `json:"extid"`
			}
			if err == nil && json.Unmarshal(raw, &hit) != nil {
				continue
			}
			object := idm.Object{ExtID: hit.ExtID}
			if of, ok := strings.CutSuffix(hit.ID, "-"+hit.ExtID); ok && of != client {
				object.Value = otherClient(of)
			}
			if !yield(object, err) {
				return
			}
		}
	}
}
