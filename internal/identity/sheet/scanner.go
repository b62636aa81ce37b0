package sheet

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// byteOrderMark begins the files of Excel.
const byteOrderMark = "\ufeff"

// separators are the characters between the cells of a line.
var separators = []byte{',', ';', '\t'}

// record is a line of a table with at least one value.
type record struct {
	cells []string
	line  int
	// open is set if the file ends with this line, without a line break.
	open bool
}

// scanner splits the text of a table into lines and cells.
type scanner struct {
	text string
	// line is the number of the first line of the text.
	line int
	// separator is 0 before it is known.
	separator byte
}

func newScanner(text string) *scanner {
	text = strings.TrimPrefix(text, byteOrderMark)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	s := &scanner{text: text, line: 1}
	// Excel reads and writes a first line with the separator.
	first, rest, _ := strings.Cut(text, "\n")
	if name, found := strings.CutPrefix(strings.ToLower(first), "sep="); found && len(name) == 1 {
		s.text, s.line, s.separator = rest, 2, name[0]
	}
	return s
}

// choose chooses the separator under which the first line has the key, and then the most columns.
func (s *scanner) choose(key string) {
	if s.separator != 0 {
		return
	}
	columns, found := 0, false
	for _, separator := range separators {
		header, err := s.records(separator, 1)
		if err != nil || len(header) == 0 {
			continue
		}
		has := slices.Contains(header[0].cells, key)
		if s.separator == 0 || has && !found || has == found && len(header[0].cells) > columns {
			s.separator, columns, found = separator, len(header[0].cells), has
		}
	}
	s.separator = cmp.Or(s.separator, separators[0])
}

// Lines returns the lines of a table that have a value, with their numbers.
func Lines(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		s := newScanner(text)
		s.choose("")
		records, _ := s.records(s.separator, -1)
		for _, r := range records {
			if !yield(r.line, r.cells) {
				return
			}
		}
	}
}

// records returns the lines that have a value, up to a limit.
func (s *scanner) records(separator byte, limit int) ([]record, error) {
	var all []record
	line := s.line
	for rest := s.text; rest != "" && len(all) != limit; {
		r := record{line: line}
		for {
			cell, after, err := cellOf(rest, separator)
			if err != nil {
				return all, fmt.Errorf("line %d: %w", r.line, err)
			}
			line += strings.Count(rest[:len(rest)-len(after)], "\n")
			r.cells = append(r.cells, cell)
			if rest = after; rest == "" || rest[0] == '\n' {
				break
			}
			rest = rest[1:]
		}
		if r.open = rest == ""; !r.open {
			rest = rest[1:]
			line++
		}
		if slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "" }) {
			all = append(all, r)
		}
	}
	return all, nil
}

// cellOf returns the first cell of a text without the spaces around it, and the text from the
// separator or the line break on. A cell in quotes can contain both; a quote in it is doubled.
func cellOf(text string, separator byte) (cell, rest string, err error) {
	ends := string(separator) + "\n"
	begin := strings.TrimLeft(text, strings.ReplaceAll(" \t\u00a0", string(separator), ""))
	if !strings.HasPrefix(begin, `"`) {
		end := strings.IndexAny(text, ends)
		if end < 0 {
			end = len(text)
		}
		return strings.TrimSpace(text[:end]), text[end:], nil
	}
	var b strings.Builder
	for rest = begin[1:]; ; {
		quote := strings.IndexByte(rest, '"')
		if quote < 0 {
			return "", "", fmt.Errorf("the quote before %q has no end", start(begin[1:]))
		}
		b.WriteString(rest[:quote])
		if rest = rest[quote+1:]; !strings.HasPrefix(rest, `"`) {
			break
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
	end := strings.IndexAny(rest, ends)
	if end < 0 {
		end = len(rest)
	}
	if after := strings.TrimSpace(rest[:end]); after != "" {
		return "", "", fmt.Errorf("%q follows the quote after %q; a quote inside a value is doubled", start(after), start(b.String()))
	}
	return strings.TrimSpace(b.String()), rest[end:], nil
}

// start returns the beginning of a text for an error.
func start(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// Header returns the columns of a table and the separator of its cells.
func Header(text, key string) ([]string, rune) {
	s := newScanner(text)
	s.choose(key)
	records, err := s.records(s.separator, 1)
	if err != nil || len(records) == 0 {
		return nil, rune(s.separator)
	}
	return records[0].cells, rune(s.separator)
}
