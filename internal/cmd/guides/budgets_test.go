package main

import (
	"cmp"
	"path/filepath"
	"strings"
	"testing"
)

// guideBudgets limits the words of guides that need more than guideBudget.
var guideBudgets = map[string]int{
	"troubleshooting": 4000, "review-rules": 1700, "pipelines": 1900, "writing": 1600, "adopting": 1400,
}

// Limits for the words of all guides, resources and data sources, of a single page of each kind,
// and of the pages that a new user reads first.
const (
	guidesBudget, resourcesBudget, dataSourcesBudget = 24_000, 15_850, 8_200
	guideBudget, resourceBudget, dataSourceBudget    = 1_300, 850, 640
	readmeBudget, changelogLines                     = 500, 60
)

// wordCount counts the words on a page as `wc -w` does: front matter, examples and tables included.
func wordCount(page string) int { return len(strings.Fields(page)) }

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
			within(page, count, cmp.Or(guideBudgets[name], guideBudget))
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
