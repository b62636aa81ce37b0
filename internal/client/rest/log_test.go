package rest_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// journal keeps log messages as text.
type journal struct{ strings.Builder }

func (j *journal) log(_ context.Context, message string, fields map[string]any) {
	fmt.Fprintf(j, "%s %v\n", message, fields)
}

// forms returns every encoding in which secret could be visible.
func forms(secret string) []string {
	return []string{
		secret, url.QueryEscape(secret),
		base64.RawStdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
		fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret),
		html.EscapeString(secret), strings.NewReplacer(`"`, "&quot;", "&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(secret),
		strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"), strings.ToLower(url.QueryEscape(secret)),
		strings.ReplaceAll(secret, `"`, `\"`), strings.ReplaceAll(secret, "ü", `\u00fc`), strings.ReplaceAll(secret, "ü", `\u00FC`),
	}
}

func refuseForms(t *testing.T, text string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		for _, form := range forms(secret) {
			if strings.Contains(text, form) {
				t.Errorf("%q, a form of %q, stands in\n%s", form, secret, text)
			}
		}
	}
}

func TestLog_masksKnownSecrets(t *testing.T) {
	secrets := []string{"p&ss w\"ord", "ext<ra>?~secret", "k3y-value", "s3rvice-password", "geheim-für-alle"}
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", secrets[1])
		reply(w, 422, fmt.Sprintf(`{"errors":[{"code":"errors.invalidData","message":%q}]}`,
			"you sent "+strings.Join(slices.Concat(forms(secrets[0]), forms(secrets[1]), forms(secrets[4])), " ")+" "+
				r.Header.Get("Authorization")))
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) {
		config.Auth = rest.Basic("anna", secrets[0])
		config.Headers = map[string]string{"X-Api-Key": secrets[2]}
		config.Secrets = []string{secrets[1], secrets[3], secrets[4]}
		config.Log = lines.log
	})
	err := rest.Discard(t.Context(), c, c.Request("PATCH", "x").Query("q", secrets[1]).Body(thing{Name: "has " + secrets[3]}))
	refuseForms(t, lines.String(), secrets...)
	refuseForms(t, err.Error(), secrets...)
	refuseForms(t, lines.String()+err.Error(), "anna:"+secrets[0])
	for _, want := range []string{"response received", "method:PATCH", "path:/x", "status:422", "attempt:1", "duration_ms:",
		"errors.invalidData"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("%q is missing in\n%s", want, lines.String())
		}
	}
}

// A masked word in a well-known sentence can be guessed, so a secret that is an ordinary word hides
// the whole sentence. The error code and a quoted value can remain.
func TestLog_secretThatIsAWord(t *testing.T) {
	for secret, want := range map[string]string{"unit": "[masked]", "invalid": `"[masked]"`, "data": `"[masked]"`, "name": "[masked]"} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			reply(w, 422, fmt.Sprintf(`{"errors":[{"code":"errors.invalidData","message":"The name of the unit is wrong: \"%s\""}]}`,
				secret))
		})
		var lines journal
		c := client(t, server.URL, func(config *rest.Config) { config.Auth, config.Log = rest.BearerToken(secret), lines.log })
		err := rest.Discard(t.Context(), c, c.Request("PATCH", "x"))
		for _, text := range []string{err.Error(), lines.String()} {
			if !strings.Contains(text, want) && !strings.Contains(text, `\"[masked]\"`) || !strings.Contains(text, "errors.invalidData") {
				t.Errorf("%s: %s", secret, text)
			}
			if strings.Contains(text, "of the [masked]") || strings.Contains(text, "The [masked]") ||
				strings.Contains(text, `"`+secret+`"`) {
				t.Errorf("%s is revealed: %s", secret, text)
			}
		}
	}
}

