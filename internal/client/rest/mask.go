package rest

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

const (
	masked = "[masked]"
	// minSecret is the minimum length of a secret that is masked in texts; shorter ones would mask
	// parts of ordinary words.
	minSecret = 4
)

// masker hides secrets in logs and messages: by the name of a field or header, and by value.
type masker struct {
	headers []string

	mu sync.RWMutex
	// known holds each secret with the replacements of its forms.
	known map[string]map[string]string
	// replacer replaces the forms of all secrets; nil after another one was added. words holds the
	// secrets that look like ordinary words.
	replacer *strings.Replacer
	words    []string
}

func newMasker(config Config) *masker {
	m := &masker{known: map[string]map[string]string{}}
	for name, value := range config.Headers {
		m.headers = append(m.headers, strings.ToLower(name))
		m.add(value)
	}
	if config.Auth != nil {
		m.add(config.Auth.Secrets(nil)...)
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
	for _, secret := range secrets {
		if len(secret) >= minSecret && m.known[secret] == nil {
			m.known[secret], m.replacer = replacements(secret), nil
			if isWordLike(secret) {
				m.words = append(m.words, secret)
			}
		}
	}
}

// with returns a masker that also hides the given values.
func (m *masker) with(values []string) *masker {
	if len(values) == 0 {
		return m
	}
	m.mu.RLock()
	both := &masker{headers: m.headers, known: maps.Clone(m.known), replacer: m.replacer, words: slices.Clone(m.words)}
	m.mu.RUnlock()
	both.add(values...)
	return both
}

// replacements maps the forms of a secret to their replacements: plain, JSON, URL, HTML, base64 and
// hexadecimal. A secret that looks like a word is replaced only within quotes: in a sentence that the
// reader can complete, the gap would reveal it.
func replacements(secret string) map[string]string {
	forms := map[string]string{}
	for _, form := range slices.Concat(opaque(secret), escaped(secret)) {
		forms[form] = masked
	}
	if isWordLike(secret) {
		delete(forms, secret)
		for _, quote := range []string{`"`, "'", "`"} {
			forms[quote+secret+quote] = quote + masked + quote
		}
	}
	return forms
}

// replace replaces all known secrets. Longer forms come first, so that no part of a secret remains if
// it contains another secret.
func (m *masker) replace(text string) string {
	m.mu.RLock()
	replacer := m.replacer
	m.mu.RUnlock()
	if replacer == nil {
		m.mu.Lock()
		if m.replacer == nil {
			m.replacer = newReplacer(m.known)
		}
		replacer = m.replacer
		m.mu.Unlock()
	}
	return replacer.Replace(text)
}

func newReplacer(known map[string]map[string]string) *strings.Replacer {
	forms := map[string]string{}
	for _, replacements := range known {
		maps.Copy(forms, replacements)
	}
	longestFirst := slices.SortedFunc(maps.Keys(forms), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	pairs := make([]string, 0, 2*len(longestFirst))
	for _, form := range longestFirst {
		pairs = append(pairs, form, forms[form])
	}
	return strings.NewReplacer(pairs...)
}

// isWordLike reports whether a secret could be a word of an ordinary sentence.
func isWordLike(secret string) bool {
	return !strings.ContainsFunc(secret, func(r rune) bool { return !unicode.IsLetter(r) })
}

// text hides known secrets and the values that follow the name of a secret.
func (m *masker) text(text string) string {
	return namedValue.ReplaceAllString(m.values(text), "${1}"+masked)
}

// values hides known secrets. A text that contains a wordlike secret is hidden entirely.
func (m *masker) values(text string) string {
	text = m.replace(text)
	m.mu.RLock()
	defer m.mu.RUnlock()
	if slices.ContainsFunc(m.words, func(word string) bool { return containsWord(text, word) }) {
		return masked
	}
	return text
}

// containsWord reports whether a text contains a secret outside of the masked parts.
func containsWord(text, word string) bool {
	return strings.Contains(strings.ReplaceAll(text, masked, ""), word)
}

// code hides secrets in an error code. Wordlike secrets remain, because the words of a code are the
// service's.
func (m *masker) code(code string) string {
	return escape.Lines(truncate(m.replace(code), messageBytes))
}

// err hides secrets in the text of err and keeps its chain.
func (m *masker) err(err error) error {
	if text := m.values(err.Error()); text != err.Error() {
		return &maskedError{text: text, err: err}
	}
	return err
}

// maskedError is an error with a masked text. errors.Is matches its chain, but the chain is never
// printed.
type maskedError struct {
	text string
	err  error
}

func (e *maskedError) Error() string { return e.text }

func (e *maskedError) Is(target error) bool { return errors.Is(e.err, target) }

// truncate shortens text to at most limit bytes without splitting a character.
func truncate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
