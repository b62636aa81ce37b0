package report

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inline writes text inside a block of Markdown. External text is data, and a forge
// gives a meaning to far more than Markdown does: addresses, mentions, references, commits, emoji,
// formulas, commands. Entities do not help, because most of these are looked for after they are
// read; a span of code does. So a word is either shown to have no meaning anywhere, or becomes a
// span of code, which also keeps it readable and easy to copy.
type inline struct {
	table bool
}

// text sets the styles of a text.
func (in inline) text(t Text) string {
	var b strings.Builder
	for _, span := range joined(t) {
		text := span.Text
		switch {
		case text == "":
			continue
		case span.Style == Code:
			text = in.code(text)
		case span.Style == Strong, span.Style == Framed:
			text = "<b>" + in.words(text, false) + "</b>"
		default:
			text = in.words(text, b.Len() == 0)
		}
		if strings.HasPrefix(text, "`") && sticks(b.String(), text) {
			b.WriteString(" ")
		}
		b.WriteString(text)
	}
	return b.String()
}

// sticks reports whether a span of code must not follow directly: two would become one, and some
// parsers read an email address from the word before it into the span.
func sticks(before, code string) bool {
	return strings.HasSuffix(before, "`") || strings.Contains(code, "@") && before != "" &&
		!strings.ContainsAny(before[len(before)-1:], " >")
}

// joined is a text whose neighbours of one style are one, so that they cannot mean together what
// none of them means.
func joined(t Text) Text {
	var out Text
	for _, span := range t {
		if last := len(out) - 1; last >= 0 && out[last].Style == span.Style {
			out[last].Text += span.Text
			continue
		}
		out = append(out, span)
	}
	return out
}

// plain writes a text without a style.
func (in inline) plain(text string) string { return in.words(text, true) }

// words writes a text word by word. At its start a line may begin, where more has a meaning.
func (in inline) words(text string, start bool) string {
	var b strings.Builder
	for _, word := range words(Clean(text)) {
		space := strings.TrimSpace(word) == ""
		switch {
		case space && start && word[0] == ' ':
			b.WriteString("&#32;" + word[1:])
		case space:
			b.WriteString(word)
		case meaningless(word):
			b.WriteString(entities(word, start))
		default:
			// The end of a clause is no part of what is quoted.
			quoted := cmp.Or(strings.TrimRight(word, ":;,."), word)
			b.WriteString(in.code(quoted) + word[len(quoted):])
		}
		start = start && space
	}
	return b.String()
}

// code quotes a text so that nothing in it counts as markup.
func (in inline) code(text string) string {
	text = Clean(text)
	if in.table {
		text = barsInTable(text)
	}
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.Trim(text, "` ") != text {
		text = " " + text + " "
	}
	return fence + text + fence
}

// barsInTable keeps a bar from ending a cell. One behind a backslash cannot be escaped by another
// one.
func barsInTable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r != '|':
			b.WriteRune(r)
		case strings.HasSuffix(text[:i], `\`):
			b.WriteString(`\u007c`)
		default:
			b.WriteString(`\|`)
		}
	}
	return b.String()
}

// words splits a text into words and the spaces between them.
func words(text string) []string {
	var out []string
	start, space := 0, false
	for i, r := range text {
		if is := unicode.IsSpace(r); i == 0 || is != space {
			if i > 0 {
				out = append(out, text[start:i])
			}
			start, space = i, is
		}
	}
	if text == "" {
		return nil
	}
	return append(out, text[start:])
}

var (
	// quiet are the characters that mean nothing inside of a word, once <, >, & and | are entities.
	quiet = regexp.MustCompile(`^[\pL\pM\pN\pS\pP]+$`)
	// loud are characters that call, refer or format somewhere.
	loud = regexp.MustCompile("[@#~^$*`\\\\\\[\\]{}]|[!&%][^!?.,;:)\"']|www\\.|WWW\\.")
	// reference is the name of a commit, or of an issue of another tracker.
	reference = regexp.MustCompile(`(?i)(^|[^0-9a-z])[0-9a-f]{7,64}($|[^0-9a-z])|[a-z][a-z0-9_]*-[0-9]`)
	// colon is one that is not at the end of a word, nor between digits as in a time.
	colon = regexp.MustCompile(`^:.|[^0-9]:.|.:[^0-9]`)
)

// meaningless reports whether a word means nothing to any forge.
func meaningless(word string) bool {
	return quiet.MatchString(word) && !loud.MatchString(word) && !strings.Contains(strings.ToLower(word), "www.") &&
		!reference.MatchString(word) && !colon.MatchString(word)
}

var listNumber = regexp.MustCompile(`^[0-9]+[.)]$`)

// entities writes a word that means nothing by itself. The first one of a text may begin a line,
// where more has a meaning.
func entities(word string, first bool) string {
	var b strings.Builder
	for i, r := range word {
		switch {
		case r == '&' || r == '<' || r == '>':
			b.WriteString(html.EscapeString(string(r)))
		case r == '|', r == '_' && atEdge(word, i),
			first && i == 0 && strings.ContainsRune("+-=/", r),
			first && i == len(word)-1 && listNumber.MatchString(word):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// atEdge reports whether a word begins or ends there: only then an underscore is emphasis.
func atEdge(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+1:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !word(before) || !word(after)
}

// escape writes a text into a paragraph.
func escape(text string) string { return inline{}.plain(text) }

// summary is a text inside of a block of HTML, where Markdown is not understood, but a forge still
// looks for its own.
func summary(t Text) string {
	var b strings.Builder
	for _, span := range joined(t) {
		text := span.Text
		switch span.Style {
		case Code:
			text = "<code>" + html.EscapeString(Clean(text)) + "</code>"
		case Strong, Framed:
			text = "<b>" + summaryWords(text) + "</b>"
		default:
			text = summaryWords(text)
		}
		b.WriteString(text)
	}
	return b.String()
}

func summaryWords(text string) string {
	var b strings.Builder
	for _, word := range words(Clean(text)) {
		if escaped := html.EscapeString(word); strings.TrimSpace(word) == "" || meaningless(word) {
			b.WriteString(escaped)
		} else {
			b.WriteString("<code>" + escaped + "</code>")
		}
	}
	return b.String()
}
