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
	functions := template.FuncMap{"link": link, "parts": parts, "code": code, "join": strings.Join}
	page, err := template.New(name).Funcs(functions).ParseFS(pages, name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = page.Execute(&b, data)
	return b.String(), err
}

// kinds are what the parts of the provider are called, and the folders of their pages.
var kinds = map[string]struct{ word, folder string }{
	"resource":  {"resource", "resources"},
	"data":      {"data source", "data-sources"},
	"ephemeral": {"ephemeral resource", "ephemeral-resources"},
	"action":    {"action", "actions"},
	"list":      {"list resource", "list-resources"},
}

// part names a part such as data.idm_unit, with a link to its page.
func part(name string) string {
	kind, _, _ := strings.Cut(name, ".")
	return kinds[kind].word + " " + link(name)
}

// link leads to the page of a part; what follows its name, as in data.idm_units.units, is shown
// with it.
func link(name string) string {
	kind, shown, _ := strings.Cut(name, ".")
	page, _, _ := strings.Cut(strings.TrimPrefix(shown, "idm_"), ".")
	return fmt.Sprintf("[`%s`](../%s/%s.md)", shown, kinds[kind].folder, page)
}

func parts(names []string) string {
	linked := make([]string, len(names))
	for i, name := range names {
		linked[i] = part(name)
	}
	return strings.Join(linked, ", ")
}

func code(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "`, `") + "`"
}
