package rest_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Requests must pass through the configured retry layer.
func TestClient_retries(t *testing.T) {
	calls := 0
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls++; calls == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
			return
		}
		reply(w, 200, `{"extId":"u-1"}`)
	})
	c := client(t, server.URL, func(config *rest.Config) { config.MaxRetries = 0 })
	got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "things"))
	if err != nil || got.ExtID != "u-1" || calls != 2 {
		t.Errorf("Decode() = %v, %v after %d calls", got, err, calls)
	}
}

// A GET with a truncated body is retried like one without a response.
func TestClient_truncatedBodyIsRepeated(t *testing.T) {
	calls := 0
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls++; calls == 1 {
			w.Header().Set("Content-Length", "1000")
		}
		reply(w, 200, `{"extId":"u-1"}`)
	})
	c := client(t, server.URL, func(config *rest.Config) { config.MaxRetries = 1 })
	if got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "things")); err != nil || got.ExtID != "u-1" {
		t.Errorf("Decode() = %v, %v", got, err)
	}
}

func TestClient_certificates(t *testing.T) {
	certificate, key := keyPair(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reply(w, 200, `{"name":"`+r.TLS.PeerCertificates[0].Subject.CommonName+` `+r.Proto+`"}`)
	}))
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(certificate)
	server.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: trusted}
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	c := client(t, server.URL, func(config *rest.Config) {
		config.CACertificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
		config.ClientCertificate, config.ClientKey = certificate, key
	})
	got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "x"))
	if err != nil || got.Name != "robot HTTP/2.0" {
		t.Errorf("Decode() = %v, %v", got, err)
	}
}

func TestClient_untrustedCertificate(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	c := client(t, server.URL, func(config *rest.Config) { config.MaxRetries = 4 })
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); !ok {
		t.Errorf("Discard() = %v, want a certificate error", err)
	}
}

func TestClient_oldTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	server.StartTLS()
	t.Cleanup(server.Close)
	c := client(t, server.URL, func(config *rest.Config) {
		config.CACertificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	})
	if err := rest.Discard(t.Context(), c, c.Request("GET", "x")); !errors.Is(err, rest.ErrNoResponse) {
		t.Errorf("Discard() over TLS 1.1 = %v, want a failed handshake", err)
	}
}

func TestClient_proxy(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) { reply(w, 200, `{"name":"`+r.URL.Host+`"}`) })
	c := client(t, "http://idm.example:8080", func(config *rest.Config) {
		config.Proxy = parse(t, proxy.URL)
		config.Proxy.User = url.UserPassword("anna", "pr0xy-password")
	})
	got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "x"))
	if err != nil || got.Name != "idm.example:8080" || proxy.requests()[0].header.Get("Proxy-Authorization") == "" {
		t.Errorf("Decode() = %v, %v", got, err)
	}
}

// A proxy that opens no tunnel is named with its status, and nothing was sent.
func TestClient_proxyRefuses(t *testing.T) {
	for _, status := range []int{http.StatusProxyAuthRequired, http.StatusForbidden, http.StatusBadGateway, http.StatusServiceUnavailable} {
		proxy := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		c := client(t, "https://idm.example", func(config *rest.Config) {
			config.Proxy = parse(t, proxy.URL)
			config.Proxy.User = url.UserPassword("anna", "pr0xy-password")
		})
		err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
		refused, ok := errors.AsType[*rest.ProxyError](err)
		named := "the proxy " + proxy.Listener.Addr().String()
		if !ok || refused.StatusCode != status || !rest.Unsent(err) || !strings.Contains(err.Error(), named) ||
			strings.Contains(err.Error(), "pr0xy") {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// No redirect is followed: the login stays at the address that is configured.
func TestClient_redirects(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{"name":"stolen"}`) })
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL+"/x", http.StatusTemporaryRedirect)
			return
		}
		http.Redirect(w, r, "/here", http.StatusPermanentRedirect)
	})
	c := client(t, server.URL, func(config *rest.Config) {
		config.Auth = rest.BearerToken("t0ken-value")
		config.Headers = map[string]string{"X-Api-Key": "k3y-value"}
	})
	for _, method := range []string{"GET", "POST", "DELETE"} {
		for path, target := range map[string]string{"away": other.URL, "moved": server.URL} {
			err := rest.Discard(t.Context(), c, c.Request(method, path).Body(thing{}))
			refused, ok := errors.AsType[*rest.RedirectError](err)
			if !ok || refused.Path != "/"+path || refused.Method != method || refused.Target != target {
				t.Errorf("%s %s: %v", method, path, err)
			}
		}
	}
	if sent := other.requests(); len(sent) != 0 || len(server.requests()) != 6 {
		t.Errorf("the other host saw %v, the server %d requests", sent, len(server.requests()))
	}
}

// keyPair creates a self-signed certificate for a caller named robot.
func keyPair(t *testing.T) (certificate, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "robot"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, IsCA: true, BasicConstraintsValid: true,
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded})
}
