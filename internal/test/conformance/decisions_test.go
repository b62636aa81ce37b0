package conformance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const decisions = "../../decisions"

// folderName matches a folder in the architecture page.
var folderName = regexp.MustCompile("`([a-z0-9]+)")

// topics returns the pages of the decisions by file name, without the index, and the index.
func topics(t *testing.T) (topics map[string]string, index string) {
	t.Helper()
	files, err := filepath.Glob(decisions + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	topics = map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		topics[filepath.Base(file)] = string(text)
	}
	index = topics["README.md"]
	delete(topics, "README.md")
	if len(topics) == 0 || index == "" {
		t.Fatalf("%d pages, and an index of %d bytes", len(topics), len(index))
	}
	return topics, index
}

// Each rule has a text and a reason, and the index lists each page.
func TestDecisions_rules(t *testing.T) {
	all, index := topics(t)
	for name, text := range all {
		if !strings.Contains(index, "]("+name+")") {
			t.Errorf("the index does not list %s", name)
		}
		headings := map[string]bool{}
		for section := range strings.SplitSeq(text, "\n## ") {
			if strings.HasPrefix(section, "# ") {
				continue
			}
			heading, body, _ := strings.Cut(section, "\n")
			t.Run(name+"/"+heading, func(t *testing.T) {
				if headings[heading] {
					t.Error("the heading appears twice on the page")
				}
				headings[heading] = true
				checkRule(t, body)
			})
		}
	}
}

func checkRule(t *testing.T, body string) {
	t.Helper()
	if rule, _, reason := strings.Cut(body, "\n\nReason: "); strings.TrimSpace(rule) == "" || !reason {
		t.Error("a rule has a text and a paragraph \"Reason: \"")
	}
}

// planCheck matches the functions of a row in the table of plan checks.
var planCheck = regexp.MustCompile(`(?m)^\|(?:[^|]*\|){3} ([^|]*) \|(?:[^|]*)\|$`)

// Each row of the table of plan checks names functions of the provider.
func TestDecisions_planChecks(t *testing.T) {
	all, _ := topics(t)
	table, _, _ := strings.Cut(all["plan-checks.md"], "## Former refusals")
	var source strings.Builder
	for _, pattern := range []string{"*.go", "planchecks/*.go", "attrs/*.go", "resourcebase/*.go"} {
		files, err := filepath.Glob("../../provider/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	rows := planCheck.FindAllStringSubmatch(table, -1)
	if len(rows) < 20 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows[2:] {
		for name := range strings.SplitSeq(row[1], ", ") {
			name = strings.Trim(name, "`")
			if name = name[strings.LastIndex(name, ".")+1:]; !regexp.MustCompile(`(?m)^func (?:\(.*\) )?` + name + `\(`).MatchString(source.String()) {
				t.Errorf("%s is no function", name)
			}
		}
	}
}

// The architecture page has a row for each wing.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile(internal + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| wing | contents |")
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
