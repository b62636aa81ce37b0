package rest

import (
	"encoding/json"
	"errors"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

const (
	masked = "[masked]"
	// minSecret is the minimum length of a secret that is masked in texts; shorter ones are parts of
	// ordinary words.
	minSecret = 4
)

// masker hides secrets in logs and messages.
type masker struct {
	mu    sync.Mutex
	known map[string]bool
}

func newMasker(config Config) *masker {
	m := &masker{known: map[string]bool{}}
	m.add(slices.Collect(maps.Values(config.Headers))...)
	m.add(config.Secrets...)
	if config.Auth != nil {
		m.add(config.Auth.secrets...)
	}
	if config.Proxy != nil {
		password, _ := config.Proxy.User.Password()
		m.add(password)
	}
	return m
}

// add makes m hide further values.
func (m *masker) add(secrets ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, secret := range secrets {
		m.known[secret] = true
	}
}

// values hides known and further secrets. One in quotes is replaced. Any other hides the whole text,
// because a reader could complete a sentence with a gap.
func (m *masker) values(text string, further ...string) string {
	m.mu.Lock()
	secrets := slices.AppendSeq(slices.Clone(further), maps.Keys(m.known))
	m.mu.Unlock()
	secrets = slices.DeleteFunc(secrets, func(secret string) bool { return len(secret) < minSecret })
	for _, secret := range secrets {
		for _, quote := range []string{`"`, "'", "`"} {
			text = strings.ReplaceAll(text, quote+secret+quote, quote+masked+quote)
		}
	}
	plain := unescape(strings.ReplaceAll(text, masked, ""))
	if slices.ContainsFunc(secrets, func(secret string) bool {
		return strings.Contains(plain, secret) || strings.Contains(plain, strings.ReplaceAll(secret, " ", "+"))
	}) {
		return masked
	}
	return text
}

// escapes are characters as addresses and JSON write them.
var escapes = regexp.MustCompile(`%[[:xdigit:]]{2}|(?:\\u[[:xdigit:]]{4})+|\\["\\/]`)

// unescape returns a text without the escapes of HTML, addresses and JSON, which can hide a secret.
func unescape(text string) string {
	return escapes.ReplaceAllStringFunc(html.UnescapeString(text), func(escape string) string {
		plain, err := url.PathUnescape(escape)
		if escape[0] == '\\' {
			err = json.Unmarshal([]byte(`"`+escape+`"`), &plain)
		}
		if err != nil {
			return escape
		}
		return plain
	})
}

// readable shortens a text of the service, hides secrets, and removes terminal control characters.
func (m *masker) readable(text string, further ...string) string {
	return escape.Lines(truncate(m.values(text, further...), messageBytes))
}

// serviceCode is a code that consists of the service's own words.
var serviceCode = regexp.MustCompile(`^errors\.[a-zA-Z]+$`)

// code works like readable for an error code. A secret that is an ordinary word does not hide it.
func (m *masker) code(code string, further ...string) string {
	if serviceCode.MatchString(code) {
		return code
	}
	return m.readable(code, further...)
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
