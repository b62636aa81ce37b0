package policy

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// Match compares a text with a pattern, in which * is any text and ? is any character. It ignores
// case, Unicode normalization forms, invisible characters, the number of spaces, and the difference
// between look-alikes such as 0 and O.
func Match(pattern, text string) bool {
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
