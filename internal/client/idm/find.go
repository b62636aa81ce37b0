package idm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// A NotSearchableError reports that the caller lacks the permission for a search. In this case the
// service returns no hits instead of an error.
type NotSearchableError struct{ Permission string }

// Error names the permission.
func (e *NotSearchableError) Error() string {
	return fmt.Sprintf("the login lacks the permission %s, without which a search finds nothing", e.Permission)
}

// A Hit is an object that a search found.
type Hit struct {
	ExtID string `json:"extid"`
	// Client is the client of a user; empty for other kinds.
	Client struct {
		ExtID string `json:"extid"`
	} `json:"client"`
}

// Find iterates over the objects of a kind with a field that contains every word of a value:
// Search. A full-text search also returns similar values and objects of other clients, and its
// index can be outdated, so callers must read each hit again.
func (a *API) Find(ctx context.Context, kind, field, value string) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		query := SearchQuery{Kind: kind, Text: field + ":" + allWords(value), PageSize: findPage}
		number := 1
		for raw, err := range a.Search(ctx, query) {
			var hit Hit
			if err == nil && json.Unmarshal(raw, &hit) != nil {
				err = a.c.NewItemError(a.searchRequest(query, 0), number, hit.ExtID, "its structure is unexpected")
			}
			if number++; !yield(hit, err) {
				return
			}
		}
	}
}

// findPage is larger than the service's default of 10.
const findPage = 100

// RootUnits searches a client for the root units with the words of a name: Find, and Unit for each
// of the first 20 hits. The core API has no list of root units. Without the permission UnitSearch
// it finds none. A unit that cannot be read, and further hits, are errors after which the list
// continues or ends.
func (a *API) RootUnits(ctx context.Context, client, name string) iter.Seq2[Unit, error] {
	return func(yield func(Unit, error) bool) {
		searched := 0
		for hit, err := range a.Find(ctx, "units", "name", name) {
			if searched++; err == nil && searched > maxRootHits {
				yield(Unit{}, fmt.Errorf("the search finds more than %d units", maxRootHits))
				return
			}
			var unit Unit
			if err == nil {
				unit, err = UnitOps.Get(ctx, a, In(client), hit.ExtID)
			}
			// A hit may be a unit of another client.
			if !errors.Is(err, ErrNoRecord) && (err != nil || unit.ParentUnitExtID == "") && !yield(unit, err) {
				return
			}
		}
	}
}

const maxRootHits = 20

// UnitProfiles lists the profiles of a unit without its subunits. The core API has no such list, so
// the search index provides the users and the core API their profiles: Unit, Permissions, Find, and
// UserProfiles of each user found. A *NotSearchableError without the permission UserSearch.
func (a *API) UnitProfiles(ctx context.Context, client, unit string) iter.Seq2[Profile, error] {
	if err := a.canListUnit(ctx, client, unit); err != nil {
		return errorSeq[Profile](err)
	}
	users := filter(a.Find(ctx, "users", "unit.extid", unit), func(hit Hit) bool {
		return hit.Client.ExtID == "" || hit.Client.ExtID == client
	})
	return flatten(Prefetch(ctx, users, func(ctx context.Context, user Hit) ([]result[Profile], error) {
		profiles, err := collectAll(ProfileOps.List(ctx, a, Under(client, user.ExtID)))
		if errors.Is(err, ErrNoRecord) {
			return nil, nil
		}
		return slices.DeleteFunc(profiles, func(p result[Profile]) bool { return p.err == nil && p.value.UnitExtID != unit }), err
	}))
}

// canListUnit returns an error if the unit does not exist or if the caller lacks the permission for
// the search. In both cases the search would return no hits.
func (a *API) canListUnit(ctx context.Context, client, unit string) error {
	if _, err := UnitOps.Get(ctx, a, In(client), unit); err != nil {
		return err
	}
	permissions, err := a.Permissions(ctx)
	if err == nil && !slices.ContainsFunc(permissions, func(name string) bool {
		return strings.TrimPrefix(name, "AccessControl.") == "UserSearch"
	}) {
		err = &NotSearchableError{Permission: "UserSearch"}
	}
	return err
}

// filter yields the elements of a list for which keep returns true, and the errors of the list.
func filter[T any](list iter.Seq2[T, error], keep func(T) bool) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for element, err := range list {
			if (err != nil || keep(element)) && !yield(element, err) {
				return
			}
		}
	}
}

// searchSpecial matches the characters that may have a special meaning in a search.
var searchSpecial = regexp.MustCompile(`[^\pL\pN]`)

// allWords returns a search expression for values that contain every word of a text.
func allWords(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if slices.Contains([]string{"AND", "OR", "NOT"}, word) {
			word = strings.ToLower(word)
		}
		words[i] = searchSpecial.ReplaceAllString(word, `\$0`)
	}
	return "(" + strings.Join(words, " AND ") + ")"
}