func TestLog_masksByName(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Set-Cookie", "session=v1-hidden")
		reply(w, 200, `{"items":[{"ticket":"v2-hidden","vascoTokens":[{"data":"v3-hidden"}],"properties":{"a":"v4-hidden"},"name":"shown"}],
			"access_token":"v5-hidden","token_type":"bearer","_pagination":{"continuationToken":"17_u"},"statusCode":5}`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	err := rest.Discard(t.Context(), c, c.Request("POST", "x").Header("X-Token", "v6-hidden").Query("property.pin", "v7-hidden").
		Body(map[string]any{"newPassword": "v8-hidden", "code": "v9-hidden", "loginSecret": "v10-hidden", "otp": "v11-hidden",
			"puk": "v12-hidden"}))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(lines.String(), "-hidden") {
		t.Errorf("a secret stands in\n%s", lines.String())
	}
	for _, want := range []string{"shown", "17_u", "bearer", `"statusCode":5`, "[masked]"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("%q is missing in\n%s", want, lines.String())
		}
	}
}

func TestLog_sensitiveBodies(t *testing.T) {
	status := 200
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if status == 200 {
			reply(w, status, `{"pin":"v1-hidden","list":[{"n":4711}]}`)
			return
		}
		reply(w, status, `{"errors":[{"code":"errors.invalidData","message":"v2-hidden is no number"}]}`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	send := func() error {
		return rest.Discard(t.Context(), c, c.Request("PATCH", "x").Sensitive().Body(map[string]string{"pin": "v2-hidden"}))
	}
	if err := send(); err != nil {
		t.Fatal(err)
	}
	status = 422
	err := send()
	if err == nil || !strings.Contains(err.Error(), "is no number") {
		t.Errorf("error %v", err)
	}
	text := fmt.Sprint(lines.String(), err)
	if strings.Contains(text, "-hidden") || strings.Contains(text, "4711") || !strings.Contains(text, `"pin":"[masked]"`) {
		t.Errorf("log and error\n%s", text)
	}
}

func TestLog_textBodies(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(500)
		io.WriteString(w, `<pre>{"password": "v1-hidden", access_token=v2-hidden&x=1 Authorization: Bearer v3-hidden`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if text := lines.String() + err.Error(); strings.Contains(text, "-hidden") || !strings.Contains(err.Error(), "<pre>") {
		t.Errorf("log and error\n%s", text)
	}
}

func TestLog_boundsBodies(t *testing.T) {
	for _, size := range []int{100 << 10, 1 << 20} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			reply(w, 200, `{"name":"`+strings.Repeat("ü", size)+`"}`)
		})
		var lines journal
		c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
		if err := rest.Discard(t.Context(), c, c.Request("GET", "x")); err != nil {
			t.Fatal(err)
		}
		if lines.Len() == 0 || lines.Len() > 6<<10 {
			t.Errorf("a body of %d bytes makes a log of %d", 2*size, lines.Len())
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
	refuseForms(t, lines.String()+err.Error(), "token-1", "cl13nt-s3cret", "app:cl13nt-s3cret")
	if strings.Count(lines.String(), "\n") != 2 {
		t.Errorf("want a line for the token and one for the request\n%s", lines.String())
	}
}

// A log shows only the keys of both bodies. The message of a rejection remains readable apart from
// secrets.
func TestLog_keysOnly(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			reply(w, 201, `{"fragment":"made-hidden"}`)
			return
		}
		reply(w, 422, `{"errors":[{"code":"errors.pwdPolicyViolated","message":"policy-shown refuses sent-hidden"}]}`)
	})
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	body := map[string]string{"password": "sent-hidden", "policyExtId": "policy-shown"}
	if err := rest.Discard(t.Context(), c, c.Request("POST", "x").KeysOnlyLogged().Body(body)); err != nil {
		t.Fatal(err)
	}
	err := rest.Discard(t.Context(), c, c.Request("PATCH", "x").KeysOnlyLogged().Body(body))
	if text := lines.String() + err.Error(); strings.Contains(text, "-hidden") || !strings.Contains(err.Error(), "policy-shown") {
		t.Errorf("%v in\n%s", err, text)
	}
	for _, want := range []string{"fragment", "policyExtId", "errors.pwdPolicyViolated"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("%q is missing in\n%s", want, lines.String())
		}
	}
}

// A generated secret is masked in all later logs and errors.
func TestClient_Hide(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 422, `{"message":"made-hidden is in use"}`) })
	var lines journal
	c := client(t, server.URL, func(config *rest.Config) { config.Log = lines.log })
	c.Hide("made-hidden")
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if strings.Contains(lines.String()+err.Error(), "-hidden") {
		t.Errorf("%v\n%s", err, lines.String())
	}
}
