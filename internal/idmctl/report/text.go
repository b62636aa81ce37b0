package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// defaultWidth is the width of a text if the width of the terminal is not known.
const defaultWidth = 100

// Text writes the document as plain text for a terminal of a width; 0 is the default width. Instead
// of markup it uses indentation, signs and words.
func (d Document) Text(width int) string {
	if width <= 0 {
		width = defaultWidth
	}
	t := &plainText{width: width}
	t.document(d)
	return t.b.String()
}

type plainText struct {
	b     strings.Builder
	width int
}

func (t *plainText) document(d Document) {
	t.line(0, "", Clean(d.Title))
	for _, fact := range d.Facts {
		t.line(2, "", Clean(fact.Label)+": "+fact.Value.String())
		for _, item := range fact.Items {
			t.line(4, "- ", item.String())
		}
	}
	if len(d.Lead) > 0 {
		t.paragraph(d.Lead)
	}
	for _, alert := range d.Alerts {
		t.paragraph(alert.Title)
		t.few(2, alert.Items)
		for _, group := range alert.Groups {
			t.line(2, "- ", group.Text.String())
			t.few(4, group.Details)
		}
	}
	for _, section := range d.Sections {
		t.b.WriteString("\n")
		t.line(0, "", strings.ToUpper(Clean(section.Title)))
		if len(section.Intro) > 0 {
			t.line(0, "", section.Intro.String())
		}
		t.blocks(2, section.Blocks)
	}
	for _, note := range d.Notes {
		t.paragraph(note)
	}
}

// fewLines is the maximum number of lines in an alert; the sections below list all.
const fewLines = 10

func (t *plainText) few(indent int, lines []Text) {
	left := max(0, len(lines)-fewLines)
	for _, line := range lines[:len(lines)-left] {
		t.whole(indent, "- "+line.String())
	}
	if left > 0 {
		t.whole(indent, fmt.Sprintf("- and %d more, listed in the sections below", left))
	}
}

// whole writes a text on one line of any length, so that it can be searched and copied.
func (t *plainText) whole(indent int, text string) {
	t.b.WriteString(strings.Repeat(" ", indent) + strings.TrimSpace(text) + "\n")
}

func (t *plainText) paragraph(text Text) {
	t.b.WriteString("\n")
	t.line(0, "", text.String())
}

// line writes a text after a sign. Continuation lines are aligned with the beginning of the text.
func (t *plainText) line(indent int, sign, text string) {
	left := strings.Repeat(" ", indent)
	hang := strings.Repeat(" ", indent+utf8.RuneCountInString(sign))
	used := 0
	t.b.WriteString(left + sign)
	for i, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			used = len(hang)
		case used+1+size > t.width:
			// Text can have a meaning at the beginning of a line, so the word is cleaned again.
			word = Clean(word)
			t.b.WriteString("\n" + hang)
			used = len(hang)
		default:
			t.b.WriteString(" ")
			used++
		}
		t.b.WriteString(word)
		used += size
	}
	t.b.WriteString("\n")
}

func (t *plainText) blocks(indent int, blocks []Block) {
	for _, block := range blocks {
		switch block := block.(type) {
		case Group:
			t.whole(indent, block.Title.String())
			t.blocks(indent+2, block.Blocks)
		case Table:
			t.table(indent, block)
		case List:
			for _, item := range block.Items {
				t.item(indent, item)
			}
		}
	}
}

// table writes a row as one line: its cells, with the head of each column from the second on.
func (t *plainText) table(indent int, table Table) {
	for _, row := range table.Rows {
		var cells []string
		for i, cell := range row.Cells {
			text := strings.TrimSpace(cell.String())
			if text == "" {
				continue
			}
			if i > 0 && i < len(table.Head) {
				text = strings.ToLower(Clean(table.Head[i])) + ": " + text
			}
			cells = append(cells, text)
		}
		t.whole(indent, row.Mark.Kind.Sign()+" "+joinWords(Clean(row.Mark.Word), strings.Join(cells, ", ")))
	}
}

// item writes an item as one line, with its details after a colon.
func (t *plainText) item(indent int, item Item) {
	text := joinWords(Clean(item.Mark.Word), item.Text.String())
	var details []string
	for _, detail := range item.Details {
		details = append(details, detail.String())
	}
	if len(details) > 0 {
		if !strings.HasSuffix(text, ".") {
			text += ":"
		}
		text += " " + strings.Join(details, "; ")
	}
	t.whole(indent, item.Mark.Kind.Sign()+" "+text)
}

func joinWords(words ...string) string {
	return strings.TrimSpace(strings.Join(words, " "))
}
