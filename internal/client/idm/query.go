package idm

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// SearchKinds lists the kinds of objects that can be searched for; all selects every kind that the
// caller may search.
var SearchKinds = []string{"all", "users", "clients", "units", "applications", "roles"}

// SearchQuery is a full-text search.
type SearchQuery struct {
	// Kind is one of SearchKinds.
	Kind string
	// Text is a query in field:value syntax with ranges. It is mandatory.
	Text string
	// DefaultFields are searched if Text names no field.
	DefaultFields []string
	// Sort is the order of the hits; "" sorts by relevance.
	Sort string
	// PageSize is the number of hits in a page; 0 leaves it to the service (10).
	PageSize int
	// Info, when not nil, is filled from the first page.
	Info *SearchInfo
}

// SearchInfo contains the total and the messages of the first page.
type SearchInfo struct {
	Total    int64
	Messages SearchMessages
}

// SearchMessages contains the messages of the service about a search.
type SearchMessages struct {
	Warns  []string `json:"warns"`
	Errors []string `json:"errors"`
	Infos  []string `json:"infos"`
}

func (m SearchMessages) each(change func(string) string) SearchMessages {
	for _, texts := range [][]string{m.Warns, m.Errors, m.Infos} {
		for i := range texts {
			texts[i] = change(texts[i])
		}
	}
	return m
}

// SearchError is a response with messages instead of results, for example while the index is
// rebuilt.
type SearchError struct{ Messages SearchMessages }

// Error joins the messages.
func (e *SearchError) Error() string {
	return "search without results: " + strings.Join(slices.Concat(e.Messages.Errors, e.Messages.Warns, e.Messages.Infos), "; ")
}

type searchPage struct {
	Response *struct {
		TotalResults int64             `json:"totalResults"`
		Hits         []json.RawMessage `json:"hits"`
	} `json:"response"`
	Messages SearchMessages `json:"messages"`
}

// Search iterates over the hits of a search. Each hit is a JSON object whose shape depends on its
// kind: GET /query/v1/{kind}, permissions UserSearch, ClientSearch, ApplicationSearch, UnitSearch,
// RoleSearch. Kinds that the caller may not search are missing without an error. A *rest.Error with
// status 400 and the service's messages for a text with invalid syntax, a *SearchError without any
// result.
func (a *API) Search(ctx context.Context, query SearchQuery) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		list := a.c.NewList(a.searchRequest(query, 0))
		for from := 0; ; {
			page, err := a.searchPage(ctx, query, from)
			if err != nil {
				yield(nil, err)
				return
			}
			if from == 0 && query.Info != nil {
				*query.Info = SearchInfo{Total: page.Response.TotalResults, Messages: page.Messages}
			}
			for _, hit := range page.Response.Hits {
				if err := list.Add(1); err != nil {
					yield(nil, err)
					return
				}
				if !yield(hit, nil) {
					return
				}
			}
			// The service may return a smaller page than requested, so count the hits.
			from += len(page.Response.Hits)
			if len(page.Response.Hits) == 0 || int64(from) >= page.Response.TotalResults {
				return
			}
		}
	}
}

func (a *API) searchRequest(query SearchQuery, from int) *rest.Request {
	request := a.request(http.MethodGet, "query/v1/"+query.Kind, Place{}, "").Query("q", query.Text)
	for _, field := range query.DefaultFields {
		request.Query("df", field)
	}
	if query.Sort != "" {
		request.Query("s", query.Sort)
	}
	if query.PageSize > 0 {
		request.Query("size", strconv.Itoa(query.PageSize))
	}
	if from > 0 {
		request.Query("from", strconv.Itoa(from))
	}
	return request
}

func (a *API) searchPage(ctx context.Context, query SearchQuery, from int) (searchPage, error) {
	page, err := rest.Decode[searchPage](ctx, a.c, a.searchRequest(query, from))
	page.Messages = page.Messages.each(a.c.Readable)
	if err == nil && (page.Response == nil || len(page.Messages.Errors) > 0) {
		err = &SearchError{Messages: page.Messages}
	}
	return page, err
}
