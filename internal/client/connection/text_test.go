package connection_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
)

// minimal are the variables of a connection that can be opened.
func minimal(more map[string]string) map[string]string {
	all := map[string]string{"IDM_BASE_URL": "https://idm.example.com", "IDM_TOKEN": "token"}
	maps.Copy(all, more)
	return all
}

// logins are the variables of each login, which replace IDM_TOKEN.
func loginOf(variable string) map[string]string {
	for prefix, login := range map[string]map[string]string{
		"IDM_USERNAME": {"IDM_USERNAME": "u", "IDM_PASSWORD": "p"}, "IDM_PASSWORD": {"IDM_USERNAME": "u", "IDM_PASSWORD": "p"},
		"IDM_TECHNICAL_USER": {"IDM_TECHNICAL_USER_USER_EXT_ID": "u", "IDM_TECHNICAL_USER_CREDENTIAL_EXT_ID": "c",
			"IDM_TECHNICAL_USER_SECRET": "s"},
		"IDM_OAUTH2": {"IDM_OAUTH2_TOKEN_URL": "https://login.example.com", "IDM_OAUTH2_CLIENT_ID": "c", "IDM_OAUTH2_CLIENT_SECRET": "s"},
	} {
		if strings.HasPrefix(variable, prefix) {
			login["IDM_TOKEN"] = ""
			return login
		}
	}
	switch {
	case strings.HasPrefix(variable, "IDM_CLOUD"):
		return map[string]string{"IDM_CLOUD_BASE_URL": "https://cloud.example.com", "IDM_CLOUD_ACCESS_KEY": "k"}
	case strings.HasPrefix(variable, "IDM_SELF_ADMIN"):
		return map[string]string{"IDM_SELF_ADMIN_USERNAME": "u", "IDM_SELF_ADMIN_PASSWORD": "p"}
	}
	return nil
}

// A pasted character of each setting that becomes a header, an address or a key is named, and the
// value is not.
func TestOpen_pasted(t *testing.T) {
	settings := map[string]string{
		"IDM_BASE_URL": "https://idm.example.com", "IDM_CLIENT_EXT_ID": "acme", "IDM_TOKEN": "to7en", "IDM_USERNAME": "ann4",
		"IDM_PASSWORD": "s3cret", "IDM_TECHNICAL_USER_USER_EXT_ID": "u-1", "IDM_TECHNICAL_USER_CREDENTIAL_EXT_ID": "c-1",
		"IDM_TECHNICAL_USER_SECRET": "s3cret", "IDM_OAUTH2_TOKEN_URL": "https://login.example.com", "IDM_OAUTH2_CLIENT_ID": "id-1",
		"IDM_OAUTH2_CLIENT_SECRET": "s3cret", "IDM_SELF_ADMIN_USERNAME": "ann4", "IDM_SELF_ADMIN_PASSWORD": "s3cret",
		"IDM_CLOUD_BASE_URL": "https://cloud.example.com", "IDM_CLOUD_ACCESS_KEY": "k3y", "IDM_PROXY_URL": "http://proxy.example.com",
	}
	marks := map[string]string{"\n": "U+000A", "\r\n": "U+000D", "\r": "U+000D", "\t": "U+0009", " ": "U+0020", "\u00a0": "U+00A0",
		"\u200b": "U+200B", "\ufeff": "U+FEFF"}
	for variable, value := range settings {
		secret := strings.HasSuffix(variable, "PASSWORD") || strings.HasSuffix(variable, "SECRET")
		for mark, name := range marks {
			for where, pasted := range map[string]string{"ends with": value + mark, "begins with": mark + value} {
				if secret && mark[0] >= ' ' {
					continue // a password may have any character that can be typed
				}
				all := minimal(loginOf(variable))
				all[variable] = pasted
				environment(t, all)
				_, err := connection.Open("test/1")
				if err == nil {
					t.Errorf("%s %s %s: no error", variable, where, name)
					continue
				}
				text := err.Error()
				if !strings.Contains(text, variable) || !strings.Contains(text, where) || !strings.Contains(text, name) {
					t.Errorf("%s %s %s: %s", variable, where, name, text)
				}
				if secret && strings.Contains(text, value) {
					t.Errorf("the value of %s is shown: %s", variable, text)
				}
			}
		}
		all := minimal(loginOf(variable))
		all[variable] = value
		environment(t, all)
		if _, err := connection.Open("test/1"); err != nil {
			t.Errorf("%s: %v", variable, err)
		}
	}
	for _, headers := range []string{`{"X-Key":"k\n"}`, `{"X-Key":"a\r\nX-Other: b"}`, `{"X Key":"a"}`} {
		environment(t, minimal(map[string]string{"IDM_HEADERS": headers}))
		if _, err := connection.Open("test/1"); err == nil || !strings.Contains(err.Error(), headers[1:8]) {
			t.Errorf("the header %s: %v", headers, err)
		}
	}
}

