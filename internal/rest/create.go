package rest

import (
	"context"
	"net/url"
	"slices"
	"strings"
)

// Create sends req, whose path is that of a collection, and returns the external id of the new object: the last
// element of the Location header, unescaped. A Location on another host or outside the collection is a
// *LocationError; the other errors are those of Decode.
func Create(ctx context.Context, c *Client, req *Request) (string, error) {
	a, err := c.do(ctx, req)
	if err != nil {
		return "", err
	}
	if a.header.Get("Location") == "" && a.mediaType() == "text/html" {
		return "", c.badAnswer(req, a, "an HTML page")
	}
	extID, reason := c.createdID(req, a)
	if reason != "" {
		return "", &LocationError{Method: req.method, Path: c.shown(a.url), Location: a.header.Get("Location"), Reason: reason}
	}
	return extID, nil
}

// createdID reads the external id out of a Location header, or says why there is none.
func (c *Client) createdID(req *Request, a *answer) (extID, reason string) {
	location := a.header.Get("Location")
	if location == "" {
		return "", "it is missing"
	}
	parsed, err := url.Parse(location)
	if err != nil {
		return "", "it is no address"
	}
	parsed = a.url.ResolveReference(parsed)
	if !sameHost(parsed, a.url) {
		return "", "it is on another host"
	}
	parent, last, ok := splitLast(parsed)
	switch {
	case !ok:
		return "", "it has a broken escape"
	case last == "" || last == "." || last == "..":
		return "", "its last element is no external id"
	case !slices.Contains(c.collections(req), parent):
		return "", "it is not below the address that was called"
	}
	return last, ""
}

// collections are the paths that a new object of req may be in, with the prefix of the base address and without: a
// reverse proxy that strips the prefix does not always put it back.
func (c *Client) collections(req *Request) []string {
	paths := []string{escape(req.elements)}
	if len(req.created) > 0 {
		paths = append(paths, escape(req.created))
	}
	for _, path := range paths {
		paths = append(paths, strings.TrimSuffix(c.base.EscapedPath(), "/")+path)
	}
	for i, path := range paths {
		paths[i] = elements(path)
	}
	return paths
}

// splitLast splits the path of u into a comparable form of its parent and the unescaped last element.
func splitLast(u *url.URL) (parent, last string, ok bool) {
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	cut := strings.LastIndex(path, "/")
	last, err := url.PathUnescape(path[cut+1:])
	return elements(path[:max(cut, 0)]), last, err == nil
}

// elements rewrites an escaped path into one escaped form, without slashes at its ends, so that two can be compared.
func elements(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		if plain, err := url.PathUnescape(part); err == nil {
			parts[i] = url.PathEscape(plain)
		}
	}
	return strings.Join(parts, "/")
}

// sameHost compares host and port; the ports that the schemes imply count as none, so that a gateway which ends TLS
// may name itself with the other scheme.
func sameHost(a, b *url.URL) bool {
	return strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		return ""
	}
	return u.Port()
}
