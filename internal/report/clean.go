package report

import (
	"fmt"
	"strings"
	"unicode"
)

// Clean makes visible what would otherwise act: line breaks, control characters such as the escapes of a terminal, and the
// invisible characters that turn the direction of text around or hide in it. All else stays as it is.
func Clean(text string) string {
	if strings.IndexFunc(text, acts) < 0 {
		return strings.ToValidUTF8(text, "�")
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "�") {
		switch {
		case !acts(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// acts tells whether a character does something else than showing itself. The joiners are left out: scripts and emoji need them.
func acts(r rune) bool {
	const joiner, nonJoiner = '\u200d', '\u200c'
	return r != joiner && r != nonJoiner &&
		(unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp))
}
