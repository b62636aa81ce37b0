package lookups

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// pageRead is the maximum number of objects that are read to suggest a name for a misspelled one, in
// one page.
const pageRead = 500

// Names returns the first external IDs of a type, to suggest one of them for a misspelled one.
func (c *Catalog) Names(ctx context.Context, t Target) []string {
	return c.extIDs(ctx, t, func(object idm.Object) (string, bool) {
		_, other := object.Value.(otherClient)
		return object.ExtID, !other
	})
}

// Elsewhere returns other clients that have a unit with the external ID of a target. It knows those
// of Names.
func (c *Catalog) Elsewhere(ctx context.Context, t Target) []string {
	return c.extIDs(ctx, t, func(object idm.Object) (string, bool) {
		other, ok := object.Value.(otherClient)
		return string(other), ok && object.ExtID == t.ExtID
	})
}

// extIDs returns the sorted external IDs that of returns for the first objects of a type.
func (c *Catalog) extIDs(ctx context.Context, t Target, of func(idm.Object) (string, bool)) (all []string) {
	for _, object := range c.first(ctx, t).objects {
		if extID, ok := of(object); ok {
			all = append(all, extID)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// otherClient is the value of a found unit of another client.
type otherClient string

// isListed reports whether the service lists all objects of a type in one list of a client or of the
// service.
func isListed(of *objecttype.Type) bool {
	reads := idm.ReadsOf(of)
	return of.Class == objecttype.Object && !of.ListedBelow() && reads != nil && reads.Lists()
}

// ownersRead is the maximum number of owners whose objects are listed, for types that the service
// lists only by owner, such as profiles.
const ownersRead = 20

// first returns the first listed objects of a type in a client or in the service.
func (c *Catalog) first(ctx context.Context, t Target) listing {
	row, reads, owner := t.Type, idm.ReadsOf(t.Type), objecttype.ByName(t.Type.Owner)
	t.ExtID = ""
	return c.list(ctx, query{Target: t}, pageRead, func(ctx context.Context) iter.Seq2[idm.Object, error] {
		switch {
		case row == objecttype.Unit:
			return c.units(ctx, t.Client)
		case row.Class != objecttype.Object || reads == nil || !reads.Lists():
			return func(func(idm.Object, error) bool) {}
		case owner != nil:
			return c.below(ctx, reads, idm.ReadsOf(owner), t.Client)
		}
		return reads.Objects(ctx, c.api, idm.Place{Client: t.Client}, pageRead)
	})
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
