package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A group is a heading over guides in the navigation. The registries sort groups by title, so the
// titles are in alphabetical order; inside a group they sort guides by title.
type group struct {
	Title  string
	Guides []string
}

var groups = []group{
	{"Basics", []string{"getting-started", "glossary", "writing", "files", "adopting", "joiners"}},
	{"Changes", []string{"reviewing", "review-rules", "rehearsing", "access", "invariants"}},
	{"Operations", []string{"drift", "pipelines", "signing-in", "technical-users", "testing-modules", "large-tenants", "environments"}},
	{"Reference", []string{"troubleshooting", "upgrading", "promises", "permissions", "idmctl", "simulator"}},
}

// A guide has the title of its page and the title of its group.
type guide struct{ Name, Title, Group string }

const guideSuffix = ".md.tmpl"

var (
	pageTitle = regexp.MustCompile(`(?m)^page_title: "(.*)"$`)
	pageGroup = regexp.MustCompile(`(?m)^subcategory: ".*"$`)
)

// arrange inserts the group of each guide into its template, and returns the guides in reading
// order.
func arrange(folder string) ([]guide, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), guideSuffix)
	}
	var guides []guide
	for _, g := range groups {
		for _, name := range g.Guides {
			at := slices.Index(names, name)
			if at < 0 {
				continue
			}
			names = slices.Delete(names, at, at+1)
			title, err := regroup(filepath.Join(folder, name+guideSuffix), g.Title)
			if err != nil {
				return nil, err
			}
			guides = append(guides, guide{name, title, g.Title})
		}
	}
	if len(names) > 0 {
		return nil, fmt.Errorf("the guides %q have no group: give them one in internal/cmd/guides/order.go", names)
	}
	return guides, nil
}

// regroup inserts the group into a template and returns the title of the page.
func regroup(file, group string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	title := pageTitle.FindSubmatch(text)
	if title == nil || !pageGroup.Match(text) {
		return "", fmt.Errorf("%s has no page_title or no subcategory", file)
	}
	text = pageGroup.ReplaceAllLiteral(text, []byte(`subcategory: "`+group+`"`))
	return string(title[1]), os.WriteFile(file, text, 0o600)
}

// reading returns the guides in reading order, by group, as links from the provider's page.
func reading(guides []guide) []map[string]string {
	var rows []map[string]string
	for _, g := range guides {
		link := fmt.Sprintf("[%s](guides/%s.md)", g.Title, g.Name)
		if len(rows) == 0 || rows[len(rows)-1]["Group"] != g.Group {
			rows = append(rows, map[string]string{"Group": g.Group, "Links": link})
			continue
		}
		rows[len(rows)-1]["Links"] += ", " + link
	}
	return rows
}
