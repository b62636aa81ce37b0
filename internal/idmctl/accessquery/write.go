package accessquery

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// column is a column of a table.
type column struct {
	title string
	cell  func(Row) string
}

// changeTitle is the title of the column with the changes, which reports show as marks.
const changeTitle = "CHANGE"

// columns are the columns of tables for people. Columns that are empty in every row are left out.
var columns = []column{
	{changeTitle, func(r Row) string { return r.Change }},
	{"PERSON", func(r Row) string { return Label(r.Name, r.UserExtID) }},
	{"ROLE", role},
	{"THROUGH", func(r Row) string { return r.Through }},
	{"PROFILE", func(r Row) string { return r.ProfileExtID }},
	{"UNIT", func(r Row) string { return r.UnitExtID }},
	{"GLOBAL", func(r Row) string { return strings.ReplaceAll(strings.Join(r.Rooms, ", "), "_global", "") }},
	{"FROM", func(r Row) string { return date(r.From) }},
	{"UNTIL", func(r Row) string { return date(r.Until) }},
	{"EFFECT", effect},
	{"DECLARED", func(r Row) string { return r.Declared }},
}

func role(r Row) string {
	if r.Kind == "" || r.Kind == "role" {
		return r.RoleExtID
	}
	return r.RoleExtID + " (" + r.Kind + ")"
}

func effect(r Row) string {
	if r.Effective == "" || r.Effective == Yes && len(r.Reasons) == 0 {
		return r.Effective
	}
	return strings.Join(append([]string{r.Effective}, r.Reasons...), ": ")
}

func lastLogin(r Row) string {
	if r.LastLogin == nil {
		return "never"
	}
	return r.LastLogin.UTC().Format(time.DateOnly)
}

func date(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// usedOf returns the columns that are not empty in all rows.
func usedOf(rows []Row) []column {
	return slices.DeleteFunc(slices.Clone(columns), func(c column) bool {
		return !slices.ContainsFunc(rows, func(r Row) bool { return c.cell(r) != "" })
	})
}

// used returns the columns of the answer.
func (a *Answer) used() []column {
	used := usedOf(a.Rows)
	if a.logins && len(a.Rows) > 0 {
		used = append(used, column{"LAST LOGIN", lastLogin})
	}
	return used
}

// summary counts the people and rows.
func (a *Answer) summary() string {
	people := map[[2]string]bool{}
	for _, r := range a.Rows {
		people[[2]string{r.ClientExtID, r.UserExtID}] = true
	}
	return fmt.Sprintf("%s, %s.", report.CountOf(len(people), "person", "people"), report.Count(len(a.Rows), "row"))
}

// Text writes a table for a terminal.
func (a *Answer) Text(w io.Writer) error {
	var b strings.Builder
	if a.Sentence != "" {
		fmt.Fprintln(&b, report.Clean(a.Sentence))
	}
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	used := a.used()
	for i, c := range used {
		fmt.Fprint(table, c.title, separator(i, used))
	}
	for _, r := range a.Rows {
		for i, c := range used {
			fmt.Fprint(table, report.Clean(c.cell(r)), separator(i, used))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range a.Rows {
		for _, end := range r.Ends {
			fmt.Fprintf(&b, "  %s ends: %s\n", report.Clean(r.GrantExtID), report.Clean(end))
		}
	}
	fmt.Fprintf(&b, "%s %s\n", a.summary(), report.Clean("Source: "+a.Source+"."))
	for _, sentence := range a.NotRead {
		fmt.Fprintf(&b, "Not read: %s\n", report.Clean(sentence))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func separator(i int, used []column) string {
	if i == len(used)-1 {
		return "\n"
	}
	return "\t"
}

// changeKinds are the marks of changes; any other one has the mark of a change.
var changeKinds = map[string]report.ChangeKind{"": report.Same, Gained: report.Added, Granted: report.Added, Lost: report.Removed,
	Revoked: report.Removed}

// Table returns rows as a table of a report.
func Table(rows []Row) report.Table { return table(rows, usedOf(rows)) }

func table(rows []Row, used []column) report.Table {
	var t report.Table
	used = slices.DeleteFunc(used, func(c column) bool { return c.title == changeTitle })
	for _, c := range used {
		t.Head = append(t.Head, strings.ToLower(c.title))
	}
	for _, r := range rows {
		kind, known := changeKinds[r.Change]
		if !known {
			kind = report.Changed
		}
		row := report.Row{Mark: report.Mark{Kind: kind, Word: r.Change}}
		for _, c := range used {
			row.Cells = append(row.Cells, report.T(c.cell(r)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Document returns the answer as a report.
func (a *Answer) Document() report.Document {
	d := report.Document{
		Marker: "idmctl-access", Title: "Access: " + a.Question, Lead: report.T(strings.TrimSpace(a.Sentence + " " + a.summary())),
		Facts:  []report.Fact{{Label: "Source", Value: report.T(a.Source)}, {Label: "Time", Value: report.T(a.Time.Format(time.RFC3339))}},
		Alerts: report.Alerts(report.Plain, "A part of the tenant could not be read", a.NotRead),
	}
	var ends report.List
	for _, r := range a.Rows {
		for _, end := range r.Ends {
			ends.Items = append(ends.Items, report.Item{Text: report.Text{}.Code(r.GrantExtID).Plain(" ends: " + end)})
		}
	}
	d.Sections = report.WithBlocks(report.SectionOf("Paths", "", table(a.Rows, a.used())),
		report.SectionOf("What ends each path", "", ends))
	return d
}

// CSV writes one line for each row, with the columns of the JSON. A cell that a spreadsheet would
// treat as a formula gets an apostrophe as prefix.
func (a *Answer) CSV(w io.Writer) error {
	lines := [][]string{nil}
	for field := range reflect.TypeFor[Row]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		lines[0] = append(lines[0], name)
	}
	for _, r := range a.Rows {
		var line []string
		for _, value := range reflect.ValueOf(r).Fields() {
			line = append(line, Harmless(cell(value.Interface())))
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

func cell(value any) string {
	switch value := value.(type) {
	case *time.Time:
		return date(value)
	case []string:
		return strings.Join(value, "; ")
	}
	return fmt.Sprint(value)
}

// formula are the characters at which a spreadsheet begins a formula. Some read the full-width and
// small forms and the minus sign of typography as the plain ones.
const formula = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212"

// skipped reports whether a spreadsheet may skip a character before a formula.
func skipped(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// Harmless keeps spreadsheets from evaluating a cell as a formula. They skip spaces before it.
func Harmless(cell string) string {
	shown := report.Clean(cell)
	for _, text := range []string{cell, shown} {
		text = strings.TrimLeftFunc(text, skipped)
		if first, size := utf8.DecodeRuneInString(text); size > 0 && strings.ContainsRune(formula, first) {
			return "'" + shown
		}
	}
	return shown
}
