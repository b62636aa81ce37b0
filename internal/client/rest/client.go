// Package rest implements the HTTP layer below a typed API: requests with escaped paths, typed
// errors, paging, retries, limits, login and masked logs. It is independent of the service's object
// types.
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

// MaxResponseBytes limits the body of a response after decompression.
const MaxResponseBytes = 64 << 20

// Client sends requests to one service. It is safe for concurrent use. Create one per service,
// because it owns the limits, connections and cached tokens.
type Client struct {
	base    *url.URL
	http    *http.Client
	headers http.Header
	agent   string
	mask    *masker
	changes atomic.Int64
	counts  *counts
	circuit circuit
	running context.Context //nolint:containedctx // It lives as long as the client.
}

// Config holds the settings of a Client. Only BaseURL is required; the zero value of every other
// field is its default.
type Config struct {
	// BaseURL is the http or https address that all paths are relative to; it may have a path
	// prefix.
	BaseURL *url.URL
	// Auth adds the credentials to requests; nil sends requests without any.
	Auth *Authenticator
	// XToken fetches the token that every POST, PUT, PATCH and DELETE carries in the header
	// X-Token; nil sends none.
	XToken TokenSource
	// Headers are sent with every request to BaseURL. Their values never appear in logs.
	Headers map[string]string
	// CACertificate holds PEM certificates that are trusted in addition to the system's.
	CACertificate []byte
	// ClientCertificate and ClientKey, both PEM, identify the caller in the TLS handshake.
	ClientCertificate, ClientKey []byte
	// Proxy is used for all requests; nil uses the proxy from the environment.
	Proxy *url.URL
	// RequestTimeout limits each attempt, including its whole response; the default is 30 seconds.
	RequestTimeout time.Duration
	// MaxRetries limits the retries of a repeatable request; 0 means 4, a negative number disables
	// them. They also stop when the service has refused all requests for five minutes.
	MaxRetries int
	// MaxConcurrentRequests limits the requests in flight; the default is 16.
	MaxConcurrentRequests int
	// RequestsPerSecond limits the rate of all requests; 0 means no limit.
	RequestsPerSecond float64
	// Transport sends the requests; nil uses the Client's own connections. Tests without a network
	// set it.
	Transport http.RoundTripper
	// UserAgent is sent with every request.
	UserAgent string
	// Secrets holds further values that must not appear in logs and errors.
	Secrets []string
	// Running ends all requests and waits when it ends, apart from the responses to sent writes; nil
	// never ends.
	Running context.Context //nolint:containedctx // It lives as long as the client.
	// Log receives one masked message for every exchange; nil disables logging.
	Log func(ctx context.Context, message string, fields map[string]any)
}

// New returns a Client, or an error that names the invalid setting.
func New(config Config) (*Client, error) {
	if err := checkBase(config.BaseURL); err != nil {
		return nil, err
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
		running: config.Running,
	}
	if c.running == nil {
		c.running = context.Background()
	}
	for name, value := range config.Headers {
		c.headers.Set(name, value)
	}
	carrier := config.Transport
	if carrier == nil {
		carrier = transport
	}
	c.http = &http.Client{Transport: c.layers(config, carrier), CheckRedirect: refuseRedirect}
	return c, nil
}

// refuseRedirect keeps the login at the base address, and a write from becoming a read.
func refuseRedirect(next *http.Request, _ []*http.Request) error {
	return &RedirectError{Target: next.URL.Scheme + "://" + next.URL.Host}
}

func checkBase(base *url.URL) error {
	switch {
	case base.User != nil:
		return errors.New("base URL: it must not hold a user name or password")
	case base.RawQuery != "" || base.ForceQuery:
		return errors.New("base URL: it must not hold a query")
	case slices.ContainsFunc(strings.Split(base.Path, "/"), func(segment string) bool { return segment == "." || segment == ".." }):
		return errors.New("base URL: its path must not hold the segments . and .., which make two addresses of one service")
	}
	return nil
}

// Changes returns a counter that increases when a write is sent and again when its response
// arrives. If two calls return the same number, this client changed nothing in between.
func (c *Client) Changes() int64 { return c.changes.Load() }

// fullResponse is a complete response of the service.
type fullResponse struct {
	status int
	header http.Header
	url    *url.URL
	body   []byte
}

// do sends r and returns the response if its status is 2xx; otherwise it returns one of this
// package's errors.
func (c *Client) do(ctx context.Context, r *Request) (*fullResponse, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.running, cancel)()
	if c.running.Err() != nil {
		cancel() // The function above runs in its own goroutine.
	}
	request, err := c.build(ctx, r)
	if err != nil {
		return nil, err
	}
	if cause := c.circuit.check(); cause != nil {
		return nil, &NotSentError{Method: r.method, Path: c.displayPath(request.URL), Err: cause}
	}
	resp, err := c.exchange(r, request)
	if err != nil {
		c.circuit.recordFailure(r, err)
		return nil, err
	}
	return resp, nil
}

// exchange works like do, without checking the circuit.
func (c *Client) exchange(r *Request, request *http.Request) (*fullResponse, error) {
	if isWrite(r.method) {
		c.changes.Add(1)
		defer c.changes.Add(1)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, c.sendError(r, request, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, c.sendError(r, request, err)
	}
	resp := &fullResponse{status: response.StatusCode, header: response.Header, url: request.URL, body: body}
	if resp.status < 200 || resp.status > 299 {
		return nil, c.newError(r, c.displayPath(request.URL), resp)
	}
	return resp, nil
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
	request, err := http.NewRequestWithContext(withMeta(ctx, r.meta), r.method, target.String(), body)
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

// failure converts an error of the transport into the error that callers see.
func (c *Client) sendError(r *Request, request *http.Request, err error) error {
	// The address in a url.Error includes the query, which may hold personal data.
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
	return &NoResponseError{Method: r.method, Path: c.displayPath(request.URL), Err: c.mask.err(err)}
}

// displayPath returns the escaped path of u without the prefix of the base address.
func (c *Client) displayPath(u *url.URL) string {
	return strings.TrimPrefix(u.EscapedPath(), strings.TrimSuffix(c.base.EscapedPath(), "/"))
}
