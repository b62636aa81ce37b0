package policy

import (
	"regexp"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// Match compares a text with a pattern, in which * is any text and ? is any character. It ignores
// case, Unicode normalization forms, invisible characters, the number of spaces, and the difference
// between look-alikes such as 0 and O.
func Match(pattern, text string) bool {
	return wildcard(normal(pattern), normal(text)) || wildcard(look(pattern), look(text))
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

var wildcards = strings.NewReplacer(`\*`, ".*", `\?`, ".")

func wildcard(pattern, text string) bool {
	return regexp.MustCompile("(?s)^" + wildcards.Replace(regexp.QuoteMeta(pattern)) + "$").MatchString(text)
}
