package rest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestNew_config(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "idm.example"}
	for name, tc := range map[string]struct {
		config rest.Config
		want   string
	}{
		"login in it": {rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "x", User: url.UserPassword("u", "p4ssw0rd")}},
			"user name or password"},
		"query":           {rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "x", RawQuery: "a=b"}}, "query"},
		"empty query":     {rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "x", ForceQuery: true}}, "query"},
		"parent segment":  {rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "x", Path: "/api/../admin"}}, "segments"},
		"current segment": {rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "x", Path: "/.", RawPath: "/%2e"}}, "segments"},
		"no certificate":  {rest.Config{BaseURL: base, CACertificate: []byte("none")}, "CA certificate"},
		"half a key pair": {rest.Config{BaseURL: base, ClientKey: []byte("k3y-material")}, "client certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rest.New(tc.config)
			if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "p4ssw0rd") {
				t.Errorf("New() = %v, want an error about %q", err, tc.want)
			}
		})
	}
}

func TestDecode_sends(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{"extId":"u-1","more":[1]}`) })
	c := client(t, server.URL+"/idm/api/", func(config *rest.Config) {
		config.UserAgent = "agent/1"
		config.Headers = map[string]string{"X-Tenant": "blue"}
	})
	got, err := rest.Decode[thing](t.Context(), c, c.Request("PATCH", "core", "v1", "u-1").
		Query("limit", "2").Query("name", "a b").Header("X-Extra", "1").Body(map[string]int{"version": 3}))
	if err != nil || got.ExtID != "u-1" {
		t.Fatalf("Decode() = %v, %v", got, err)
	}
	sent := server.requests()[0]
	if want := (received{method: "PATCH", uri: "/idm/api/core/v1/u-1?limit=2&name=a+b",
		body: `{"version":3}`}); sent.method != want.method || sent.uri != want.uri || sent.body != want.body {
		t.Errorf("sent %+v, want %+v", sent, want)
	}
	for name, want := range map[string]string{
		"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "agent/1",
		"X-Tenant": "blue", "X-Extra": "1", "Accept-Encoding": "gzip",
	} {
		if got := sent.header.Get(name); got != want {
			t.Errorf("header %s = %q, want %q", name, got, want)
		}
	}
}

func TestRequest_refusedElements(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{}`) })
	c := client(t, server.URL, nil)
	for _, element := range []string{"", ".", ".."} {
		err := rest.Discard(t.Context(), c, c.Request("DELETE", "units", element, "children"))
		refused, ok := errors.AsType[*rest.PathError](err)
		if !ok || refused.Element != element || refused.Position != 1 {
			t.Errorf("element %q: %v, want a PathError at 1", element, err)
		}
	}
	if sent := server.requests(); len(sent) != 0 {
		t.Errorf("%d requests were sent", len(sent))
	}
}

func TestDecode_unusableResponses(t *testing.T) {
	for name, tc := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"HTML": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, "<html>log in</html>")
		}, "text/html"},
		"content type": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, `{"extId":"u-1"}`)
		}, "text/plain"},
		"empty":       {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "empty"},
		"broken JSON": {func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{"extId":"s3cret`) }, "JSON"},
		"other shape": {func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{"extId":{"a":"s3cret"}}`) }, "object in extId"},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for spaces := strings.Repeat(" ", 1<<20); r.Context().Err() == nil; {
				if _, err := io.WriteString(w, spaces); err != nil {
					return
				}
			}
		}, "64 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, serve(t, tc.handler).URL, nil)
			_, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "things", "u-1"))
			bad, ok := errors.AsType[*rest.BadResponseError](err)
			if !ok || !strings.Contains(bad.Reason, tc.want) || bad.Path != "/things/u-1" || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("Decode() = %v, want a BadResponseError about %q", err, tc.want)
			}
		})
	}
}

func TestDiscard_refusesHTML(t *testing.T) {
	c := client(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "<!DOCTYPE html><title>Log in</title>")
	}).URL, nil)
	err := rest.Discard(t.Context(), c, c.Request("DELETE", "things", "u-1"))
	if _, ok := errors.AsType[*rest.BadResponseError](err); !ok {
		t.Errorf("Discard() = %v, want a BadResponseError", err)
	}
}

func TestText(t *testing.T) {
	c := client(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "PONG") }).URL, nil)
	if got, err := rest.Text(t.Context(), c, c.Request("GET", "ping")); got != "PONG" || err != nil {
		t.Errorf("Text() = %q, %v", got, err)
	}
}

func TestDecode_noResponse(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"closed": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"truncated": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			reply(w, 200, `{"extId":"u-1"`)
		},
		"slow": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"slow body": func(w http.ResponseWriter, r *http.Request) {
			reply(w, 200, `{"extId":`)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			slow := strings.HasPrefix(name, "slow")
			c := client(t, serve(t, handler).URL, func(config *rest.Config) {
				if slow {
					config.RequestTimeout = 50 * time.Millisecond
				}
			})
			_, err := rest.Decode[thing](t.Context(), c, c.Request("POST", "things"))
			lost, ok := errors.AsType[*rest.NoResponseError](err)
			if !ok || !errors.Is(err, rest.ErrNoResponse) || lost.Method != "POST" || lost.Path != "/things" {
				t.Fatalf("Decode() = %v, want a NoResponseError", err)
			}
			if slow != errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("errors.Is(%v, DeadlineExceeded) = %t", err, !slow)
			}
		})
	}
}

func TestDecode_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := client(t, serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}).URL, func(config *rest.Config) { config.MaxRetries = 100 })
	_, err := rest.Decode[thing](ctx, c, c.Request("GET", "things"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Decode() = %v, want context.Canceled", err)
	}
}

// A cancelled caller still waits for the response to a write that was sent. A write that was not
// yet sent is not sent anymore.
func TestDiscard_cancelled(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
		ctx, cancel := context.WithCancel(t.Context())
		service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			cancel()
			w.WriteHeader(http.StatusNoContent)
		})
		c := client(t, service.URL, nil)
		if err := rest.Discard(ctx, c, c.Request(method, "things")); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		if err := rest.Discard(ctx, c, c.Request(method, "things")); !errors.Is(err, context.Canceled) || len(service.requests()) != 1 {
			t.Errorf("%s again: %v, %d requests", method, err, len(service.requests()))
		}
	}
}

// The caller's deadline ends the wait for the response to a write.
func TestDiscard_deadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	c := client(t, serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }).URL, nil)
	if err := rest.Discard(ctx, c, c.Request("PUT", "things")); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestGzip(t *testing.T) {
	c := client(t, serve(t, gzipped(`{"extId":"u-1","name":"packed"}`)).URL, nil)
	got, err := rest.Decode[thing](t.Context(), c, c.Request("GET", "things"))
	if diff := cmp.Diff(thing{"u-1", "packed"}, got); diff != "" || err != nil {
		t.Errorf("Decode(): %v\n%s", err, diff)
	}
}
