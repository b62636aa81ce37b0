// Package escape makes external text harmless. The name of a user may contain terminal escapes,
// invisible characters, or a command for the log of a pipeline. The package replaces each of these
// with a visible escape, \n or \u001b, which HCL and JSON read as the original character. All other
// characters are unchanged.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text makes a text safe for a single line. It also escapes line breaks and tabs.
func Text(text string) string { return defuse(escape(text, "")) }

// Lines makes a text of several lines safe. It keeps line feeds and tabs.
func Lines(text string) string {
	return defuse(escape(strings.ReplaceAll(text, "\r\n", "\n"), "\n\t"))
}

// Quoted returns a text as an HCL string. Template sequences in the text are escaped.
func Quoted(text string) string {
	text = strings.ToValidUTF8(text, "�")
	var b strings.Builder
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		switch {
		case r == '"', r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case (r == '$' || r == '%') && next == '{':
			b.WriteString(code(r))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + Text(b.String()) + `"`
}

// JSON escapes control characters in encoded JSON without changing its meaning. JSON is ASCII
// outside of strings, so only strings change.
func JSON(encoded []byte) []byte {
	var b strings.Builder
	for _, r := range string(encoded) {
		if r < utf8.RuneSelf && r != '\x7f' || !hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range surrogates(r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return []byte(defuse(b.String()))
}

// escape escapes invisible characters, except those in keep.
func escape(text, keep string) string {
	if plain(text) {
		return text
	}
	runes := []rune(strings.ToValidUTF8(text, "�"))
	var b strings.Builder
	for i, r := range runes {
		if strings.ContainsRune(keep, r) || !hidden(r) && !floating(runes, i) || joins(runes, i) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(code(r))
	}
	return b.String()
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// code returns the escape of a character.
func code(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// surrogates returns the UTF-16 units of a character, because a JSON escape contains one such unit.
func surrogates(r rune) []rune {
	if r <= 0xffff {
		return []rune{r}
	}
	r -= 0x10000
	return []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff}
}

// Invisible reports whether a character is invisible, so that a name looks the same with or without
// it.
func Invisible(r rune) bool {
	const blankPattern = '\u2800'
	return r == blankPattern || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// hidden reports whether a character is a control character or is invisible.
func hidden(r rune) bool {
	const nonBreaking, narrow, ideographic = '\u00a0', '\u202f', '\u3000'
	switch {
	case r >= ' ' && r <= '~':
		return false
	case unicode.Is(unicode.Zs, r):
		return r != nonBreaking && r != narrow && r != ideographic
	}
	return !unicode.IsGraphic(r) || Invisible(r)
}

// floating reports whether a combining mark has no base character and so would change the preceding
// text.
func floating(runes []rune, i int) bool {
	return unicode.In(runes[i], unicode.Mn, unicode.Me) &&
		(i == 0 || unicode.IsSpace(runes[i-1]) || hidden(runes[i-1]) && !joins(runes, i-1))
}

// defuse breaks workflow commands in logs: ::name::, which takes effect at the start of a line and
// may get there when a text is wrapped, and ##[name], ##vso[name] and ##teamcity[name], which take
// effect anywhere in a line.
func defuse(text string) string {
	if strings.Contains(text, "##") {
		text = oldCommand.ReplaceAllStringFunc(text, func(s string) string { return `#\u0023` + s[2:] })
	}
	if strings.Count(text, "::") < 2 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = defuseLine(line)
	}
	return strings.Join(lines, "\n")
}

func defuseLine(line string) string {
	var b strings.Builder
	start := len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
	for at := 0; ; {
		found := strings.Index(line[at:], "::")
		if found < 0 {
			b.WriteString(line[at:])
			return b.String()
		}
		b.WriteString(line[at : at+found])
		at += found + len("::")
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(line[at:], ":"))
		last, _ := utf8.DecodeLastRuneInString(line[:at-len("::")])
		// No line is wrapped within a word, such as provider::idm::day_end.
		isInWord := (unicode.IsLetter(last) || unicode.IsDigit(last)) && !strings.HasPrefix(line[at:], ":")
		if strings.Contains(line[at:], "::") && (at-len("::") == start || unicode.IsLetter(next) && !isInWord) {
			b.WriteString(`:\u003a`)
		} else {
			b.WriteString("::")
		}
	}
}
