package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// hostile is a name with all kinds of markup.
const hostile = "a|b `c` ``` <script>x</script> **d** [e](https://evil.example) @team #1 &lt; _f_\n# g\x1b[31m\u202eh <!-- i -->"

func full(text string) report.Document {
	line := report.T(text).Strong(text).Muted(text).Code(text).Badge(report.Bad, text)
	return report.Document{
		Marker: "idmctl test", Title: text, Lead: line, Facts: []report.Fact{{Label: "Of", Value: line, Items: []report.Text{line}}},
		Alerts: []report.Alert{
			{Tone: report.Bad, Title: line, Items: []report.Text{line}, Groups: []report.Item{{Text: line, Details: []report.Text{line}}}},
			{Tone: report.Info, Title: line},
		},
		Sections: []report.Section{{Title: text, Intro: line, Blocks: []report.Block{
			report.Group{Title: line, Open: true, Blocks: []report.Block{
				report.Table{Head: []string{"One",
					"Two"}, Rows: []report.Row{{Mark: report.Mark{Kind: report.Added, Word: text}, Cells: []report.Text{line, nil}}}},
			}},
			report.List{Items: []report.Item{{Mark: report.Mark{Kind: report.Removed}, Text: line, Details: []report.Text{line}}}},
		}}},
		Notes: []report.Text{line},
	}
}

func TestMarkdown_plainNamesStayReadable(t *testing.T) {
	document := report.Document{Marker: "m", Title: "T",
		Lead: report.T("Müller & Söhne (Zürich), 1.5 crm_reader 2026-11-21 'x' 09:30 anna@acme.ch")}
	if got, want := document.Markdown(0), "<!-- m -->\n# T\n\n"+
		"Müller &amp; Söhne (Zürich), 1.5 crm_reader 2026-11-21 'x' 09:30 `anna@acme.ch`\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMarkdown_limit(t *testing.T) {
	d := full("name")
	var rows []report.Row
	var items []report.Item
	for i := range 3000 {
		name := report.T(fmt.Sprintf("object %04d", i))
		rows = append(rows, report.Row{Cells: []report.Text{name}})
		items = append(items, report.Item{Text: name})
		d.Alerts[0].Items = append(d.Alerts[0].Items, name)
	}
	d.Sections = append(d.Sections,
		report.Section{Title: "Many",
			Blocks: []report.Block{report.Table{Head: []string{"Name"}, Rows: rows}, report.List{Items: items}}})
	if whole := d.Markdown(0); !strings.Contains(whole, "object 2999") {
		t.Error("without a limit something is left out")
	}
	for _, limit := range []int{report.CommentLimit, 8000, 2500} {
		text := d.Markdown(limit)
		if len(text) > limit {
			t.Errorf("%d bytes with a limit of %d", len(text), limit)
		}
		if !strings.Contains(text, "more") || strings.Count(text, "```")%2 != 0 ||
			strings.Count(text, "<details") != strings.Count(text, "</details>") {
			t.Errorf("with a limit of %d something is left open or not said:\n%s", limit, text)
		}
	}
}

func TestHTML_escapesAndLoadsNothing(t *testing.T) {
	var b strings.Builder
	if err := full(hostile).HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, forbidden := range []string{"<script", "<!-- i", "\x1b", "\u202e", "src=", "href=", "url(", "@import", "ZgotmplZ"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page holds %q", forbidden)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;x&lt;/script&gt;") {
		t.Error("the name is not shown")
	}
	for _, tag := range []string{"section", "details", "table", "ul", "div", "bdi", "code"} {
		if open, closed := strings.Count(page, "<"+tag+">")+strings.Count(page, "<"+tag+" "),
			strings.Count(page, "</"+tag+">"); open != closed ||
			open == 0 {
			t.Errorf("%d <%s> and %d </%s>", open, tag, closed, tag)
		}
	}
}

func TestTable_Trim(t *testing.T) {
	table := report.Table{Head: []string{"A", "B", "C"}, Rows: []report.Row{
		{Cells: []report.Text{report.T("1"), nil, nil}}, {Cells: []report.Text{nil, nil, report.T("3")}},
	}}
	got := table.Trim()
	if strings.Join(got.Head, "") != "AC" || len(got.Rows[1].Cells) != 2 ||
		got.Rows[1].Cells[1].String() != "3" {
		t.Errorf("%+v", got)
	}
}

// A long name hides nothing in its sentence, unless not even the top of the document fits.
func TestMarkdown_longNames(t *testing.T) {
	sentence := report.T(strings.Repeat("x", 5000) + " (u-anna) gains admin")
	d := report.Document{Marker: "m", Title: "T", Lead: sentence, Alerts: []report.Alert{{Title: report.T("1 rule failed"),
		Items: []report.Text{sentence}}}, Sections: []report.Section{{Title: "Access", Blocks: []report.Block{
		report.Group{Title: sentence, Blocks: []report.Block{
			report.List{Items: []report.Item{{Text: sentence}}}}},
		report.Table{Head: []string{"Role"}, Rows: []report.Row{{Cells: []report.Text{sentence}}}},
	}}}}
	if got := strings.Count(d.Markdown(0), "gains admin"); got != 5 {
		t.Errorf("%d of 5 sentences end as they should:\n%s", got, d.Markdown(0))
	}
	if got := d.Markdown(8000); len(got) > 8000 || strings.Contains(got, "gains admin") || !strings.Contains(got, " …") ||
		!strings.Contains(got, "they are in the HTML page") {
		t.Errorf("%d bytes with a limit of 8000:\n%s", len(got), got)
	}
}
