package rest_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// journal keeps log messages as text.
type journal struct{ strings.Builder }

func (j *journal) log(_ context.Context, message string, fields map[string]any) {
	fmt.Fprintf(j, "%s %v\n", message, fields)
}

// A log shows the call and its result, and no header, query or body.
func TestLog(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Set-Cookie", "session=v1-hidden")
		reply(w, 422, `{"message":"v2-hidden"}`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) {
		config.Auth, config.Headers, config.Log = rest.Basic("anna", "v3-hidden"), map[string]string{"X-Key": "v4-hidden"}, lines.log
	})
	err := rest.Discard(t.Context(), c, c.Request("PATCH", "x").Header("X-Token", "v5-hidden").Query("property.pin", "v6-hidden").
		Body(thing{Name: "v7-hidden"}))
	if err == nil || strings.Contains(lines.String(), "-hidden") {
		t.Errorf("%v\n%s", err, lines.String())
	}
	for _, want := range []string{"response received", "method:PATCH", "path:/x", "status:422", "attempt:1", "duration_ms:"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("%q is missing in\n%s", want, lines.String())
		}
	}
}

// forms returns every form in which a service may repeat a secret.
func forms(secret string) []string {
	return []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), strings.ToLower(url.QueryEscape(secret)),
		html.EscapeString(secret), strings.NewReplacer(`"`, "&quot;", "&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(secret),
		strings.ReplaceAll(secret, `"`, `\"`), strings.ReplaceAll(secret, "ü", `\u00fc`), strings.ReplaceAll(secret, "😀", `\ud83d\ude00`),
	}
}

// A secret in quotes is replaced. A sentence with one in any form is hidden, because a reader could
// complete it.
func TestLog_masksKnownSecrets(t *testing.T) {
	secrets := []string{"p&ss w\"ord", "k3y-value", "pr0xy-password", "ext<ra>?~secret", "geheim-für-😀", "unit", "data"}
	message := ""
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 422, fmt.Sprintf(`{"errors":[{"code":"errors.invalidData","message":%q}]}`, message))
	})
	c := client(t, server.URL, func(config *rest.Config) {
		config.Auth, config.Headers = rest.Basic("anna", secrets[0]), map[string]string{"X-Key": secrets[1]}
		config.Proxy, config.Secrets = parse(t, server.URL), secrets[3:]
		config.Proxy.User = url.UserPassword("anna", secrets[2])
	})
	send := func() string {
		return rest.Discard(t.Context(), c, c.Request("PATCH", "x").Body(thing{Name: "s3rvice-pin"}).Secrets("s3rvice-pin")).Error()
	}
	for _, secret := range append(secrets, "s3rvice-pin") {
		for _, form := range forms(secret) {
			message = "The value " + form + " is wrong."
			if got := send(); !strings.HasSuffix(got, ": errors.invalidData: [masked]") {
				t.Errorf("%q is revealed by %s", form, got)
			}
		}
		message = "The value '" + secret + "' is wrong."
		if got := send(); !strings.HasSuffix(got, ": errors.invalidData: The value '[masked]' is wrong.") {
			t.Errorf("%s: %s", secret, got)
		}
	}
}

func TestLog_failure(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if !errors.Is(err, rest.ErrNoResponse) || !strings.Contains(lines.String(), "request failed") {
		t.Errorf("error %v, log %q", err, lines.String())
	}
}

func TestLog_fetchedTokens(t *testing.T) {
	tokens := serveTokens(t, 3600)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		reply(w, 422, `{"message":"`+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+`"}`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) {
		tokens.use(config)
		config.Log = lines.log
	})
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if text := lines.String() + err.Error(); strings.Contains(text, "token-1") || strings.Contains(text, "cl13nt-s3cret") {
		t.Error(text)
	}
	if strings.Count(lines.String(), "\n") != 2 {
		t.Errorf("want a line for the token and one for the request\n%s", lines.String())
	}
}
