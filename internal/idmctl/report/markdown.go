package report

import (
	"fmt"
	"slices"
	"strings"
)

// CommentLimit is the maximum length of a comment on a pull request on GitHub, in characters.
const CommentLimit = 65536

// Markdown writes the document for a comment. If the text exceeds the limit in bytes, long blocks
// are shortened and state how many lines they omit. A limit of 0 is unlimited.
func (d Document) Markdown(limit int) string {
	for _, lines := range []int{0, 400, 200, 100, 60, 40, 25, 15, 8, 3} {
		m := markdown{lines: lines}
		m.document(d)
		if text := m.b.String(); limit == 0 || len(text) <= limit {
			return text
		}
	}
	// Even the shortest blocks exceed the limit: keep the top of the document.
	m := markdown{lines: 3}
	m.document(d.top())
	return m.b.String()
}

type markdown struct {
	b       strings.Builder
	lines   int // of a block at most; 0: all
	inTable bool
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

func (m *markdown) document(d Document) {
	m.printf("<!-- %s -->\n# %s\n", d.Marker, paragraph(d.Title))
	if len(d.Facts) > 0 {
		var facts []string
		for _, fact := range d.Facts {
			if len(fact.Items) == 0 {
				facts = append(facts, paragraph(fact.Label)+": "+m.text(fact.Value))
			}
		}
		m.printf("\n<sub>%s</sub>\n", strings.Join(facts, " · "))
	}
	for _, fact := range d.Facts {
		if len(fact.Items) > 0 {
			m.group(Group{Title: T(fact.Label + ": ").Plain(fact.Value.String()), Blocks: []Block{listOf(fact.Items)}})
		}
	}
	if len(d.Lead) > 0 {
		m.printf("\n%s\n", m.text(d.Lead))
	}
	for _, alert := range d.Alerts {
		m.alert(alert)
	}
	for _, section := range d.Sections {
		m.printf("\n## %s\n", paragraph(section.Title))
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

// alert writes a blockquote with a kind, which GitHub and GitLab show as a box.
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

// quoted writes list items inside a blockquote.
func (m *markdown) quoted(indent string, lines []Text) {
	shown, left := head(lines, m.lines)
	for _, line := range shown {
		m.printf("> %s- %s\n", indent, m.text(line))
	}
	if left > 0 {
		m.printf("> %s- … and %d more\n", indent, left)
	}
}

func (m *markdown) blocks(blocks []Block) {
	shown, left := head(blocks, m.lines)
	for _, block := range shown {
		switch block := block.(type) {
		case Group:
			m.group(block)
		case Table:
			m.table(block)
		case List:
			m.list(block)
		}
	}
	m.more(left)
}

func (m *markdown) more(left int) {
	if left > 0 {
		m.printf("\n_… and %d more, omitted because of the limit of a comment; the HTML page and the JSON contain all._\n", left)
	}
}

func (m *markdown) group(g Group) {
	open := ""
	if g.Open {
		open = " open"
	}
	m.printf("\n<details%s><summary>%s</summary>\n", open, inline{html: true}.text(g.Title))
	m.blocks(g.Blocks)
	m.b.WriteString("\n</details>\n")
}

func (m *markdown) table(t Table) {
	var columns []string
	for _, word := range t.Head {
		columns = append(columns, inline{table: true}.plain(word))
	}
	m.printf("\n| | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	m.inTable = true
	defer func() { m.inTable = false }()
	rows, left := head(t.Rows, m.lines)
	for _, row := range rows {
		m.printf("| %s |", m.markText(row.Mark))
		for _, cell := range row.Cells {
			m.printf(" %s |", m.text(cell))
		}
		m.b.WriteString("\n")
	}
	m.more(left)
}

func (m *markdown) list(l List) {
	m.b.WriteString("\n")
	items, left := head(l.Items, m.lines)
	for _, item := range items {
		m.printf("- %s\n", joinWords(m.markText(item.Mark), m.text(item.Text)))
		for _, detail := range item.Details {
			m.printf("  - %s\n", m.text(detail))
		}
	}
	m.more(left)
}

// listOf returns a list of lines without marks.
func listOf(lines []Text) List {
	var list List
	for _, line := range lines {
		list.Items = append(list.Items, Item{Text: line})
	}
	return list
}

// markText returns a mark as text, with a sign that is visible in both color themes of GitHub.
func (m *markdown) markText(mark Mark) string {
	sign := [...]string{"", "➕", "➖", "✏️", "➡️"}[mark.Kind]
	return strings.TrimSpace(sign + " " + inline{table: m.inTable}.plain(mark.Word))
}

// head returns the beginning of a list, and the number of omitted elements.
func head[T any](list []T, limit int) ([]T, int) {
	if limit == 0 || len(list) <= limit {
		return list, 0
	}
	return list[:limit], len(list) - limit
}

// text writes a text with its styles.
func (m *markdown) text(t Text) string { return inline{table: m.inTable}.text(t) }

// clipLimit is the maximum length of a span. Most sentences are shorter.
const clipLimit = 300

// clip shortens the long spans of texts.
func clip(lines ...Text) []Text {
	short := make([]Text, len(lines))
	for i, line := range lines {
		short[i] = slices.Clone(line)
		for j, span := range line {
			if runes := []rune(span.Text); len(runes) > clipLimit {
				short[i][j].Text = string(runes[:clipLimit]) + " …"
			}
		}
	}
	return short
}

// top returns the beginning of the document with shortened texts.
func (d Document) top() Document {
	short := Document{Marker: d.Marker, Title: clip(T(d.Title))[0].String(), Lead: clip(d.Lead)[0]}
	for _, fact := range d.Facts {
		short.Facts = append(short.Facts, Fact{Label: fact.Label, Value: clip(fact.Value)[0]})
	}
	for _, alert := range d.Alerts {
		cut := Alert{Tone: alert.Tone, Title: clip(alert.Title)[0], Items: clip(alert.Items...)}
		for _, group := range alert.Groups {
			cut.Groups = append(cut.Groups, Item{Mark: group.Mark, Text: clip(group.Text)[0], Details: clip(group.Details...)})
		}
		short.Alerts = append(short.Alerts, cut)
	}
	short.Notes = []Text{T("The details are too long for a comment; they are in the HTML page and in the JSON.")}
	return short
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
