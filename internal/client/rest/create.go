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
	resp, err := c.do(ctx, req)
	if err != nil {
		return "", err
	}
	return c.locationExtID(req, resp)
}

// CreateWithBody works like Create for a response that may have a body in addition to its Location.
// Without a body, or with one that cannot be read, body is the zero value: the Location shows that
// the object exists. For the same reason the body is returned together with a *LocationError.
func CreateWithBody[T any](ctx context.Context, c *Client, req *Request) (extID string, body T, err error) {
	resp, err := c.do(ctx, req)
	if err != nil {
		return "", body, err
	}
	body, _ = decodeOptional[T](c, req, resp)
	extID, err = c.locationExtID(req, resp)
	return extID, body, err
}

func (c *Client) locationExtID(req *Request, resp *fullResponse) (string, error) {
	if resp.header.Get("Location") == "" && resp.mediaType() == "text/html" {
		return "", c.badResponse(req, resp, "an HTML page")
	}
	extID, ok := parseLocation(req, resp)
	if !ok {
		return "", &LocationError{Method: req.method, Path: c.displayPath(resp.url), Location: c.mask.readable(resp.header.Get("Location"))}
	}
	return extID, nil
}

// parseLocation returns the external ID in a Location header; false for a header without one, and for
// an address that is not below the one that was called.
func parseLocation(req *Request, resp *fullResponse) (extID string, ok bool) {
	header := resp.header.Get("Location")
	location, err := resp.url.Parse(header)
	if err != nil || header == "" {
		return "", false
	}
	parent, last, ok := splitLast(location)
	return last, ok && last != "" && last != "." && last != ".." && inCollection(req, parent)
}

// inCollection reports whether parent ends in a collection in which req may create an object.
func inCollection(req *Request, parent string) bool {
	return slices.ContainsFunc([][]string{req.elements, req.createdIn}, func(collection []string) bool {
		path := normalizePath(escapePath(collection))
		return path != "" && (parent == path || strings.HasSuffix(parent, "/"+path))
	})
}

// splitLast splits the path of u into its parent, in a comparable form, and the unescaped last
// element.
func splitLast(u *url.URL) (parent, last string, ok bool) {
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	cut := strings.LastIndex(path, "/")
	last, err := url.PathUnescape(path[cut+1:])
	return normalizePath(path[:max(cut, 0)]), last, err == nil
}

// normalizePath normalizes an escaped path for comparison, without leading and trailing slashes.
func normalizePath(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		if plain, err := url.PathUnescape(part); err == nil {
			parts[i] = url.PathEscape(plain)
		}
	}
	return strings.Join(parts, "/")
}
