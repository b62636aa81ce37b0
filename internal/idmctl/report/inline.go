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

// inline writes text inside a block of Markdown. External text is data, and a forge interprets far
// more than Markdown: addresses, mentions, references, commits, emoji, formulas, commands. Entities
// do not help, because a forge looks for most of these after decoding them; code spans do. So a
// word is either known to have no special meaning on any forge, or becomes a code span, which also
// keeps it readable and easy to copy.
type inline struct {
	table bool
	// html is set inside an HTML block, in which a forge does not parse Markdown, but still
	// interprets its own syntax.
	html bool
}

// text writes a text with its styles.
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
			text = in.words(text, b.Len() == 0 && !in.html)
		}
		if strings.HasPrefix(text, "`") && needsSpace(b.String(), text) {
			b.WriteString(" ")
		}
		b.WriteString(text)
	}
	return b.String()
}

// needsSpace reports whether a code span needs a space before it: two adjacent spans would become
// one, and some parsers read an email address from the preceding word into the span.
func needsSpace(before, code string) bool {
	return strings.HasSuffix(before, "`") || strings.Contains(code, "@") && before != "" &&
		!strings.ContainsAny(before[len(before)-1:], " >")
}

// joined merges adjacent spans of the same style, so that their combined text is checked as a
// whole.
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

// words writes a text word by word. start means that the text can begin a line, where more
// characters are special.
func (in inline) words(text string, start bool) string {
	var b strings.Builder
	for _, word := range pieces.FindAllString(Clean(text), -1) {
		space := strings.TrimSpace(word) == ""
		switch {
		case space && start && word[0] == ' ':
			b.WriteString("&#32;" + word[1:])
		case space:
			b.WriteString(word)
		case meaningless(word):
			b.WriteString(entities(word, start))
		default:
			// Punctuation after a word is not quoted.
			quoted := cmp.Or(strings.TrimRight(word, ":;,."), word)
			b.WriteString(in.code(quoted) + word[len(quoted):])
		}
		start = start && space
	}
	return b.String()
}

// code returns a text as a code span, in which nothing is markup.
func (in inline) code(text string) string {
	text = Clean(text)
	if in.html {
		return "<code>" + html.EscapeString(text) + "</code>"
	}
	if in.table {
		text = barsInTable(text)
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.Trim(text, "` ") != text {
		text = " " + text + " "
	}
	return fence + text + fence
}

// barsInTable keeps a bar from ending a table cell. A bar after a backslash cannot be escaped with
// another backslash.
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

// pieces matches the words of a text and the spaces between them.
var pieces = regexp.MustCompile(`[\s\v\x{85}\pZ]+|[^\s\v\x{85}\pZ]+`)

var (
	// quiet matches words of characters that have no meaning inside a word once <, >, & and | are
	// entities.
	quiet = regexp.MustCompile(`^[\pL\pM\pN\pS\pP]+$`)
	// loud matches characters that mention, refer or format on some forge.
	loud = regexp.MustCompile("[@#~^$*`\\\\\\[\\]{}]|[!&%][^!?.,;:)\"']|www\\.|WWW\\.")
	// reference matches the hash of a commit, or an issue of another tracker.
	reference = regexp.MustCompile(`(?i)(^|[^0-9a-z])[0-9a-f]{7,64}($|[^0-9a-z])|[a-z][a-z0-9_]*-[0-9]`)
	// colon matches a colon that is neither at the end of a word nor between digits, as in a time.
	colon = regexp.MustCompile(`^:.|[^0-9]:.|.:[^0-9]`)
)

// meaningless reports whether a word has no special meaning on any forge.
func meaningless(word string) bool {
	return quiet.MatchString(word) && !loud.MatchString(word) && !strings.Contains(strings.ToLower(word), "www.") &&
		!reference.MatchString(word) && !colon.MatchString(word)
}

var listNumber = regexp.MustCompile(`^[0-9]+[.)]$`)

// entities writes a meaningless word. The first word of a text can begin a line, where more
// characters are special.
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

// atEdge reports whether a position is at an edge of a word: only there an underscore is emphasis.
func atEdge(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+1:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !word(before) || !word(after)
}
