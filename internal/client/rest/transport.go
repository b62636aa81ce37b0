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

// DefaultRetries is the default of Config.MaxRetries.
const DefaultRetries = 4

const (
	defaultTimeout     = 30 * time.Second
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
			return nil, fmt.Errorf("client certificate and key, which takes no password: %w", err)
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
	inner := newExchange(transport, cmp.Or(config.RequestTimeout, defaultTimeout), c.counts)
	retries, concurrent := cmp.Or(config.MaxRetries, DefaultRetries), cmp.Or(config.MaxConcurrentRequests, defaultConcurrency)
	if config.Log != nil {
		inner = &logger{next: inner, log: config.Log, mask: c.mask}
	}
	layer := inner
	if config.Auth != nil {
		fetch := tokenClient(&retry{next: inner, retries: retries, counts: c.counts, circuit: &c.circuit})
		layer = &login{next: layer, auth: config.Auth, fetch: fetch, mask: c.mask}
	}
	layer = newLimit(layer, concurrent, config.RequestsPerSecond, c.counts, &c.circuit)
	layer = &retry{next: layer, retries: retries, counts: c.counts, circuit: &c.circuit, paced: true}
	if config.XToken == nil {
		return layer
	}
	withToken := &login{next: layer, auth: xToken(c, config.XToken), mask: c.mask}
	return roundTripperFunc(func(request *http.Request) (*http.Response, error) {
		if isWrite(request.Method) && !metaOf(request).withoutXToken {
			return withToken.RoundTrip(request)
		}
		return layer.RoundTrip(request)
	})
}
