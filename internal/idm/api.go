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

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// API calls the service. It is safe for concurrent use.
type API struct{ c *rest.Client }

// New returns an API that sends its requests through c, whose base address is the root of the
// service's APIs.
func New(c *rest.Client) *API { return &API{c: c} }

// NotFoundError says that a search for one object had no hit.
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

// list walks the pages of what request asks for. A limit of 0 leaves the page size to the service.
// An item that lacks its external id is a *rest.BadAnswerError.
func list[T any](ctx context.Context, a *API, limit int, info *rest.ListInfo, request func() *rest.Request) iter.Seq2[T, error] {
	pages := rest.Pages[T](ctx, a.c, func(token string) *rest.Request {
		r := request()
		if limit > 0 {
			r.Query("limit", strconv.Itoa(limit))
		}
		if token != "" {
			r.Query("continuationToken", token)
		}
		return r
	}, info)
	return func(yield func(T, error) bool) {
		for item, err := range pages {
			if err == nil && lacksExtID(item) {
				var none T
				yield(none, a.c.Unusable(request(), "an item without an external id"))
				return
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// coreList walks the whole list at a path of the core API.
func coreList[T any](ctx context.Context, a *API, elements ...string) iter.Seq2[T, error] {
	return list[T](ctx, a, 0, nil, func() *rest.Request { return a.core(http.MethodGet, elements...) })
}

// failed is a list that could not be asked for.
func failed[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}
