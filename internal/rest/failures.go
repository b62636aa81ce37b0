package rest

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
)

// NoAnswerError says that no whole answer came: the connection failed, the time ran out, the caller
// stopped waiting or the body ended early. It is not known whether the service did the work.
// errors.Is finds ErrNoAnswer and the cause.
type NoAnswerError struct {
	Method, Path string
	Err          error
}

// Error names the call and the cause.
func (e *NoAnswerError) Error() string {
	return fmt.Sprintf("%s %s: no answer: %v", e.Method, e.Path, e.Err)
}

// Unwrap returns ErrNoAnswer and the cause.
func (e *NoAnswerError) Unwrap() []error { return []error{ErrNoAnswer, e.Err} }

// Unsent reports whether an error is about a request that never left, because no connection was made:
// nobody listens, the name has no address, or the two sides do not agree on TLS.
func Unsent(err error) bool {
	if connection, ok := errors.AsType[*net.OpError](err); ok && connection.Op == "dial" {
		return true
	}
	_, unnamed := errors.AsType[*net.DNSError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return unnamed || plain || untrusted
}

// BadAnswerError is a 2xx answer that cannot be what was asked for: HTML, broken JSON, another
// content type, no items, or more than MaxAnswerBytes. The service did the work; what it said is
// not known.
type BadAnswerError struct {
	Method, Path string
	StatusCode   int
	Reason       string
}

// Error names the call and what is wrong with its answer.
func (e *BadAnswerError) Error() string {
	return fmt.Sprintf("%s %s: unusable answer with status %d: %s", e.Method, e.Path, e.StatusCode, e.Reason)
}

// LocationError is an accepted create whose Location header does not tell the external ID of the
// new object. The object exists.
type LocationError struct {
	Method, Path string
	Location     string
	Reason       string
}

// Error names the call and what is wrong with the header.
func (e *LocationError) Error() string {
	return fmt.Sprintf("%s %s: the object was created, but the Location %q does not name it: %s", e.Method, e.Path, e.Location, e.Reason)
}

// PathError is a path element that would change the meaning of the path. The request was not sent.
type PathError struct {
	Method, Path string
	// Position counts the elements from 0, Path holds the escaped ones before it.
	Position int
	Element  string
}

// Error names the element.
func (e *PathError) Error() string {
	return fmt.Sprintf("%s %s/…: not sent, because the path element %q is not allowed", e.Method, e.Path, e.Element)
}

// RedirectError is a redirect that was not followed, because it leads to another host or from https
// to http, repeats itself, or would turn a write into a read. No login or header was sent to
// Target.
type RedirectError struct {
	Method, Path string
	// Target is the scheme and host of the redirect.
	Target string
	Reason string
}

// Error names the call and the host that it was to be sent to.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s %s: redirect to %s not followed: %s", e.Method, e.Path, e.Target, e.Reason)
}

// LoginError says that a request was not sent, because the token that it needs could not be
// fetched.
type LoginError struct{ Err error }

// Error gives the cause.
func (e *LoginError) Error() string { return "log in: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *LoginError) Unwrap() error { return e.Err }
