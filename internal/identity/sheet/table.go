// Package sheet reads what people write: tables of a spreadsheet, YAML documents and days. Nothing
// is converted: a value is the text that the file contains, or absent.
package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// Line is the column that a table adds where it is asked for: the line of the file in which a row
// begins.
const Line = "line"

// maxProblems limits the problems that one error lists.
const maxProblems = 10

// Row maps the columns of a table to the text of a cell; nil is an empty cell.
type Row map[string]*string

// table is a table that is read.
type table struct {
	header  []string
	line    int
	records []record
	// key is the index of the key column.
	key      int
	allowed  []string
	problems []string
}

// Table reads a table as spreadsheets write it and returns its rows by the column key. With
// columns, the rows have exactly these columns and the key, and the table may have no others.
func Table(text, key string, columns ...string) (map[string]Row, error) {
	t := &table{allowed: columns}
	if err := t.read(text, key); err != nil {
		return nil, err
	}
	t.checkHeader()
	t.checkLengths()
	t.checkCells()
	rows := t.rows(key)
	return rows, t.err()
}

// read splits the text, and finds the header and the key.
func (t *table) read(text, key string) error {
	s := newScanner(text)
	s.choose(key)
	records, err := s.records(s.separator, -1)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return errors.New("the table is empty; its first line must name the columns")
	}
	t.header, t.line, t.records = records[0].cells, records[0].line, records[1:]
	if t.key = slices.Index(t.header, key); t.key < 0 {
		names := slices.DeleteFunc(slices.Clone(t.header), func(name string) bool { return name == "" })
		return fmt.Errorf("line %d: there is no column %s for the key%s; the columns are %s", t.line, strconv.Quote(key),
			meant(key, names), listed(names))
	}
	return nil
}

func (t *table) problem(line int, format string, args ...any) {
	t.problems = append(t.problems, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
}

// checkHeader checks the names of the columns.
func (t *table) checkHeader() {
	known := "; the columns are " + listed(t.allowed)
	for i, name := range t.header {
		switch {
		case name == "":
		case unseenIn(name) != "":
			t.problem(t.line, "the column %s", unseenIn(name))
		case slices.Index(t.header, name) < i:
			t.problem(t.line, "two columns are named %q", name)
		case len(t.allowed) > 0 && i != t.key && !slices.Contains(t.allowed, name):
			t.problem(t.line, "unknown column %q%s%s", name, meant(name, t.allowed), known)
			known = ""
		}
	}
}

// checkLengths finds lines that miss cells. A spreadsheet leaves out empty cells at the end of a
// line, so a line may miss a column that another line has empty, or that has no value at all.
func (t *table) checkLengths() {
	filled, empty := make([]bool, len(t.header)), make([]bool, len(t.header))
	for _, r := range t.records {
		for i := range min(len(r.cells), len(t.header)) {
			if r.cells[i] == "" {
				empty[i] = true
			} else {
				filled[i] = true
			}
		}
	}
	for _, r := range t.records {
		var missing []string
		for i := len(r.cells); i < len(t.header); i++ {
			if t.header[i] != "" && (filled[i] && !empty[i] || r.open) {
				missing = append(missing, t.header[i])
			}
		}
		switch {
		case len(missing) > 0 && r.open:
			t.problem(r.line, "the last line ends early, without a line break: %s; it has no %s; is the file complete?",
				quoted(r.cells), listed(missing))
		case len(missing) > 0:
			t.problem(r.line, "%s has no %s, which the other lines have; write empty cells, too", quoted(r.cells), listed(missing))
		}
		for i, cell := range r.cells {
			if cell != "" && (i >= len(t.header) || t.header[i] == "") {
				t.problem(r.line, "%q is in column %d, which has no name", cell, i+1)
			}
		}
	}
}

// checkCells finds values that a spreadsheet has damaged.
func (t *table) checkCells() {
	for _, r := range t.records {
		for i, cell := range r.cells[:min(len(r.cells), len(t.header))] {
			damage := damageOf(cell)
			if i == t.key {
				damage = cmp.Or(unseenIn(cell), damage)
			}
			if damage != "" {
				t.problem(r.line, "%s %s", t.header[i], damage)
			}
		}
	}
}

// rows returns the rows by their keys.
func (t *table) rows(key string) map[string]Row {
	rows, lines := make(map[string]Row, len(t.records)), map[string]int{}
	for _, r := range t.records {
		if len(r.cells) <= t.key || r.cells[t.key] == "" {
			t.problem(r.line, "%q is empty: %s", key, quoted(r.cells))
			continue
		}
		id := r.cells[t.key]
		if first := lines[id]; first > 0 {
			t.problem(r.line, "%s %q is in line %d already", key, id, first)
			continue
		}
		lines[id] = r.line
		rows[id] = t.row(r)
	}
	return rows
}

func (t *table) row(r record) Row {
	row := make(Row, len(t.header))
	for _, name := range t.allowed {
		row[name] = nil
		if name == Line {
			row[Line] = new(strconv.Itoa(r.line))
		}
	}
	for i, name := range t.header {
		if name == "" {
			continue
		}
		row[name] = nil
		if i < len(r.cells) && r.cells[i] != "" {
			row[name] = &r.cells[i]
		}
	}
	return row
}

func (t *table) err() error {
	if len(t.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(t.problems, func(a, b string) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	if more := len(t.problems) - maxProblems; more > 0 {
		t.problems = append(t.problems[:maxProblems], fmt.Sprintf("and %d more problems", more))
	}
	return errors.New(strings.Join(t.problems, "\n"))
}

func lineOf(problem string) int {
	number, _, _ := strings.Cut(strings.TrimPrefix(problem, "line "), ":")
	line, _ := strconv.Atoi(number)
	return line
}

// quoted returns the cells of a line for an error.
func quoted(cells []string) string {
	return strconv.Quote(strings.TrimRight(strings.Join(cells, ", "), ", "))
}

func listed(names []string) string {
	if len(names) == 0 {
		return "not named"
	}
	return strings.Join(names, ", ")
}

func meant(name string, known []string) string {
	if near := suggest.Names(name, known); len(near) > 0 {
		return fmt.Sprintf(" (did you mean %s?)", near[0])
	}
	return ""
}
