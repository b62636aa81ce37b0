package review

import (
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// matchesAny reports whether one of the names of an object matches. Without patterns, everything
// matches. An object that does not exist, such as the unit of a profile in no unit, matches no
// pattern.
func matchesAny(patterns []string, of []Named) bool {
	return len(patterns) == 0 || slices.ContainsFunc(of, func(n Named) bool { return matches(patterns, &n) })
}

// matches reports whether an object matches one of the patterns. An unknown object, and one with an
// unknown or deceptive name, matches.
func matches(patterns []string, of *Named) bool {
	if len(patterns) == 0 || of == nil || of.ExtID == "" || of.unnamed || of.deceptive() {
		return true
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return match(pattern, of.ExtID) || of.Name != "" && match(pattern, of.Name)
	})
}

// match compares a text with a pattern, in which * is any text and ? is any character. It ignores
// case, Unicode normalization forms, invisible characters, the number of spaces, and the difference
// between look-alikes such as 0 and O.
func match(pattern, text string) bool {
	return wildcard([]rune(normal(pattern)), []rune(normal(text))) || wildcard([]rune(look(pattern)), []rune(look(text)))
}

// normal returns a text in the form in which names are compared.
func normal(text string) string {
	shown := strings.Map(func(r rune) rune {
		if escape.Invisible(r) {
			return -1
		}
		return r
	}, signs.Replace(norm.NFKC.String(text)))
	return strings.Join(strings.Fields(norm.NFKC.String(cases.Fold().String(shown))), " ")
}

func wildcard(pattern, text []rune) bool {
	// star is the position after the last *, and from the position in the text that this * reaches.
	// If the rest does not match, the * extends by one character.
	star, from := -1, 0
	at := 0
	for i := 0; i < len(text); {
		switch {
		case at < len(pattern) && pattern[at] == '*':
			at++
			star, from = at, i
		case at < len(pattern) && (pattern[at] == '?' || pattern[at] == text[i]):
			at, i = at+1, i+1
		case star >= 0:
			from++
			at, i = star, from
		default:
			return false
		}
	}
	for at < len(pattern) && pattern[at] == '*' {
		at++
	}
	return at == len(pattern)
}
