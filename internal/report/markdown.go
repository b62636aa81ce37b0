package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CommentLimit is how long a comment on a pull request may be on GitHub, in characters.
const CommentLimit = 65536

// Markdown writes the document for a comment. When it would be longer than the limit, in bytes, it is cut where that hurts
// least: the long blocks lose their last lines, and say how many there were. A limit of 0 is none.
func (d Document) Markdown(limit int) string {
	for _, lines := range []int{0, 400, 200, 100, 60, 40, 25, 15, 8, 3} {
		m := markdown{lines: lines}
		m.document(d)
		if text := m.b.String(); limit == 0 || len(text) <= limit {
			return text
		}
	}
	// So many blocks that even their beginnings are too much: what is on top is what matters.
	d.Sections, d.Notes = nil, []Text{T("The details are too long for a comment; they are in the HTML page and in the JSON.")}
	m := markdown{lines: 3}
	m.document(d)
	return m.b.String()
}

type markdown struct {
	b     strings.Builder
	lines int // of a block at most; 0: all
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

func (m *markdown) document(d Document) {
	m.printf("<!-- %s -->\n# %s\n", d.Marker, escape(d.Title))
	if len(d.Facts) > 0 {
		var facts []string
		for _, fact := range d.Facts {
			facts = append(facts, escape(fact.Label)+": "+m.text(fact.Value))
		}
		m.printf("\n<sub>%s</sub>\n", strings.Join(facts, " · "))
	}
	if len(d.Lead) > 0 {
		m.printf("\n%s\n", m.text(d.Lead))
	}
	for _, alert := range d.Alerts {
		m.alert(alert)
	}
	m.figures(d.Figures)
	for _, section := range d.Sections {
		m.printf("\n## %s\n", escape(section.Title))
		if len(section.Intro) > 0 {
			m.printf("\n%s\n", m.text(section.Intro))
		}
		m.blocks(section.Blocks)
	}
	if len(d.Notes) > 0 {
		m.b.WriteString("\n---\n")
	}
	for _, note := range d.Notes {
		m.printf("\n<sub>%s</sub>\n", m.text(note))
	}
}

// alert is a blockquote with a kind, which GitHub and GitLab show as a box.
func (m *markdown) alert(a Alert) {
	kind := map[Tone]string{Bad: "CAUTION", Caution: "WARNING", Good: "TIP"}[a.Tone]
	if kind == "" {
		kind = "NOTE"
	}
	m.printf("\n> [!%s]\n> %s\n", kind, m.text(a.Title))
	if len(a.Items)+len(a.Groups) > 0 {
		m.b.WriteString(">\n")
	}
	m.quoted("", a.Items)
	for _, group := range a.Groups {
		m.printf("> - %s\n", m.text(group.Text))
		m.quoted("  ", group.Details)
	}
}

// quoted writes lines of a list inside of a blockquote.
func (m *markdown) quoted(indent string, lines []Text) {
	shown, left := head(lines, m.lines)
	for _, line := range shown {
		m.printf("> %s- %s\n", indent, m.text(line))
	}
	if left > 0 {
		m.printf("> %s- … and %d more\n", indent, left)
	}
}

func (m *markdown) figures(figures []Figure) {
	if len(figures) == 0 {
		return
	}
	var top, line, values []string
	for _, f := range figures {
		top, line = append(top, escape(f.Label)), append(line, ":-:")
		values = append(values, fmt.Sprintf("**%d**", f.Value))
	}
	m.printf("\n| %s |\n| %s |\n| %s |\n", strings.Join(top, " | "), strings.Join(line, " | "), strings.Join(values, " | "))
}

func (m *markdown) blocks(blocks []Block) {
	shown, left := head(blocks, m.lines)
	for _, block := range shown {
		switch block := block.(type) {
		case Group:
			m.group(block)
		case Line:
			m.printf("\n%s\n", m.text(Text(block)))
		case Table:
			m.table(block)
		case List:
			m.list(block)
		case Trees:
			for _, tree := range block {
				m.tree(tree)
			}
		}
	}
	m.more(left)
}

func (m *markdown) more(left int) {
	if left > 0 {
		m.printf("\n_… and %d more, left out because a comment has a limit; the HTML page and the JSON hold all._\n", left)
	}
}

func (m *markdown) group(g Group) {
	open := ""
	if g.Open {
		open = " open"
	}
	m.printf("\n<details%s><summary>%s", open, summary(g.Title))
	for _, badge := range g.Badges {
		m.printf(" · %s", summary(T(badge.Text)))
	}
	m.b.WriteString("</summary>\n")
	m.blocks(g.Blocks)
	m.b.WriteString("\n</details>\n")
}

func (m *markdown) table(t Table) {
	var columns []string
	for _, word := range t.Head {
		columns = append(columns, escape(word))
	}
	declared := slices.ContainsFunc(t.Rows, func(row Row) bool { return row.Address != "" })
	if declared {
		columns = append(columns, "Declared by")
	}
	m.printf("\n| | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	rows, left := head(t.Rows, m.lines)
	for _, row := range rows {
		m.printf("| %s |", markText(row.Mark))
		for _, cell := range row.Cells {
			m.printf(" %s |", m.text(cell))
		}
		if declared {
			m.printf(" %s |", m.text(Text{}.Code(row.Address)))
		}
		m.b.WriteString("\n")
	}
	m.more(left)
}

func (m *markdown) list(l List) {
	m.b.WriteString("\n")
	items, left := head(l.Items, m.lines)
	for _, item := range items {
		m.printf("- %s %s\n", markText(item.Mark), m.text(item.Text))
		for _, detail := range item.Details {
			m.printf("  - %s\n", m.text(detail))
		}
	}
	m.more(left)
}

// markText shows a mark in running text, as a sign that stands out in both of GitHub's colours.
func markText(mark Mark) string {
	sign := [...]string{"", "➕", "➖", "✏️", "➡️"}[mark.Kind]
	return strings.TrimSpace(sign + " " + escape(mark.Word))
}

// tree is a block of code in the form of a difference, because that is coloured.
func (m *markdown) tree(t Tree) {
	var lines []string
	outline(&lines, t.Nodes, 0)
	shown, left := head(lines, m.lines)
	text := strings.Join(shown, "\n")
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	m.printf("\n**%s**\n\n%sdiff\n%s\n%s\n", escape(t.Title), fence, text, fence)
	m.more(left)
}

func outline(lines *[]string, nodes []Node, depth int) {
	for _, node := range nodes {
		// A difference knows three signs; ! is what it has for everything else.
		sign := [...]string{" ", "+", "-", "!", "!"}[node.Mark.Kind]
		line := sign + " " + strings.Repeat("  ", depth) + clip(node.Text.String())
		if node.Mark.Word != "" {
			line += "  (" + Clean(node.Mark.Word) + ")"
		}
		*lines = append(*lines, line)
		outline(lines, node.Children, depth+1)
	}
}

// head is the beginning of a list, and how many it leaves out.
func head[T any](list []T, limit int) ([]T, int) {
	if limit == 0 || len(list) <= limit {
		return list, 0
	}
	return list[:limit], len(list) - limit
}

// text sets the styles of a text.
func (m *markdown) text(t Text) string {
	var b strings.Builder
	for _, span := range t {
		switch text := clip(span.Text); {
		case text == "":
		case span.Style == Code:
			b.WriteString(codeSpan(text))
		case span.Style == Strong, span.Style == Framed:
			b.WriteString("<b>" + escape(text) + "</b>")
		default:
			b.WriteString(escape(text))
		}
	}
	return b.String()
}

// summary is a text inside of HTML, where Markdown is not understood.
func summary(t Text) string {
	var b strings.Builder
	for _, span := range t {
		text := escape(clip(span.Text))
		switch span.Style {
		case Strong, Framed:
			text = "<b>" + text + "</b>"
		case Code:
			text = "<code>" + text + "</code>"
		}
		b.WriteString(text)
	}
	return b.String()
}

// clipLimit is longer than any name that a person gives, and shorter than what would spoil a table.
const clipLimit = 300

func clip(text string) string {
	if runes := []rune(text); len(runes) > clipLimit {
		return string(runes[:clipLimit]) + " …"
	}
	return text
}

// codeSpan quotes a text so that nothing in it counts as markup.
func codeSpan(text string) string {
	text = strings.ReplaceAll(Clean(text), "|", `\|`)
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func longestRun(text string, of rune) int {
	longest, run := 0, 0
	for _, r := range text {
		run++
		if r != of {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

var (
	// address is the beginning of what would become a link by itself.
	address = regexp.MustCompile(`(?i)\b(https?|ftp)://|\bwww\.`)
	// call is what would call a person, or refer to an issue or a merge request.
	call = regexp.MustCompile(`([@#!~%$^])([\pL\pN])`)
)

// escape takes every meaning from a text that Markdown, HTML, or the forge that shows it could see in it.
func escape(text string) string {
	// An invisible character ends the word, as an entity would be read before names are looked for.
	text = call.ReplaceAllString(Clean(text), "$1\u2060$2")
	text = address.ReplaceAllStringFunc(text, func(s string) string {
		return strings.NewReplacer(":", "&#58;", ".", "&#46;").Replace(strings.ReplaceAll(s, "&", "&amp;"))
	})
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '&' && !strings.HasPrefix(text[i:], "&#58;") && !strings.HasPrefix(text[i:], "&#46;"):
			b.WriteString("&amp;")
		case strings.ContainsRune("<>\\`*[]|~$", r), r == '_' && atEdge(text, i), strings.ContainsRune("#+-=", r) && i == 0,
			strings.ContainsRune(".)", r) && numbers(text[:i]) && strings.HasPrefix(text[i+1:]+" ", " "):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// atEdge tells whether a word begins or ends there: only then an underscore is emphasis.
func atEdge(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+1:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !word(before) || !word(after)
}

// numbers tells whether a text is a number, which would begin a list.
func numbers(text string) bool {
	return text != "" && strings.TrimLeft(text, "0123456789") == ""
}
