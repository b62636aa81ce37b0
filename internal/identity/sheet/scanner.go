package sheet

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// byteOrderMark begins the files of Excel.
const byteOrderMark = "\ufeff"

// separators are the characters between the cells of a line.
var separators = []rune{',', ';', '\t'}

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
	// skipped is the number of lines before the text.
	skipped int
	// separator is 0 before it is known.
	separator rune
}

func newScanner(text string) *scanner {
	text = strings.TrimPrefix(text, byteOrderMark)
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	s := &scanner{text: text}
	// Excel reads and writes a first line with the separator.
	first, rest, _ := strings.Cut(text, "\n")
	if name, found := strings.CutPrefix(strings.ToLower(first), "sep="); found && len(name) == 1 {
		s.text, s.skipped, s.separator = rest, 1, rune(name[0])
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

// records returns the lines that have a value, up to a limit, without the spaces around values.
func (s *scanner) records(separator rune, limit int) ([]record, error) {
	reader := csv.NewReader(strings.NewReader(s.text))
	reader.Comma, reader.FieldsPerRecord, reader.TrimLeadingSpace = separator, -1, separator != '\t'
	var all []record
	for len(all) != limit {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if failed, ok := errors.AsType[*csv.ParseError](err); ok {
			return all, fmt.Errorf("line %d: column %d: %w; a value with a quote is in quotes, and the quote is doubled",
				s.skipped+failed.StartLine, failed.Column, failed.Err)
		}
		if err != nil {
			return all, err
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if slices.ContainsFunc(cells, func(cell string) bool { return cell != "" }) {
			line, _ := reader.FieldPos(0)
			open := reader.InputOffset() == int64(len(s.text)) && !strings.HasSuffix(s.text, "\n")
			all = append(all, record{cells, s.skipped + line, open})
		}
	}
	return all, nil
}

// Header returns the columns of a table and the separator of its cells.
func Header(text, key string) ([]string, rune) {
	s := newScanner(text)
	s.choose(key)
	records, err := s.records(s.separator, 1)
	if err != nil || len(records) == 0 {
		return nil, s.separator
	}
	return records[0].cells, s.separator
}
