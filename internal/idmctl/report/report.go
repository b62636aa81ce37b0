// Package report renders the reports of idmctl. A report is a Document of a few kinds of blocks. It
// is written as one self-contained HTML page, as Markdown for a comment, or as plain text. All
// formats escape texts.
package report

import (
	"fmt"
	"slices"
	"strings"
)

// Document is the content of a report, from top to bottom.
type Document struct {
	// Marker is the text of the hidden first line of the Markdown, <!-- marker -->, with which a
	// pipeline finds its own comment.
	Marker string
	Title  string
	// Lead is the result of the report in one sentence.
	Lead Text
	// Facts describe the subject of the report: a plan, a time, a version.
	Facts []Fact
	// Alerts are the most important messages.
	Alerts   []Alert
	Sections []Section
	// Notes explain how to read the report, and its limits.
	Notes []Text
}

// Fact is a label with its value. Items are listed below it.
type Fact struct {
	Label string
	Value Text
	Items []Text
}

// Alert is a box at the top of the report, with lines or with groups of lines.
type Alert struct {
	Tone   Tone
	Title  Text
	Items  []Text
	Groups []Item
}

// Section is a part of the report under a heading.
type Section struct {
	Title  string
	Intro  Text
	Blocks []Block
}

// SectionOf returns a section with one block, and without any if it is an empty table or list.
func SectionOf(title, intro string, block Block) Section {
	s := Section{Title: title}
	if intro != "" {
		s.Intro = T(intro)
	}
	switch block := block.(type) {
	case Table:
		if len(block.Rows) == 0 {
			return s
		}
	case List:
		if len(block.Items) == 0 {
			return s
		}
	}
	s.Blocks = []Block{block}
	return s
}

// WithBlocks returns the sections that have blocks.
func WithBlocks(all ...Section) []Section {
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Blocks) == 0 })
}

// Alerts returns an alert with a line for each text, and none without texts.
func Alerts(tone Tone, title string, texts []string) []Alert {
	if len(texts) == 0 {
		return nil
	}
	alert := Alert{Tone: tone, Title: T(title)}
	for _, text := range texts {
		alert.Items = append(alert.Items, T(text))
	}
	return []Alert{alert}
}

// Block is a Group, a Table or a List.
type Block interface{ block() }

// Group is a part that the reader can open and close. Open is its initial state.
type Group struct {
	Title  Text
	Open   bool
	Blocks []Block
}

// Table is a table with a mark before each row. On a narrow screen each row becomes a block.
type Table struct {
	Head []string
	Rows []Row
}

// Row is a row of a table, with a cell for each element of the head.
type Row struct {
	Mark  Mark
	Cells []Text
}

// Trim returns the table without columns that are empty in every row.
func (t Table) Trim() Table {
	trimmed := Table{Rows: make([]Row, len(t.Rows))}
	for i, row := range t.Rows {
		trimmed.Rows[i] = Row{Mark: row.Mark}
	}
	for column, word := range t.Head {
		if !slices.ContainsFunc(t.Rows, func(row Row) bool { return row.Cells[column].String() != "" }) {
			continue
		}
		trimmed.Head = append(trimmed.Head, word)
		for i, row := range t.Rows {
			trimmed.Rows[i].Cells = append(trimmed.Rows[i].Cells, row.Cells[column])
		}
	}
	return trimmed
}

// List is a list of marked lines with details.
type List struct{ Items []Item }

// Item is an item of a list.
type Item struct {
	Mark    Mark
	Text    Text
	Details []Text
}

func (Group) block() {}
func (Table) block() {}
func (List) block()  {}

// Mark shows the change of an object with a sign, a color and a word, each of which is sufficient.
type Mark struct {
	Kind ChangeKind
	// Word follows the sign, such as gains; "" shows only the sign.
	Word string
}

// ChangeKind is the kind of a change.
type ChangeKind int

// The kinds of changes. Same is an unchanged node that is shown as context.
const (
	Same ChangeKind = iota
	Added
	Removed
	Changed
	Moved
)

// Sign returns the kind as one character.
func (k ChangeKind) Sign() string { return [...]string{" ", "+", "−", "~", "→"}[k] }

// class returns the CSS class of the kind.
func (k ChangeKind) class() string {
	return [...]string{"same", "added", "removed", "changed", "moved"}[k]
}

// Tone is the emphasis of an element.
type Tone string

// The tones.
const (
	Plain   Tone = ""
	Good    Tone = "good"
	Bad     Tone = "bad"
	Caution Tone = "caution"
	Info    Tone = "info"
)

// Text is a line of spans.
type Text []Span

// Span is a piece of text in one style. The text is untrusted and can look like markup.
type Span struct {
	Text  string
	Style Style
	Tone  Tone // of a Framed span
}

// Style is the style of a span.
type Style int

// The styles of a span.
const (
	Normal Style = iota
	Strong
	Muted
	Code
	Framed
)

// T returns a text of one plain span.
func T(text string) Text { return Text{{Text: text}} }

// Plain adds plain text.
func (t Text) Plain(text string) Text { return append(t, Span{Text: text}) }

// Strong adds bold text.
func (t Text) Strong(text string) Text { return append(t, Span{Text: text, Style: Strong}) }

// Muted adds less prominent text.
func (t Text) Muted(text string) Text { return append(t, Span{Text: text, Style: Muted}) }

// Code adds an identifier, an address or a value.
func (t Text) Code(text string) Text { return append(t, Span{Text: text, Style: Code}) }

// Badge adds a short framed text.
func (t Text) Badge(tone Tone, text string) Text {
	return append(t, Span{Text: text, Style: Framed, Tone: tone})
}

// String returns the text without styles.
func (t Text) String() string {
	var b strings.Builder
	for _, span := range t {
		b.WriteString(span.Text)
	}
	return Clean(b.String())
}

// Count returns a number with its noun, such as "1 grant" and "2 grants", for nouns whose plural
// ends in s.
func Count(n int, one string) string { return CountOf(n, one, one+"s") }

// CountOf returns a number with its noun in the singular or the plural.
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
