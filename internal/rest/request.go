package rest

import (
	"net/http"
	"net/url"
	"strings"
)

// Request is one call of the service, built by chained methods and sent by Decode, Discard, Create,
// Pages or Text.
type Request struct {
	method   string
	elements []string
	slash    bool
	query    url.Values
	header   http.Header
	body     any
	call     call
	// created is a second collection that the Location of a create may be in.
	created []string
}

// Request starts a request for the path of the given elements below the base address. Elements are
// escaped, so they may hold any character; an element that is empty, "." or ".." is refused with a
// PathError when the request is sent.
func (c *Client) Request(method string, elements ...string) *Request {
	return &Request{method: method, elements: elements, query: url.Values{}, header: http.Header{}}
}

// TrailingSlash ends the path with a slash.
func (r *Request) TrailingSlash() *Request {
	r.slash = true
	return r
}

// Query adds a query parameter.
func (r *Request) Query(key, value string) *Request {
	r.query.Add(key, value)
	return r
}

// Body sets the value that is sent as JSON.
func (r *Request) Body(v any) *Request {
	r.body = v
	return r
}

// Header sets a header of this request, over the one of the Config.
func (r *Request) Header(key, value string) *Request {
	r.header.Set(key, value)
	return r
}

// CreatedIn names the path of a collection, other than the one that a create is sent to, in which
// Location may place the new object.
func (r *Request) CreatedIn(elements ...string) *Request {
	r.created = elements
	return r
}

// Repeatable says that a POST or PATCH may be sent again when its answer is lost.
func (r *Request) Repeatable() *Request {
	r.call.repeatable = true
	return r
}

// Sensitive says that the bodies hold values which no log may show: logs name their keys only.
func (r *Request) Sensitive() *Request {
	r.call.sensitive = true
	return r
}

// KeysOnlyLogged says that logs name the keys of the bodies only, as Sensitive does, while messages
// of the service hide no more than what is secret by its name.
func (r *Request) KeysOnlyLogged() *Request {
	r.call.keysOnly = true
	return r
}

// Kind is what the request counts as in the Statistics, such as "GET /core/v1/{client}/units/{id}":
// without ids and values. Left out, it is the method.
func (r *Request) Kind(kind string) *Request {
	r.call.kind = kind
	return r
}

// WithoutXToken sends no X-Token; for the call that fetches one.
func (r *Request) WithoutXToken() *Request {
	r.call.withoutXToken = true
	return r
}

// ChecksLogin says that a 401 may be about a login in the body, not about the caller's.
func (r *Request) ChecksLogin() *Request {
	r.call.otherLogin = true
	return r
}

// url is the address of r below base. Path and RawPath are set together, so that an escaped slash
// stays one.
func (r *Request) url(base *url.URL) (*url.URL, error) {
	for i, element := range r.elements {
		if element == "" || element == "." || element == ".." {
			return nil, &PathError{Method: r.method, Path: escape(r.elements[:i]), Position: i, Element: element}
		}
	}
	plain := strings.Join(append([]string{strings.TrimSuffix(base.Path, "/")}, r.elements...), "/")
	escaped := strings.TrimSuffix(base.EscapedPath(), "/") + escape(r.elements)
	if r.slash || len(r.elements) == 0 {
		plain += "/"
		escaped += "/"
	}
	return &url.URL{Scheme: base.Scheme, Host: base.Host, Path: plain, RawPath: escaped, RawQuery: r.query.Encode()}, nil
}

// escape is the path of elements, each with a slash before it.
func escape(elements []string) string {
	var path strings.Builder
	for _, element := range elements {
		path.WriteString("/" + url.PathEscape(element))
	}
	return path.String()
}