// A path in place of a content, and another content, are named with the way to read a file.
func TestOpen_files(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token.txt")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ variable, value, want string }{
		"a token":           {"IDM_TOKEN", token, "path of a file"},
		"an authority":      {"IDM_CA_CERTIFICATE", "/etc/ssl/company.pem", "cat FILE"},
		"a relative path":   {"IDM_CA_CERTIFICATE", "company.pem", "cat FILE"},
		"a path of Windows": {"IDM_CA_CERTIFICATE", `C:\certs\company`, "cat FILE"},
		"a certificate":     {"IDM_CLIENT_CERTIFICATE", "client.crt", "cat FILE"},
		"a key":             {"IDM_CLIENT_KEY", "~/client.key", "cat FILE"},
		"a binary file":     {"IDM_CA_CERTIFICATE", "0\x82\x03\x01\n", "PEM file"},
	} {
		environment(t, minimal(map[string]string{tc.variable: tc.value}))
		_, err := connection.Open("test/1")
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), tc.variable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A proxy that cannot be used is an error that explains special characters, and shows no password.
func TestOpen_proxies(t *testing.T) {
	for value, want := range map[string]string{
		"http://user:pa%ss@proxy.example.com:3128":  "%25",
		"http://user:pa#ss@proxy.example.com:3128":  "%23",
		"http://user:12#ss@proxy.example.com:3128":  "%23",
		"http://user:12/ss@proxy.example.com:3128":  "%2F",
		"http://user:12?ss@proxy.example.com:3128":  "%3F",
		"http://user:pa ss@proxy.example.com:3128":  "such as",
		"http://user:pass@":                         "such as",
		"htp://user:pass@proxy.example.com":         "such as",
		"http://proxy.example.com:3128\n":           "",
		"http://user:pass@proxy.example.com:port\r": "",
	} {
		for _, variable := range []string{"IDM_PROXY_URL", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
			environment(t, minimal(nil))
			for _, other := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
				t.Setenv(other, "")
			}
			t.Setenv(variable, value)
			_, err := connection.Open("test/1")
			if err == nil || !strings.Contains(err.Error(), variable) ||
				variable != "IDM_PROXY_URL" && !strings.Contains(err.Error(), want) {
				t.Errorf("%s=%q: %v", variable, value, err)
				continue
			}
			for _, part := range []string{"pa%ss", "pa#ss", "12#", "12/", "12?", "pa ss", ":pass"} {
				if strings.Contains(value, part) && strings.Contains(err.Error(), part) {
					t.Errorf("the password is shown: %v", err)
				}
			}
		}
	}
	for _, good := range []string{"proxy.example.com:3128", "http://user:p%40ss%25@proxy.example.com:3128",
		"socks5://proxy.example.com:1080", "http://user:p@ss@proxy.example.com"} {
		environment(t, minimal(nil))
		for _, other := range []string{"https_proxy", "HTTP_PROXY", "http_proxy"} {
			t.Setenv(other, "")
		}
		t.Setenv("HTTPS_PROXY", good)
		if _, err := connection.Open("test/1"); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
}

// unreachable is a network without the service.
type unreachable struct{ seen []string }

func (u *unreachable) RoundTrip(r *http.Request) (*http.Response, error) {
	u.seen = append(u.seen, r.URL.String())
	return nil, fmt.Errorf("dial %s: no route", r.URL)
}

// A key in the query of an address appears in no error and no log.
func TestConnect_queryValues(t *testing.T) {
	environment(t, nil)
	const key = "4711-s3cret"
	text := func(s string) *string { return &s }
	var logged []string
	network := &unreachable{}
	opened, err := connection.Connect(t.Context(), &connection.Settings{
		BaseURL: text("https://idm.example.com"), MaxRetries: new(int),
		OAuth2: &connection.OAuth2{TokenURL: text("https://login.example.com/token?subscription-key=" + key + "&tenant=acme-" + key),
			ClientID: text("id"), ClientSecret: text("secret")},
	}, "test/1", func(_ context.Context, message string, fields map[string]any) {
		logged = append(logged, fmt.Sprint(message, fields))
	}, network)
	if err != nil {
		t.Fatal(err)
	}
	_, err = opened.API.Permissions(t.Context())
	if err == nil || len(network.seen) == 0 || !strings.Contains(network.seen[0], key) || len(logged) == 0 {
		t.Fatalf("%v, requests %q, logs %q", err, network.seen, logged)
	}
	for _, each := range append(logged, err.Error()) {
		if strings.Contains(each, key) {
			t.Errorf("the key is shown: %s", each)
		}
	}
	for _, setting := range []*string{text("https://idm.example.com?subscription-key=" + key), text("https://idm.example.com#" + key),
		text("https://" + key + "@idm.example.com"), text("//idm.example.com?k=" + key), text("https://idm.example.com:" + key)} {
		_, err := connection.Connect(t.Context(), &connection.Settings{BaseURL: setting, Token: text("t")}, "test/1", nil, nil)
		if err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", *setting, err)
		}
	}
}
