package recertify

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"html/template"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
)

// tableEnding ends the names of the owners' tables.
const tableEnding = ".csv"

// Columns are the columns of an owner's table. An owner fills decision and comment.
var Columns = []string{"person", "role", "decision", "comment", "path", "reason", "last_login", "id"}

// row returns the cells of an entry, which no spreadsheet evaluates.
func (e Entry) row() []string {
	cells := []string{e.Person, e.Role, "", "", e.Path, e.Reason, e.LastLogin, e.ID}
	for i, cell := range cells {
		cells[i] = accessquery.Harmless(cell)
	}
	return cells
}

// table returns the table of an owner, with the byte order mark that Excel needs.
func table(entries []Entry) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	rows := [][]string{Columns}
	for _, e := range entries {
		rows = append(rows, e.row())
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// decisionPage returns the page of an owner, which works without a server: it saves the table with
// the decisions.
func decisionPage(name, owner string, entries []Entry) ([]byte, error) {
	rows := make([][]string, len(entries))
	for i, e := range entries {
		rows[i] = e.row()
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{"File": name, "Owner": owner, "Columns": Columns, "Rows": rows,
		"Decision": slices.Index(Columns, "decision"), "Comment": slices.Index(Columns, "comment")})
	return b.Bytes(), err
}
