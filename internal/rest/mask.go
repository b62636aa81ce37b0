package rest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	masked = "[masked]"
	// minSecret is the length from which a secret is searched for in texts; shorter ones would mask
	// every word.
	minSecret = 4
)

// masker hides secrets in what people may see: by the name of a field or header, and by value.
type masker struct {
	headers []string

	mu       sync.RWMutex
	known    map[string]bool
	replacer *strings.Replacer
}

func newMasker(config Config) *masker {
	m := &masker{known: map[string]bool{}, replacer: strings.NewReplacer()}
	for name, value := range config.Headers {
		m.headers = append(m.headers, strings.ToLower(name))
		m.add(value)
	}
	if config.Auth != nil {
		m.add(config.Auth.Secrets()...)
	}
	if config.Proxy != nil && config.Proxy.User != nil {
		password, _ := config.Proxy.User.Password()
		m.add(password)
	}
	m.add(config.Secrets...)
	return m
}

// add makes m hide further values.
func (m *masker) add(secrets ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.known)
	for _, secret := range secrets {
		if len(secret) >= minSecret {
			m.known[secret] = true
		}
	}
	if len(m.known) > before {
		m.replacer = newReplacer(m.known)
	}
}

// and returns a masker that hides values too.
func (m *masker) and(values []string) *masker {
	if len(values) == 0 {
		return m
	}
	both := &masker{headers: m.headers, known: map[string]bool{}, replacer: strings.NewReplacer()}
	m.mu.RLock()
	for secret := range m.known {
		both.known[secret] = true
	}
	both.replacer = m.replacer
	m.mu.RUnlock()
	both.add(values...)
	return both
}

// newReplacer finds every secret as it is and as it looks in JSON, in an address and in base64.
// Longer ones come first, so that no rest of a secret stays when another one is a part of it.
func newReplacer(secrets map[string]bool) *strings.Replacer {
	var forms []string
	for secret := range secrets {
		quoted, _ := json.Marshal(secret)
		forms = append(forms, secret, string(quoted[1:len(quoted)-1]), url.QueryEscape(secret), url.PathEscape(secret),
			base64.RawStdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)))
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, form := range slices.Compact(forms) {
		pairs = append(pairs, form, masked)
	}
	return strings.NewReplacer(pairs...)
}

// text hides known secrets, and what stands behind the name of one.
func (m *masker) text(text string) string {
	return namedValue.ReplaceAllString(m.values(text), "${1}"+masked)
}

func (m *masker) values(text string) string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.replacer.Replace(text)
}

// err hides secrets in the text of err, and keeps its chain.
func (m *masker) err(err error) error {
	if text := m.values(err.Error()); text != err.Error() {
		return &maskedError{text: text, err: err}
	}
	return err
}

// maskedError is an error with another text. Its chain can be asked, but not be printed.
type maskedError struct {
	text string
	err  error
}

func (e *maskedError) Error() string { return e.text }

func (e *maskedError) Is(target error) bool { return errors.Is(e.err, target) }

// truncate cuts text after at most limit bytes, between characters.
func truncate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
