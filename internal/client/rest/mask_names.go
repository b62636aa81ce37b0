package rest

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// maskBytes limits the bodies that are parsed for a log.
const maskBytes = 256 << 10

// byName hides the entire value of a header that holds a secret, and known secrets in all other
// headers.
func (m *masker) byName(name, value string) string {
	if secretName(name) || slices.Contains(m.headers, strings.ToLower(name)) {
		return masked
	}
	return m.values(value)
}

func (m *masker) query(query url.Values) string {
	for name, values := range query {
		for i, value := range values {
			values[i] = m.byName(name, value)
		}
	}
	shown, err := url.QueryUnescape(query.Encode())
	if err != nil {
		return ""
	}
	return shown
}

// body hides secrets in a JSON body, and in any other body as text. With keysOnly it keeps only the
// keys of the JSON.
func (m *masker) body(body []byte, keysOnly bool) string {
	if len(body) == 0 {
		return ""
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		if keysOnly {
			return masked
		}
		return m.text(strings.ToValidUTF8(string(body), "�"))
	}
	shown, err := json.Marshal(m.maskJSON(value, keysOnly))
	if err != nil {
		return masked
	}
	return string(shown)
}

func (m *masker) maskJSON(value any, keysOnly bool) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if secretMember(key, member) {
				value[key] = masked
				continue
			}
			if code, ok := errorCode(key, member); ok {
				value[key] = m.code(code)
				continue
			}
			value[key] = m.maskJSON(member, keysOnly)
		}
		return value
	case []any:
		for i := range value {
			value[i] = m.maskJSON(value[i], keysOnly)
		}
		return value
	case string:
		if keysOnly {
			return masked
		}
		return m.values(value)
	case nil:
		return nil
	}
	if keysOnly {
		return masked
	}
	return value
}

var (
	// namedValue matches name: value and name=value, quoted or not, in a text that is not complete
	// JSON.
	namedValue    = regexp.MustCompile(`(?i)([\w.-]*(?:authorization|password|passwd|secret|token|cookie)[\w.-]*"?\s*[:=]\s*)(?:(?:bearer|basic)\s+[^\s,;&"]+|"(?:[^"\\]|\\.)*"?|[^\s,;&}]+)`)
	secretPattern = regexp.MustCompile(`(?i)authorization|password|passwd|secret|token|cookie|api-?key|access_?key`)
	// secretNames holds names that are too short to be matched within others. Properties hold
	// customers' data, some of it encrypted in the service.
	secretNames = []string{"ticket", "puk", "otp", "code", "properties"}
)

// secretName reports whether a header, parameter or member of that name holds a secret or the value
// of a property. A continuation token is a position in a list, not a secret.
func secretName(name string) bool {
	lower := strings.ToLower(name)
	return lower != "continuationtoken" && (strings.HasPrefix(lower, "property.") || secretPattern.MatchString(name) ||
		slices.Contains(secretNames, lower))
}

// secretMember reports whether a member holds a secret. Error codes and token types share their
// names with secrets but are not.
func secretMember(key string, member any) bool {
	if _, ok := errorCode(key, member); ok {
		return false
	}
	return member != nil && key != "token_type" && secretName(key)
}

// errorCode returns an error code, which is an identifier of the service.
func errorCode(key string, member any) (string, bool) {
	text, isText := member.(string)
	return text, isText && (key == "code" || key == "errorCode") && strings.HasPrefix(text, "errors.")
}

// secretsIn lists the strings in a body whose names mark them as secrets, or all strings.
func secretsIn(body any, all bool) []string {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	var value any
	if err := json.Unmarshal(encoded, &value); err != nil {
		return nil
	}
	return appendSecrets(nil, value, all)
}

func appendSecrets(found []string, value any, all bool) []string {
	switch value := value.(type) {
	case string:
		if all {
			found = append(found, value)
		}
	case map[string]any:
		for key, member := range value {
			found = appendSecrets(found, member, all || secretMember(key, member))
		}
	case []any:
		for _, member := range value {
			found = appendSecrets(found, member, all)
		}
	}
	return found
}
