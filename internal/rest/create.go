package rest

import (
	"context"
	"net/url"
	"slices"
	"strings"
)

// Create sends req, whose path is a collection, and returns the external ID of the new object: the
// last element of the Location header, unescaped. The header's host and the path before the
// collection are ignored, because a service behind a gateway may name its internal address; no
// request is ever sent there. A Location outside of the collection is a *LocationError; the other
// errors are the same as Decode's.
func Create(ctx context.Context, c *Client, req *Request) (string, error) {
	a, err := c.do(ctx, req)
	if err != nil {
		return "", err
	}
	return c.createdAt(req, a)
}

// CreateWithBody works like Create for a response that may have a body in addition to its Location.
// Without a body, body is the zero value. A body that cannot be read is a *BadAnswerError, returned
// together with the external ID because the object exists; for the same reason the body is returned
// together with a *LocationError.
func CreateWithBody[T any](ctx context.Context, c *Client, req *Request) (extID string, body T, err error) {
	a, err := c.do(ctx, req)
	if err != nil {
		return "", body, err
	}
	body, unread := decodeOptional[T](c, req, a)
	extID, err = c.createdAt(req, a)
	if err == nil {
		err = unread
	}
	return extID, body, err
}

func (c *Client) createdAt(req *Request, a *answer) (string, error) {
	if a.header.Get("Location") == "" && a.mediaType() == "text/html" {
		return "", c.badAnswer(req, a, "an HTML page")
	}
	extID, reason := createdID(req, a)
	if reason != "" {
		return "", &LocationError{Method: req.method, Path: c.displayPath(a.url), Location: c.mask.readable(a.header.Get("Location")),
			Reason: reason}
	}
	return extID, nil
}

// createdID returns the external ID in a Location header, or the reason why the header has none.
func createdID(req *Request, a *answer) (extID, reason string) {
	location := a.header.Get("Location")
	if location == "" {
		return "", "it is missing"
	}
	parsed, err := url.Parse(location)
	if err != nil {
		return "", "it is no address"
	}
	parsed = a.url.ResolveReference(parsed)
	parent, last, ok := splitLast(parsed)
	switch {
	case !ok:
		return "", "it has a broken escape"
	case last == "" || last == "." || last == "..":
		return "", "its last element is not an external ID"
	case !inCollection(req, parent):
		return "", "it is not below the address that was called"
	}
	return last, ""
}

// inCollection reports whether parent ends in a collection in which req may create an object.
func inCollection(req *Request, parent string) bool {
	return slices.ContainsFunc([][]string{req.elements, req.created}, func(collection []string) bool {
		path := elements(escape(collection))
		return path != "" && (parent == path || strings.HasSuffix(parent, "/"+path))
	})
}

// splitLast splits the path of u into its parent, in a comparable form, and the unescaped last
// element.
func splitLast(u *url.URL) (parent, last string, ok bool) {
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	cut := strings.LastIndex(path, "/")
	last, err := url.PathUnescape(path[cut+1:])
	return elements(path[:max(cut, 0)]), last, err == nil
}

// elements normalizes an escaped path for comparison, without leading and trailing slashes.
func elements(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		if plain, err := url.PathUnescape(part); err == nil {
			parts[i] = url.PathEscape(plain)
		}
	}
	return strings.Join(parts, "/")
}
