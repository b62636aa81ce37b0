package conformance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const decisions = "../decisions"

// The name of a page, a test as a page names it, a folder as the architecture names it, and the
// order of the sections of a page.
var (
	pageName   = regexp.MustCompile(`^(\d{3})-[a-z0-9-]+\.md$`)
	testName   = regexp.MustCompile("`([a-z0-9/]+\\.Test\\w+)`")
	folderName = regexp.MustCompile("`([a-z0-9]+)")
	sections   = []string{"## Context", "## Decision", "## Consequences", "## Held by"}
)

// pages are the texts of the decisions by the names of their files, without the index.
func pages(t *testing.T) (pages map[string]string, index string) {
	t.Helper()
	files, err := filepath.Glob(decisions + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = string(text)
	}
	index = pages["README.md"]
	delete(pages, "README.md")
	if len(pages) == 0 || index == "" {
		t.Fatalf("%d decisions, and an index of %d bytes", len(pages), len(index))
	}
	return pages, index
}

func TestDecisions_pages(t *testing.T) {
	all, index := pages(t)
	numbers := map[string]string{}
	for name, text := range all {
		t.Run(name, func(t *testing.T) {
			number := pageName.FindStringSubmatch(name)
			if number == nil {
				t.Fatal("the name of the file is not NNN-title.md")
			}
			if other, taken := numbers[number[1]]; taken {
				t.Errorf("%s has the same number", other)
			}
			numbers[number[1]] = name
			if !strings.HasPrefix(text, "# "+number[1]+" ") {
				t.Error("the title does not begin with the number")
			}
			if !strings.Contains(index, "]("+name+")") {
				t.Error("the index does not list the page")
			}
			if got := sectionsOf(text); !slices.Equal(got, sections) {
				t.Errorf("sections %q, want %q", got, sections)
			}
		})
	}
}

func TestDecisions_tests(t *testing.T) {
	all, index := pages(t)
	tests := testFunctions(t)
	for name, text := range all {
		t.Run(name, func(t *testing.T) {
			_, held, _ := strings.Cut(text, "## Held by")
			exist(t, tests, namedTests(held))
		})
	}
	for line := range strings.Lines(index) {
		if mistake, row := strings.CutPrefix(line, "| "); row && !strings.HasPrefix(line, "| mistake ") {
			t.Run(strings.TrimSpace(mistake), func(t *testing.T) { exist(t, tests, namedTests(line)) })
		}
	}
}

// sectionsOf are the headings of a page that have text below them.
func sectionsOf(text string) []string {
	var found []string
	for section := range strings.SplitSeq(text, "\n## ") {
		if heading, body, _ := strings.Cut(section, "\n"); !strings.HasPrefix(heading, "# ") && strings.TrimSpace(body) != "" {
			found = append(found, "## "+heading)
		}
	}
	return found
}

func namedTests(text string) []string {
	var names []string
	for _, match := range testName.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// The page of the architecture has a row for each package.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile(internal + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| folder | what it holds |")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := map[string]bool{}
	for line := range strings.Lines(table) {
		names, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		for _, name := range folderName.FindAllStringSubmatch(names, -1) {
			rows[name[1]] = true
		}
	}
	entries, err := os.ReadDir(internal)
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{"decisions": true}
	for _, entry := range entries {
		if folders[entry.Name()] = entry.IsDir(); entry.IsDir() && !rows[entry.Name()] && entry.Name() != "decisions" {
			t.Errorf("internal/README.md has no row for %s", entry.Name())
		}
	}
	for name := range rows {
		if !folders[name] {
			t.Errorf("internal/README.md has a row for %s, which is not there", name)
		}
	}
}
