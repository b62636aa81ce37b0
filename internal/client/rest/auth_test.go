package rest_test

import (
	"context"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestAuthenticators(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{}`) })
	encoded := base64.RawStdEncoding.EncodeToString([]byte("bot:cred:s3cret!"))
	for want, auth := range map[string]*rest.Authenticator{
		"Bearer t0ken":           rest.BearerToken("t0ken"),
		"Basic YW5uYTpwYTpzcw==": rest.Basic("anna", "pa:ss"),
		"Bearer " + encoded:      rest.TechnicalUser("bot", "cred", "s3cret!"),
		"":                       nil,
	} {
		c := client(t, server.URL, func(config *rest.Config) { config.Auth = auth })
		if err := rest.Discard(t.Context(), c, c.Request("GET", "x")); err != nil {
			t.Fatal(err)
		}
		sent := server.requests()
		if got := sent[len(sent)-1].header.Get("Authorization"); got != want {
			t.Errorf("Authorization %q, want %q", got, want)
		}
	}
	if strings.HasSuffix(encoded, "=") {
		t.Errorf("the technical user's token %q is padded", encoded)
	}
}

// tokenServer is an OAuth 2.0 token endpoint with a certificate of its own CA.
type tokenServer struct {
	*httptest.Server
	calls  atomic.Int64
	expiry int
	status int
}

func serveTokens(t *testing.T, expiry int) *tokenServer {
	t.Helper()
	s := &tokenServer{expiry: expiry, status: 200}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := s.calls.Add(1)
		id, secret, _ := r.BasicAuth()
		if s.status != 200 || id != "app" || secret != "cl13nt-s3cret" || r.PostFormValue("grant_type") != "client_credentials" ||
			r.Header.Get("X-Tenant") != "" {
			reply(w, 401, `{"error":"invalid_client","error_description":"no 'cl13nt-s3cret' here"}`)
			return
		}
		reply(w, 200, fmt.Sprintf(`{"access_token":"token-%d","token_type":"bearer","expires_in":%d,"scope":%q}`, call, s.expiry,
			r.PostFormValue("scope")))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *tokenServer) ca() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
}

func (s *tokenServer) use(config *rest.Config) {
	config.CACertificate = s.ca()
	config.Headers = map[string]string{"X-Tenant": "blue"}
	config.Auth = rest.OAuth2(s.URL+"/token", "app", "cl13nt-s3cret", []string{"a", "b"})
}

func TestOAuth2_onceForManyCalls(t *testing.T) {
	tokens := serveTokens(t, 3600)
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{}`) })
	c := client(t, server.URL, func(config *rest.Config) {
		tokens.use(config)
		config.MaxConcurrentRequests = 2
	})
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			if err := rest.Discard(t.Context(), c, c.Request("GET", "x")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if tokens.calls.Load() != 1 {
		t.Errorf("%d calls of the token endpoint for 12 requests", tokens.calls.Load())
	}
	for _, sent := range server.requests() {
		if got := sent.header.Get("Authorization"); got != "Bearer token-1" {
			t.Errorf("Authorization %q", got)
		}
	}
}

func TestOAuth2_renewed(t *testing.T) {
	for name, tc := range map[string]struct {
		expiry   int
		accepted string
		fetched  int64
		fails    bool
	}{
		"refused once":          {3600, "Bearer token-2", 2, false},
		"expires before use":    {5, "Bearer token-1,Bearer token-2", 2, false},
		"refused for ever":      {3600, "none", 2, true},
		"no expiry, no refusal": {0, "Bearer token-1", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			tokens := serveTokens(t, tc.expiry)
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if !strings.Contains(tc.accepted, r.Header.Get("Authorization")) {
					reply(w, 401, `{}`)
					return
				}
				reply(w, 200, `{}`)
			})
			c := client(t, server.URL, tokens.use)
			for range 2 {
				err := rest.Discard(t.Context(), c, c.Request("POST", "x").Body(thing{Name: "body"}))
				if errors.Is(err, rest.ErrUnauthorized) != tc.fails || err != nil && !tc.fails {
					t.Errorf("Discard() = %v", err)
				}
			}
			if tokens.calls.Load() != tc.fetched {
				t.Errorf("%d tokens fetched, want %d", tokens.calls.Load(), tc.fetched)
			}
			for _, sent := range server.requests() {
				if sent.body != `{"extId":"","name":"body"}` {
					t.Errorf("sent the body %q", sent.body)
				}
			}
		})
	}
}

