// Package idm is the typed API of the identity management service: one file for each object of its
// reference. A client is an entity of the service, a tenant, so the Go type that talks to the
// service is API.
//
// errors.Is and errors.As distinguish the errors of its methods, for example ErrNoRecord. Names of
// permissions are written without their prefix AccessControl.
package idm

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// API calls the service. It is safe for concurrent use.
type API struct{ c *rest.Client }

// New returns an API that sends its requests through c, whose base address is the root of the
// service's APIs.
func New(c *rest.Client) *API { return &API{c: c} }

// NotFoundError reports that a search for one object had no hit.
type NotFoundError struct {
	// Object is the kind, for example "user"; Attribute and Value are what was searched for.
	Object, Attribute, Value string
}

// Error names what was searched for.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no %s with %s %q", e.Object, e.Attribute, e.Value)
}

func (a *API) core(method string, elements ...string) *rest.Request {
	return a.request(method, append([]string{"core", "v1"}, elements...)...)
}

// request starts a request whose first two elements are an API and its version.
func (a *API) request(method string, elements ...string) *rest.Request {
	return a.c.Request(method, elements...).Kind(kind(method, elements))
}

// one sends a request whose response is the object of an external ID. A response with another
// object, or with none, would look like a change of that id, so it is a *rest.BadResponseError.
func one[T Described](ctx context.Context, a *API, extID string, request *rest.Request) (T, error) {
	object, err := rest.Decode[T](ctx, a.c, request)
	if err == nil && object.object().ExtID != extID {
		var none T
		return none, a.c.NewBadResponseError(request, "another object than the one that was asked for")
	}
	return object, err
}

// list walks the pages of what request asks for. A limit of 0 leaves the page size to the service.
// An object that lacks its external ID is a *rest.ItemError, after which the list goes on.
func list[T Described](ctx context.Context, a *API, limit int, info *rest.ListInfo, request func() *rest.Request) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		number := 0
		for item, err := range items[T](ctx, a, limit, info, request) {
			number++
			if err == nil && item.object().ExtID == "" {
				err = a.c.NewItemError(request(), number, "", "it has no external ID")
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// items is list for objects that need not have an external ID.
func items[T any](ctx context.Context, a *API, limit int, info *rest.ListInfo, request func() *rest.Request) iter.Seq2[T, error] {
	return rest.Pages[T](ctx, a.c, func(token string) *rest.Request {
		r := request()
		if limit > 0 {
			r.Query("limit", strconv.Itoa(limit))
		}
		if token != "" {
			r.Query("continuationToken", token)
		}
		return r
	}, info)
}

// coreList walks the whole list at a path of the core API.
func coreList[T Described](ctx context.Context, a *API, elements ...string) iter.Seq2[T, error] {
	return list[T](ctx, a, 0, nil, func() *rest.Request { return a.core(http.MethodGet, elements...) })
}

// errorSeq yields only an error.
func errorSeq[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}

// collections are the elements of a path that an external ID follows, and clientless those of the
// core API that are not below a client.
var collections, clientless = paths()

func paths() (collections, clientless map[string]bool) {
	// Two elements relate objects.
	collections, clientless = map[string]bool{"children": true, "unit": true}, map[string]bool{}
	for _, t := range objecttype.All() {
		if t.Collection != "" {
			collections[t.Collection], clientless[t.Collection] = true, !t.OfClient()
		}
	}
	return collections, clientless
}

// pathWords are the elements of paths that take the place of an external ID.
var pathWords = map[string]bool{"count": true, "login": true}

// Kind is a method and an escaped path with the external IDs left out, such as "GET
// /core/v1/{client}/units/{id}".
func Kind(method, path string) string {
	return kind(method, strings.Split(strings.Trim(path, "/"), "/"))
}

// kind is that of a path by its elements.
func kind(method string, elements []string) string {
	var path strings.Builder
	path.WriteString(method + " ")
	word := false
	for i, element := range elements {
		switch {
		case i == 2 && (elements[0] == "auth" || elements[0] == "core" && !clientless[element]):
			element, word = "{client}", false
		case word && collections[elements[i-1]] && !pathWords[element]:
			element, word = "{id}", false
		default:
			word = true
		}
		path.WriteString("/" + element)
	}
	return path.String()
}
