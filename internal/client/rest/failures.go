package rest

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// NoResponseError reports that no complete response arrived: the connection failed, the timeout
// expired, the caller stopped waiting or the body ended early. It is not known whether the service
// carried out the request. errors.Is matches ErrNoResponse and the cause.
type NoResponseError struct {
	Method, Path string
	Err          error
}

// Error names the call and the cause.
func (e *NoResponseError) Error() string {
	return fmt.Sprintf("%s %s: no response: %v", e.Method, e.Path, e.Err)
}

// Unwrap returns ErrNoResponse and the cause.
func (e *NoResponseError) Unwrap() []error { return []error{ErrNoResponse, e.Err} }

// Unsent reports whether a request was never sent, because no connection was made: the connection
// was refused, the name has no address, or the TLS handshake failed.
func Unsent(err error) bool {
	if connection, ok := errors.AsType[*net.OpError](err); ok && connection.Op == "dial" {
		return true
	}
	_, unnamed := errors.AsType[*net.DNSError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, proxy := errors.AsType[*ProxyError](err)
	return unnamed || plain || untrusted || proxy
}

// ProxyError is a proxy that refused to connect to the service. The request was not sent.
type ProxyError struct {
	// Proxy is the host of the proxy.
	Proxy      string
	StatusCode int
}

// Error names the proxy and its status.
func (e *ProxyError) Error() string {
	return fmt.Sprintf("the proxy %s answered %d %s", e.Proxy, e.StatusCode, http.StatusText(e.StatusCode))
}

// BadResponseError is a 2xx response with unusable content: HTML, broken JSON, another content
// type, no items, or more than MaxResponseBytes. The service carried out the request, but its
// result is unknown.
type BadResponseError struct {
	Method, Path string
	StatusCode   int
	Reason       string
}

// Error names the call and the defect of its response.
func (e *BadResponseError) Error() string {
	return fmt.Sprintf("%s %s: unusable response with status %d: %s", e.Method, e.Path, e.StatusCode, e.Reason)
}

// LocationError is a successful create whose Location header does not contain the external ID of
// the new object. The object exists.
type LocationError struct {
	Method, Path string
	Location     string
}

// Error names the call and the defect of the header.
func (e *LocationError) Error() string {
	return fmt.Sprintf("%s %s: the object was created, but the Location %q does not name it", e.Method, e.Path, e.Location)
}

// PathError reports a path element that would change the meaning of the path. The request was not
// sent.
type PathError struct {
	Method, Path string
	// Position is the element's index from 0; Path holds the escaped elements before it.
	Position int
	Element  string
}

// Error names the element.
func (e *PathError) Error() string {
	return fmt.Sprintf("%s %s/…: not sent, because the path element %q is not allowed", e.Method, e.Path, e.Element)
}

// RedirectError is a redirect. None is followed, so no login or header was sent to Target.
type RedirectError struct {
	Method, Path string
	// Target is the scheme and host of the redirect.
	Target string
}

// Error names the call and the host of the redirect.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s %s: redirect to %s not followed", e.Method, e.Path, e.Target)
}

// LoginError reports that a request was not sent because its token could not be fetched.
type LoginError struct{ Err error }

// Error names the cause.
func (e *LoginError) Error() string { return "log in: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *LoginError) Unwrap() error { return e.Err }
