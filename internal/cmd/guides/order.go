package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// order is the order of the guides in the navigation. The registries sort by title, so each title
// begins with its number.
var order = []string{
	"getting-started", "glossary", "recipes", "adopting", "reviewing", "access", "invariants", "rehearsing", "drift", "pipelines",
	"signing-in", "permissions",
	"technical-users", "testing-modules", "large-tenants", "troubleshooting", "upgrading", "promises", "idmctl", "simulator",
}

// A guide has the title that its page has, without the number.
type guide struct{ Name, Title string }

const guideSuffix = ".md.tmpl"

var pageTitle = regexp.MustCompile(`(?m)^page_title: "(.*)"$`)

// number gives the guides in a folder of templates their numbers, and returns them in their order.
func number(folder string) ([]guide, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var guides []guide
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), guideSuffix)
		if !slices.Contains(order, name) {
			return nil, fmt.Errorf("the guide %s has no place in the navigation: give it one in internal/cmd/guides/order.go", name)
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		title := pageTitle.FindSubmatch(text)
		if title == nil {
			return nil, fmt.Errorf("the guide %s has no page_title", name)
		}
		guides = append(guides, guide{name, string(title[1])})
	}
	slices.SortFunc(guides, func(a, b guide) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	for i, g := range guides {
		if err := retitle(filepath.Join(folder, g.Name+guideSuffix), fmt.Sprintf("%02d %s", i+1, g.Title)); err != nil {
			return nil, err
		}
	}
	return guides, nil
}

func retitle(file, title string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	at := pageTitle.FindSubmatchIndex(text)
	return os.WriteFile(file, slices.Concat(text[:at[2]], []byte(title), text[at[3]:]), 0o600)
}

// Link leads to the guide from the page of the provider.
func (g guide) Link() string { return fmt.Sprintf("[%s](guides/%s.md)", g.Title, g.Name) }