func TestOAuth2_refused(t *testing.T) {
	tokens := serveTokens(t, 3600)
	tokens.status = 401
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{}`) })
	c := client(t, server.URL, tokens.use)
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if _, ok := errors.AsType[*rest.LoginError](err); !ok || !strings.Contains(err.Error(), "invalid_client") {
		t.Errorf("Discard() = %v, want a LoginError with the reason", err)
	}
	if strings.Contains(err.Error(), "cl13nt-s3cret") || len(server.requests()) != 0 {
		t.Errorf("%v, after %d requests", err, len(server.requests()))
	}
}

func TestOAuth2_untrusted(t *testing.T) {
	tokens := serveTokens(t, 3600)
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{}`) })
	c := client(t, server.URL, func(config *rest.Config) {
		tokens.use(config)
		config.CACertificate, config.MaxRetries = nil, 4
	})
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if _, ok := errors.AsType[*rest.LoginError](err); !ok || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("Discard() = %v, want a LoginError about the certificate", err)
	}
}

func TestXToken(t *testing.T) {
	var fetched atomic.Int64
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			reply(w, 200, fmt.Sprintf(`{"name":"x-token-%d"}`, fetched.Add(1)))
			return
		}
		if r.Method != "GET" && r.Header.Get("X-Token") == "x-token-1" && fetched.Load() == 1 && r.URL.Path == "/expired" {
			w.WriteHeader(401)
			return
		}
		reply(w, 200, `{}`)
	})
	c := client(t, server.URL, func(config *rest.Config) {
		config.MaxConcurrentRequests = 1
		config.XToken = func(ctx context.Context, c *rest.Client) (string, time.Time, error) {
			got, err := rest.Decode[thing](ctx, c, c.Request("POST", "token").WithoutXToken())
			return got.Name, time.Time{}, err
		}
	})
	for _, tc := range []struct{ method, path, want string }{
		{"GET", "x", ""}, {"PATCH", "x", "x-token-1"}, {"POST", "x", "x-token-1"},
		{"PUT", "expired", "x-token-2"}, {"DELETE", "x", "x-token-2"}, {"GET", "x", ""},
	} {
		if err := rest.Discard(t.Context(), c, c.Request(tc.method, tc.path)); err != nil {
			t.Fatal(err)
		}
		sent := server.requests()
		if got := sent[len(sent)-1].header.Get("X-Token"); got != tc.want {
			t.Errorf("%s %s sent the X-Token %q, want %q", tc.method, tc.path, got, tc.want)
		}
	}
	if fetched.Load() != 2 {
		t.Errorf("%d tokens fetched, want 2", fetched.Load())
	}
}

func TestXToken_notFetched(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 401, `{"errors":[{"code":"errors.x","message":"wrong"}]}`)
	})
	c := client(t, server.URL, func(config *rest.Config) {
		config.XToken = func(ctx context.Context, c *rest.Client) (string, time.Time, error) {
			_, err := rest.Decode[thing](ctx, c, c.Request("POST", "token").WithoutXToken())
			return "", time.Time{}, err
		}
	})
	err := rest.Discard(t.Context(), c, c.Request("PATCH", "x"))
	if _, ok := errors.AsType[*rest.LoginError](err); !ok || !errors.Is(err, rest.ErrUnauthorized) || len(server.requests()) != 1 {
		t.Errorf("Discard() = %v after %d requests", err, len(server.requests()))
	}
}
