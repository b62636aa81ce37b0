package rest

import (
	"net/http"
	"net/url"
	"strings"
)

// Request is one call of the service, built by chained methods and sent by Decode, Discard, Create,
// Pages or Text.
type Request struct {
	method        string
	elements      []string
	trailingSlash bool
	query         url.Values
	header        http.Header
	body          any
	// secrets are values that a response may repeat, and an error must not show.
	secrets []string
	meta    requestMeta
	// createdIn is a second collection that the Location of a create may be in.
	createdIn []string
}

// Request starts a request for the path of the given elements below the base address. Elements are
// escaped, so they may hold any character; an element that is empty, "." or ".." is refused with a
// PathError when the request is sent.
func (c *Client) Request(method string, elements ...string) *Request {
	return &Request{method: method, elements: elements, query: url.Values{}, header: http.Header{}}
}

// TrailingSlash ends the path with a slash.
func (r *Request) TrailingSlash() *Request {
	r.trailingSlash = true
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

// Header sets a header of this request, which overrides the Config's.
func (r *Request) Header(key, value string) *Request {
	r.header.Set(key, value)
	return r
}

// CreatedIn allows a second collection in which the Location header may place the new object.
func (r *Request) CreatedIn(elements ...string) *Request {
	r.createdIn = elements
	return r
}

// Repeatable allows a POST or PATCH to be sent again after a lost response.
func (r *Request) Repeatable() *Request {
	r.meta.repeatable = true
	return r
}

// Secrets keeps values of the body out of the messages of errors.
func (r *Request) Secrets(values ...string) *Request {
	r.secrets = append(r.secrets, values...)
	return r
}

// Kind sets the request's kind in the Statistics, without IDs and values, such as "GET
// /core/v1/{client}/units/{id}". The default is the method.
func (r *Request) Kind(kind string) *Request {
	r.meta.kind = kind
	return r
}

// WithoutXToken sends no X-Token. The call that fetches the token needs it.
func (r *Request) WithoutXToken() *Request {
	r.meta.withoutXToken = true
	return r
}

// ChecksLogin declares that a 401 may concern a login in the body instead of the caller's.
func (r *Request) ChecksLogin() *Request {
	r.meta.checksLogin = true
	return r
}

// url returns the address of r below base. Path and RawPath are set together to preserve escaped
// slashes.
func (r *Request) url(base *url.URL) (*url.URL, error) {
	for i, element := range r.elements {
		if element == "" || element == "." || element == ".." {
			return nil, &PathError{Method: r.method, Path: escapePath(r.elements[:i]), Position: i, Element: element}
		}
	}
	plain := strings.Join(append([]string{strings.TrimSuffix(base.Path, "/")}, r.elements...), "/")
	escaped := strings.TrimSuffix(base.EscapedPath(), "/") + escapePath(r.elements)
	if r.trailingSlash || len(r.elements) == 0 {
		plain += "/"
		escaped += "/"
	}
	return &url.URL{Scheme: base.Scheme, Host: base.Host, Path: plain, RawPath: escaped, RawQuery: r.query.Encode()}, nil
}

// escapePath returns the path of elements, each preceded by a slash.
func escapePath(elements []string) string {
	var path strings.Builder
	for _, element := range elements {
		path.WriteString("/" + url.PathEscape(element))
	}
	return path.String()
}
