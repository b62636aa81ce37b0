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
	// nonSecretKey matches keys that look like secrets, but hold only names.
	nonSecretKey = regexp.MustCompile(`(?i)(policy|ext_?id|state|type|name|version|fragment)$|^continuation_?token$`)
)

func isSecretKey(key string) bool {
	return secretKey.MatchString(key) && !nonSecretKey.MatchString(key)
}

// loggedRequest returns a request in the form in which it is logged.
func loggedRequest(r *http.Request, body []byte) Request {
	return Request{
		Method: r.Method, Path: truncate(recordedPath(r.URL), maxRecordedPath), Body: truncate(recordedBody(body), maxRecordedBody),
	}
}

// recordedPath masks query parameters with the names of secrets.
func recordedPath(u *url.URL) string {
	pairs := strings.Split(u.RawQuery, "&")
	hidden := false
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err != nil || isSecretKey(plain) {
			pairs[i], hidden = name+"="+masked, true
		}
	}
	if !hidden || u.RawQuery == "" {
		return u.RequestURI()
	}
	return u.EscapedPath() + "?" + strings.Join(pairs, "&")
}

// recordedBody masks JSON values with the names of secrets. It keeps any other body unless it
// mentions such a name.
func recordedBody(body []byte) string {
	var value any
	if json.Unmarshal(body, &value) != nil {
		if secretKey.Match(body) {
			return masked
		}
		return string(body)
	}
	if !maskSecrets(value) {
		return string(body)
	}
	shown, err := json.Marshal(value)
	if err != nil {
		return masked
	}
	return string(shown)
}

// maskSecrets masks the secrets in a value, and reports whether it found any.
func maskSecrets(value any) bool {
	hidden := false
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if _, flag := member.(bool); member != nil && !flag && isSecretKey(key) {
				value[key], hidden = masked, true
				continue
			}
			hidden = maskSecrets(member) || hidden
		}
	case []any:
		for _, member := range value {
			hidden = maskSecrets(member) || hidden
		}
	}
	return hidden
}

func truncate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
