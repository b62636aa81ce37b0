package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

const masked = "[masked]"

var (
	secretKey = regexp.MustCompile(`(?i)password|passwd|passphrase|secret|token|otp|puk|ticket|access_?key|^code$|^answers?$`)
	// openKey are keys of that kind which name a thing, and hold no secret.
	openKey = regexp.MustCompile(`(?i)(policy|ext_?id|state|type|name|version|fragment)$|^continuation_?token$`)
)

func holdsSecret(key string) bool { return secretKey.MatchString(key) && !openKey.MatchString(key) }

// recorded is a request as the record keeps it.
func recorded(r *http.Request, body []byte) Request {
	return Request{Method: r.Method, Path: start(recordedPath(r.URL), maxRecordedPath), Body: start(recordedBody(body), maxRecordedBody)}
}

// recordedPath masks in the query what is named like a secret.
func recordedPath(u *url.URL) string {
	pairs := strings.Split(u.RawQuery, "&")
	hidden := false
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err != nil || holdsSecret(plain) {
			pairs[i], hidden = name+"="+masked, true
		}
	}
	if !hidden || u.RawQuery == "" {
		return u.RequestURI()
	}
	return u.EscapedPath() + "?" + strings.Join(pairs, "&")
}

// recordedBody masks in JSON what is named like a secret, and keeps all of any other body when it
// names none.
func recordedBody(body []byte) string {
	var value any
	if json.Unmarshal(body, &value) != nil {
		if secretKey.Match(body) {
			return masked
		}
		return string(body)
	}
	if !hide(value) {
		return string(body)
	}
	shown, err := json.Marshal(value)
	if err != nil {
		return masked
	}
	return string(shown)
}

// hide masks the secrets in a value, and reports whether there were any.
func hide(value any) bool {
	hidden := false
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if _, flag := member.(bool); member != nil && !flag && holdsSecret(key) {
				value[key], hidden = masked, true
				continue
			}
			hidden = hide(member) || hidden
		}
	case []any:
		for _, member := range value {
			hidden = hide(member) || hidden
		}
	}
	return hidden
}

func start(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
