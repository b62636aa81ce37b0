package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// guideBudgets limits the words of each guide.
var guideBudgets = map[string]int{
	"access": 1000, "adopting": 1500, "drift": 1200, "getting-started": 1100, "glossary": 900, "invariants": 900, "joiners": 900,
	"large-tenants": 650, "pipelines": 1600, "promises": 500, "rehearsing": 1100, "review-rules": 1200, "reviewing": 1500,
	"signing-in": 1000, "simulator": 1100, "technical-users": 750, "testing-modules": 700, "troubleshooting": 4000, "upgrading": 600,
	"writing": 1300,
}

// references are guides that consist of lists: the manual pages of idmctl and the permissions of
// each part. The other guides link to them.
var references = map[string]int{"idmctl": 5900, "permissions": 2500}

// Limits for the words of all guides, resources and data sources, of a single page of each kind,
// and of the pages that a new user reads first.
const (
	guidesBudget, resourcesBudget, dataSourcesBudget = 20_000, 12_000, 6_000
	resourceBudget, dataSourceBudget                 = 800, 600
	readmeBudget, changelogLines                     = 500, 60
)

var frontMatter = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)

// wordCount counts the words on a page including its examples: every token with a letter or a
// digit.
func wordCount(page string) int {
	count := 0
	for field := range strings.FieldsSeq(frontMatter.ReplaceAllString(page, "")) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			count++
		}
	}
	return count
}

// A new user can read the documentation in an afternoon, and each page in a few minutes.
func TestBudgets(t *testing.T) {
	total := map[string]int{}
	within := func(name string, count, budget int) {
		t.Helper()
		if count > budget {
			t.Errorf("%s has %d words, and its budget is %d: cut it, or move a part to the page that owns the fact", name, count, budget)
		}
	}
	for page, text := range docPages(t) {
		count, name := wordCount(text), strings.TrimSuffix(filepath.Base(page), ".md")
		switch folder := filepath.Dir(page); folder {
		case "docs/guides":
			if budget, isReference := references[name]; isReference {
				within(page, count, budget)
				continue
			}
			within(page, count, guideBudgets[name])
			total[folder] += count
		case "docs/resources":
			within(page, count, resourceBudget)
			total[folder] += count
		case "docs/data-sources":
			within(page, count, dataSourceBudget)
			total[folder] += count
		}
		if page == "README.md" {
			within(page, count, readmeBudget)
		}
		if page == "CHANGELOG.md" && strings.Count(text, "\n") > changelogLines {
			t.Errorf("%s has more than %d lines", page, changelogLines)
		}
	}
	within("the guides", total["docs/guides"], guidesBudget)
	within("the resources", total["docs/resources"], resourcesBudget)
	within("the data sources", total["docs/data-sources"], dataSourcesBudget)
	t.Logf("words: %v", total)
}

// A page that exceeds its budget is found.
func TestBudgets_words(t *testing.T) {
	if got := wordCount("---\npage_title: \"Not read\"\n---\n\n# One\n\n- two `three` — (4)\n"); got != 4 {
		t.Errorf("%d words, not 4", got)
	}
}
