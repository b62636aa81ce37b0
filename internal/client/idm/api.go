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

// core starts a request of the core API.
func (a *API) core(method, template string, at Place, extID string) *rest.Request {
	return a.request(method, "core/v1/"+template, at, extID)
}

// request starts a request to a path, whose template ends in a slash if the path does.
func (a *API) request(method, template string, at Place, extID string) *rest.Request {
	request := a.c.Request(method, elements(template, at, extID)...)
	if strings.HasSuffix(template, "/") {
		request.TrailingSlash()
	}
	return request.Kind(method + " /" + strings.TrimSuffix(placeholders.Replace(template), "/"))
}

// placeholders shortens a template to the kind of a request in Statistics.
var placeholders = strings.NewReplacer("{owner}", "{id}", "clients/{client}", "clients/{id}")

// elements returns the elements of a path.
func elements(template string, at Place, extID string) []string {
	elements := strings.Split(strings.TrimSuffix(template, "/"), "/")
	for i, element := range elements {
		switch element {
		case "{client}":
			elements[i] = at.Client
		case "{owner}":
			elements[i] = at.Owner
		case "{id}":
			elements[i] = extID
		}
	}
	return elements
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
	if item.object().ExtID == "" {
		return a.c.NewItemError(request(), number, "", "it has no external ID")
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
func coreList[T Described](ctx context.Context, a *API, template string, at Place) iter.Seq2[T, error] {
	return list[T](ctx, a, 0, nil, func() *rest.Request { return a.core(http.MethodGet, template, at, "") })
}

// errorSeq yields only an error.
func errorSeq[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}
