package report_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// many returns a document with more lines than an alert shows.
func many() report.Document {
	var items []report.Text
	for range 14 {
		items = append(items, report.T("is \"deleted\" & gone"))
	}
	table := report.Table{Head: []string{"Role", "Rooms"}, Rows: []report.Row{{Mark: report.Mark{Kind: report.Removed, Word: "loses"},
		Cells: []report.Text{report.T("editor"), report.T("none")}}}}
	return report.Document{
		Marker: "m", Title: "Review", Lead: report.T("One person is affected."),
		Facts:  []report.Fact{{Label: "Plan", Value: report.Text{}.Code("p.tfplan")}},
		Alerts: []report.Alert{{Title: report.T("1 rule failed"), Groups: []report.Item{{Text: report.T("loss"), Details: items}}}},
		Sections: []report.Section{{Title: "Access", Blocks: []report.Block{
			report.Group{Title: report.T("Anna"), Blocks: []report.Block{table}},
			report.List{Items: []report.Item{{Mark: report.Mark{Kind: report.Changed}, Text: report.T("idm_unit.a"),
				Details: []report.Text{report.T("name: A → B"), report.T("state: C")}}}},
		}}},
	}
}

// A terminal shows words and signs, without markup and entities.
func TestText(t *testing.T) {
	const want = `Review
  Plan: p.tfplan

One person is affected.

1 rule failed
  - loss
    - is "deleted" & gone
    - and 4 more, listed in the sections below

ACCESS
  Anna
    − loses editor, rooms: none
  ~ idm_unit.a: name: A → B; state: C
`
	got := strings.Replace(many().Text(0), strings.Repeat("    - is \"deleted\" & gone\n", 9), "", 1)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A wrapped word has no effect at the beginning of its new line.
func TestText_wrapped(t *testing.T) {
	d := report.Document{Title: "t", Lead: report.T(strings.Repeat("long ", 9) + "::error::x")}
	if text := d.Text(48); strings.Contains(text, "\n::") {
		t.Errorf("a line begins with a command: %q", text)
	}
}

// The items of a fact are below its value: one line each in a text, wrapped, and folded in
// Markdown.
func TestFacts_items(t *testing.T) {
	d := report.Document{Marker: "m", Title: "T", Facts: []report.Fact{{Label: "CLI", Value: report.T("1.11")}, {Label: "Plans",
		Value: report.T("2"), Items: []report.Text{report.T("sales: sales/tenant.plan"), report.T("it: it/tenant.plan")}}}}
	want := "T\n  CLI: 1.11\n  Plans: 2\n    - sales:\n      sales/tenant.plan\n    - it:\n      it/tenant.plan\n"
	if got := d.Text(20); got != want {
		t.Errorf("text: %q, want %q", got, want)
	}
	want = "<!-- m -->\n# T\n\n<sub>CLI: 1.11</sub>\n\n<details><summary>Plans: 2</summary>\n\n" +
		"- sales: sales/tenant.plan\n- it: it/tenant.plan\n\n</details>\n"
	if got := d.Markdown(0); got != want {
		t.Errorf("Markdown: %q, want %q", got, want)
	}
}
