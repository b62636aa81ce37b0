package rest

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	defaultTimeout     = 30 * time.Second
	defaultRetries     = 4
	defaultConcurrency = 16
)

// newTransport returns the only connection pool of a Client; the process's default transport is not
// used.
func newTransport(config Config) (*http.Transport, error) {
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if len(config.CACertificate) > 0 {
		roots, err := x509.SystemCertPool()
		if err != nil {
			return nil, fmt.Errorf("CA certificate: read the system's: %w", err)
		}
		if !roots.AppendCertsFromPEM(config.CACertificate) {
			return nil, errors.New("CA certificate: no PEM certificate found in it")
		}
		settings.RootCAs = roots
	}
	if len(config.ClientCertificate) > 0 || len(config.ClientKey) > 0 {
		pair, err := tls.X509KeyPair(config.ClientCertificate, config.ClientKey)
		if err != nil {
			return nil, fmt.Errorf("client certificate and key: %w", err)
		}
		settings.Certificates = []tls.Certificate{pair}
	}
	proxy := http.ProxyFromEnvironment
	if config.Proxy != nil {
		proxy = http.ProxyURL(config.Proxy)
	}
	connections := cmp.Or(config.MaxConcurrentRequests, defaultConcurrency)
	return &http.Transport{
		Proxy:                  proxy,
		OnProxyConnectResponse: proxyResponse,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSClientConfig:        settings,
		TLSHandshakeTimeout:    10 * time.Second,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           connections,
		MaxIdleConnsPerHost:    connections,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}, nil
}

// proxyResponse refuses the tunnel of a proxy that did not open one.
func proxyResponse(_ context.Context, proxy *url.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode == http.StatusOK {
		return nil
	}
	return &ProxyError{Proxy: proxy.Host, StatusCode: response.StatusCode}
}

// layers returns the layers that a request passes through. The X-Token of a write is fetched
// outside of the limits, because fetching it is a separate request; a retry passes the limits
// again, so that every attempt counts.
func (c *Client) layers(config Config, transport http.RoundTripper) http.RoundTripper {
	var inner http.RoundTripper = &counter{newExchange(transport, cmp.Or(config.RequestTimeout, defaultTimeout)), c.counts}
	retries, concurrent := cmp.Or(config.MaxRetries, defaultRetries), cmp.Or(config.MaxConcurrentRequests, defaultConcurrency)
	shared := newBudget(concurrent, retries)
	if config.Log != nil {
		inner = &logger{next: inner, log: config.Log, mask: c.mask}
	}
	layer := inner
	if config.Auth != nil {
		layer = &login{next: layer, auth: config.Auth, fetch: tokenClient(inner, retries, shared), mask: c.mask}
	}
	limited := newLimit(layer, concurrent, config.RequestsPerSecond)
	limited.counts = c.counts
	layer = &retry{next: limited, retries: retries, budget: shared, counts: c.counts, circuit: &c.circuit, pace: limited.pace}
	if config.XToken != nil {
		layer = &login{next: layer, auth: newXToken(c, config.XToken), mask: c.mask}
	}
	return layer
}
