// Package idm is the typed API of the identity management service. It has one file for each object
// of the service's reference. A client is an entity of the service, a tenant, so the Go type that
// calls the service is API.
//
// The errors of its methods can be distinguished with errors.Is and errors.As, for example
// ErrNoRecord. Permissions are named without their prefix AccessControl.
package idm

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// API calls the service. It is safe for concurrent use.
type API struct{ c *rest.Client }

// New returns an API that sends its requests through c, whose base address is the root of the
// service's APIs.
func New(c *rest.Client) *API { return &API{c: c} }

// NotFoundError reports that a search for one object returned no hit.
type NotFoundError struct {
	// Object is the kind, for example "user"; Attribute and Value are the search condition.
	Object, Attribute, Value string
}

// Error names the search condition.
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

// list iterates over all pages of a list. A limit of 0 leaves the page size to the service. An
// object that cannot be used yields a *rest.ItemError, and the list continues.
func list[T Described](ctx context.Context, a *API, limit int, info *rest.ListInfo, request func() *rest.Request) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		number := 0
		for item, err := range items[T](ctx, a, limit, info, request) {
			number++
			if err == nil {
				err = a.unusable(item, number, request)
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// unusable returns the error of an object in a list; nil for none.
func (a *API) unusable(item Described, number int, request func() *rest.Request) error {
	switch object := item.object(); {
	case object.ExtID == "":
		return a.c.NewItemError(request(), number, "", "it has no external ID")
	case malformed(item) != "":
		return a.c.NewItemError(request(), 0, object.ExtID, unexpected+malformed(item))
	}
	return nil
}

// items is like list, for objects that may lack an external ID.
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

// coreList iterates over the whole list at a path of the core API.
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

// collections contains the path elements that precede an external ID. clientless contains the
// collections of the core API that are not below a client.
var collections, clientless = paths()

func paths() (collections, clientless map[string]bool) {
	// These two elements relate two objects.
	collections, clientless = map[string]bool{"children": true, "unit": true}, map[string]bool{}
	for _, t := range objecttype.All() {
		if t.Collection != "" {
			collections[t.Collection], clientless[t.Collection] = true, !t.OfClient()
		}
	}
	return collections, clientless
}

// pathWords contains the path elements that can appear in the place of an external ID.
var pathWords = map[string]bool{"count": true, "login": true}

// Kind returns a method and an escaped path with placeholders for the external IDs, such as "GET
// /core/v1/{client}/units/{id}".
func Kind(method, path string) string {
	return kind(method, strings.Split(strings.Trim(path, "/"), "/"))
}

// kind is like Kind, for a path that is already split into elements.
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
