// Package rest is the HTTP mechanics below a typed API: requests with escaped paths, typed errors,
// paging, retries, limits, login and masked logs. It knows nothing of the objects that the service
// holds.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// MaxAnswerBytes bounds the body of one answer, after decompression.
const MaxAnswerBytes = 64 << 20

// Client sends requests to one service. It is safe for concurrent use, and meant to be made once:
// limits, connections and cached tokens belong to it.
type Client struct {
	base    *url.URL
	http    *http.Client
	headers http.Header
	agent   string
	mask    *masker
	changes atomic.Int64
	counts  *counts
	circuit circuit
}

// Config holds what a Client needs. Only BaseURL is required; the zero value of everything else is
// its default.
type Config struct {
	// BaseURL is where every path starts, http or https, possibly with a path prefix.
	BaseURL *url.URL
	// Auth logs the requests in; nil sends them as they are.
	Auth Authenticator
	// XToken fetches the token that every POST, PUT, PATCH and DELETE carries in the header
	// X-Token; nil sends none.
	XToken TokenSource
	// Headers are sent with every request to BaseURL, and their values appear in no log.
	Headers map[string]string
	// CACertificate holds PEM certificates that are trusted in addition to the system's.
	CACertificate []byte
	// ClientCertificate and ClientKey, both PEM, identify the caller in the TLS handshake.
	ClientCertificate, ClientKey []byte
	// Proxy carries all requests; nil takes the proxy of the environment.
	Proxy *url.URL
	// RequestTimeout bounds each attempt with its whole answer; 30 seconds.
	RequestTimeout time.Duration
	// MaxRetries is how often a repeatable request is sent again; 0 is 4, a negative number is
	// never. All requests together share a budget: when too many of them fail, none is sent again,
	// and the error is ErrRetryBudget too.
	MaxRetries int
	// MaxConcurrentRequests bounds the requests in flight; 16.
	MaxConcurrentRequests int
	// RequestsPerSecond bounds the rate over all requests; 0 is unlimited.
	RequestsPerSecond float64
	// Transport carries the requests; nil makes connections of the Client's own. A test that has no
	// network sets it.
	Transport http.RoundTripper
	// UserAgent is sent with every request.
	UserAgent string
	// Secrets are further values that no log and no error may show.
	Secrets []string
	// Log receives one message for every exchange, masked; nil logs nothing.
	Log func(ctx context.Context, message string, fields map[string]any)
}

// New returns a Client, or an error that names the part of config that cannot be used.
func New(config Config) (*Client, error) {
	if err := checkBase(config.BaseURL); err != nil {
		return nil, err
	}
	if config.RequestTimeout < 0 || config.MaxConcurrentRequests < 0 || config.RequestsPerSecond < 0 {
		return nil, errors.New("request timeout, concurrent requests and requests per second must not be negative")
	}
	transport, err := newTransport(config)
	if err != nil {
		return nil, err
	}
	c := &Client{
		base:    config.BaseURL,
		headers: http.Header{},
		agent:   config.UserAgent,
		mask:    newMasker(config),
		counts:  newCounts(),
	}
	for name, value := range config.Headers {
		c.headers.Set(name, value)
	}
	carrier := config.Transport
	if carrier == nil {
		carrier = transport
	}
	c.http = &http.Client{Transport: c.layers(config, carrier), CheckRedirect: checkRedirect}
	return c, nil
}

func checkBase(base *url.URL) error {
	switch {
	case base == nil || base.Host == "":
		return errors.New("base URL: a host is missing")
	case base.Scheme != "http" && base.Scheme != "https":
		return fmt.Errorf("base URL: scheme %q is neither http nor https", base.Scheme)
	case base.User != nil:
		return errors.New("base URL: it must not hold a user name or password")
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return errors.New("base URL: it must not hold a query or fragment")
	case slices.ContainsFunc(strings.Split(base.Path, "/"), func(segment string) bool { return segment == "." || segment == ".." }):
		return errors.New("base URL: its path must not hold the segments . and .., which make two addresses of one service")
	}
	return nil
}

// Changes grows with every request that changes something, when it is sent and again when its
// answer is there. Two equal numbers mean that nothing was changed through this client in between.
func (c *Client) Changes() int64 { return c.changes.Load() }

// Hide keeps further values, such as a secret that the service has made, out of every log and
// error.
func (c *Client) Hide(secrets ...string) { c.mask.add(secrets...) }

// answer is a whole answer of the service.
type answer struct {
	status int
	header http.Header
	url    *url.URL
	body   []byte
	// retryBudgetSpent says that the request was not sent again because the budget was spent.
	retryBudgetSpent bool
}

// do sends r and returns its answer when the status is 2xx; everything else is one of the errors of
// this package.
func (c *Client) do(ctx context.Context, r *Request) (*answer, error) {
	request, err := c.build(ctx, r)
	if err != nil {
		return nil, err
	}
	if cause := c.circuit.check(); cause != nil {
		return nil, &NotSentError{Method: r.method, Path: c.displayPath(request.URL), Err: cause}
	}
	a, err := c.exchange(r, request)
	if err != nil {
		c.circuit.note(r, err)
		return nil, err
	}
	return a, nil
}

// exchange is do without the circuit.
func (c *Client) exchange(r *Request, request *http.Request) (*answer, error) {
	if writes(r.method) {
		c.changes.Add(1)
		defer c.changes.Add(1)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, c.failure(r, request, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, c.failure(r, request, err)
	}
	a := &answer{status: response.StatusCode, header: response.Header, url: request.URL, body: body,
		retryBudgetSpent: callOf(response.Request).budgetSpent}
	if a.status < 200 || a.status > 299 {
		return nil, c.newError(r, c.displayPath(request.URL), a)
	}
	return a, nil
}

func (c *Client) build(ctx context.Context, r *Request) (*http.Request, error) {
	target, err := r.url(c.base)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if r.body != nil {
		encoded, err := json.Marshal(r.body)
		if err != nil {
			return nil, fmt.Errorf("%s %s: encode the body: %w", r.method, target.EscapedPath(), err)
		}
		body = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(withCall(ctx, r.call), r.method, target.String(), body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", r.method, target.EscapedPath(), err)
	}
	// Parsing the string again may normalise the path; the escaped form must be sent as it was
	// built.
	request.URL = target
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.agent != "" {
		request.Header.Set("User-Agent", c.agent)
	}
	maps.Copy(request.Header, c.headers)
	maps.Copy(request.Header, r.header)
	return request, nil
}

// failure limited what the transport returned into the error that callers see.
func (c *Client) failure(r *Request, request *http.Request, err error) error {
	// The address in a url.Error holds the query, which is data.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if redirect, ok := errors.AsType[*RedirectError](err); ok {
		redirect.Method, redirect.Path = r.method, c.displayPath(request.URL)
		redirect.Target = c.mask.readable(redirect.Target)
		return redirect
	}
	if login, ok := errors.AsType[*LoginError](err); ok {
		return login
	}
	if unsent, ok := errors.AsType[*NotSentError](err); ok {
		unsent.Method, unsent.Path = r.method, c.displayPath(request.URL)
		return unsent
	}
	return &NoAnswerError{Method: r.method, Path: c.displayPath(request.URL), Err: c.mask.err(err)}
}

// displayPath is the escaped path of u without the prefix of the base address.
func (c *Client) displayPath(u *url.URL) string {
	return strings.TrimPrefix(u.EscapedPath(), strings.TrimSuffix(c.base.EscapedPath(), "/"))
}
