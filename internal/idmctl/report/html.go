package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

var (
	//go:embed page.css
	styles string
	//go:embed page.html.tmpl
	source string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"clean": Clean,
	"class": ChangeKind.class,
	"sign":  ChangeKind.Sign,
	"kind":  kind,
	"label": func(t Table, i int) string { return t.Head[i] },
}).Parse(strings.Replace(source, "/* styles */", styles, 1)))

// kind returns the name of the template for a block.
func kind(b Block) string {
	switch b.(type) {
	case Group:
		return "group"
	case Table:
		return "table"
	}
	return "list"
}

// HTML writes the document as one page with its own styles, without scripts and external resources.
func (d Document) HTML(w io.Writer) error { return page.ExecuteTemplate(w, "page", d) }
