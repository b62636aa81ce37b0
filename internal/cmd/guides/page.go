package main

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed *.md.tmpl
var pages embed.FS

func render(name string, data any) (string, error) {
	text, err := pages.ReadFile(name)
	if err != nil {
		return "", err
	}
	return fill(name, string(text), "{{", "}}", data)
}

// fill executes a template. The templates of tfplugindocs contain two kinds of placeholders: this
// command replaces those in brackets, and tfplugindocs later replaces those in braces.
func fill(name, text, open, shut string, data any) (string, error) {
	functions := template.FuncMap{"link": link, "parts": listed, "code": code, "join": strings.Join}
	//nolint:gosec // the templates are the project's own
	page, err := template.New(name).Delims(open, shut).Funcs(functions).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = page.Execute(&b, data)
	return b.String(), err
}

// kinds maps the kinds of parts to their word in a sentence and the folder of their pages.
var kinds = map[string]struct{ word, folder string }{
	"resource":  {"resource", "resources"},
	"data":      {"data source", "data-sources"},
	"ephemeral": {"ephemeral resource", "ephemeral-resources"},
	"action":    {"action", "actions"},
	"list":      {"list resource", "list-resources"},
	"function":  {"function", "functions"},
}

// kindOrder is the order of parts of different kinds on a page.
var kindOrder = []string{"resource", "data", "ephemeral", "list", "action", "function"}

var plurals = map[string]string{
	"resource": "Resources", "data": "Data sources", "ephemeral": "Ephemeral resources", "list": "List resources", "action": "Actions",
	"function": "Functions",
}

// named returns a part such as data.idm_unit as words, with a link to its page.
func named(name string) string {
	kind, _, _ := strings.Cut(name, ".")
	return kinds[kind].word + " " + link(name)
}

// link returns a link to the page of a part. The text includes any suffix, as in
// data.idm_units.units.
func link(name string) string {
	kind, shown, _ := strings.Cut(name, ".")
	page, _, _ := strings.Cut(strings.TrimPrefix(shown, prefix), ".")
	return fmt.Sprintf("[`%s`](../%s/%s.md)", shown, kinds[kind].folder, page)
}

func listed(names []string) string {
	linked := make([]string, len(names))
	for i, name := range names {
		linked[i] = named(name)
	}
	return strings.Join(linked, ", ")
}

func code(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "`, `") + "`"
}
