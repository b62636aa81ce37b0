package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root = "../../.."
	docs = root + "/docs"
	// repository is the prefix of links from the registries to files of the project.
	repository = "https://github.com/identity-iac/terraform-provider-idm/blob/main/"
)

// docPages returns the pages of the documentation by their paths from the root of the project.
func docPages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	read := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.ToSlash(name)] = string(text)
	}
	others := []string{"*.md", "internal/*.md", "internal/decisions/*.md", "internal/evidence/*.md", "internal/test/conformance/*.md"}
	for _, pattern := range others {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			read(path)
		}
	}
	err := filepath.WalkDir(docs, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			read(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```")
	inline   = regexp.MustCompile("`[^`\n]*`")
	linkTo   = regexp.MustCompile(`\]\(([^) ]*)\)`)
	anchored = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	marked   = regexp.MustCompile(`<a id="([^"]*)"`)
	unsigned = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// prose returns a page without code blocks and code spans.
func prose(text string) string {
	return inline.ReplaceAllString(fenced.ReplaceAllString(text, ""), "`code`")
}

// anchors returns the anchors of a page, as GitHub and the registries generate them.
func anchors(text string) []string {
	var all []string
	for _, match := range anchored.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.ReplaceAll(unsigned.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-"))
	}
	for _, match := range marked.FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	return all
}

// links returns the links of a page within the project: a file from the root, and an anchor in it.
func links(page, text string) [][2]string {
	var all [][2]string
	for _, match := range linkTo.FindAllStringSubmatch(prose(text), -1) {
		ofProject, here := strings.CutPrefix(match[1], repository)
		if !here && strings.Contains(match[1], "://") || strings.HasPrefix(match[1], "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(match[1], "#")
		target := page
		switch {
		case here:
			target, anchor, _ = strings.Cut(ofProject, "#")
		case file != "":
			target = filepath.ToSlash(filepath.Join(filepath.Dir(page), file))
		}
		all = append(all, [2]string{target, anchor})
	}
	return all
}

// Every link leads to an existing file and heading.
func TestDocs_links(t *testing.T) {
	all := docPages(t)
	count := 0
	for page, text := range all {
		for _, to := range links(page, text) {
			count++
			if _, err := os.Stat(filepath.Join(root, to[0])); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, to[0])
				continue
			}
			if to[1] != "" && !slices.Contains(anchors(all[to[0]]), to[1]) {
				t.Errorf("%s leads to %s#%s, and there is no such heading", page, to[0], to[1])
			}
		}
	}
	if count < 500 {
		t.Errorf("only %d links were found", count)
	}
}

// Every page can be reached from the provider's page, which the registries open first.
func TestDocs_noOrphans(t *testing.T) {
	all := docPages(t)
	seen, next := map[string]bool{}, []string{"docs/index.md"}
	for len(next) > 0 {
		page := next[0]
		next = next[1:]
		if seen[page] || all[page] == "" {
			continue
		}
		seen[page] = true
		for _, to := range links(page, all[page]) {
			next = append(next, to[0])
		}
	}
	for page := range all {
		if strings.HasPrefix(page, "docs/") && !seen[page] {
			t.Errorf("no page leads to %s", page)
		}
	}
	pictures, err := os.ReadDir(filepath.Join(docs, "images"))
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range pictures {
		name := "images/" + picture.Name()
		used := func(text string) bool { return strings.Contains(text, name) }
		if !slices.ContainsFunc(slices.Collect(maps.Values(all)), used) {
			t.Errorf("no page shows %s", name)
		}
	}
}

var front = regexp.MustCompile(`(?s)^---\npage_title: "([^"]+)"\n(?:subcategory: "([^"]*)"\n)?description: \|-\n  \S`)

// Every page has a title and a description; pages of parts have a subject, and guides a group. The
// registries sort the groups by title, so titles need no numbers.
func TestDocs_navigation(t *testing.T) {
	grouped := map[string]string{}
	for _, g := range groups {
		for _, name := range g.Guides {
			grouped["docs/guides/"+name+".md"] = g.Title
		}
	}
	if !slices.IsSortedFunc(groups, func(a, b group) int { return strings.Compare(a.Title, b.Title) }) {
		t.Error("the groups are not in alphabetical order")
	}
	for page, text := range docPages(t) {
		if !strings.HasPrefix(page, "docs/") {
			continue
		}
		head := front.FindStringSubmatch(text)
		switch of := filepath.Dir(page); {
		case head == nil:
			t.Errorf("%s has no title or no description", page)
		case of == "docs/guides" && (head[2] != grouped[page] || strings.ContainsAny(head[1], "0123456789")):
			t.Errorf("%s has the title %q and the group %q, not %q", page, head[1], head[2], grouped[page])
		case of != "docs/guides" && of != "docs" && !slices.ContainsFunc(subjects, func(s subject) bool { return s.Title == head[2] }):
			t.Errorf("%s has no subject", page)
		}
		delete(grouped, page)
	}
	for page := range grouped {
		t.Errorf("a group names %s, which does not exist", page)
	}
}

var testName = regexp.MustCompile("`(?:[a-z0-9/]+\\.)?((?:Test|Fuzz)[A-Z]\\w*)`")

// User documentation contains no names of tests. Users read what is promised and how to check it.
func TestDocs_noTestNames(t *testing.T) {
	for page, text := range docPages(t) {
		if found := testName.FindString(text); found != "" && strings.HasPrefix(page, "docs/") {
			t.Errorf("%s names the test %s", page, found)
		}
	}
}

var promisedTest = regexp.MustCompile("`(?:([a-z0-9]+)\\.)?((?:Test|Fuzz)[A-Z]\\w*)(?:/[^`]+)?`")

// Each test named by a promise exists in the package that the promise names.
func TestPromises_namedTestsExist(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(internal, "PROMISES.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	err = filepath.WalkDir(internal, func(path string, _ fs.DirEntry, err error) error {
		noun, script, ok := strings.Cut(filepath.ToSlash(path), "/testdata/")
		if ok && slices.Contains([]string{".txt", ".hcl"}, filepath.Ext(path)) {
			there[filepath.Base(noun)+".Test"+strings.TrimSuffix(script, filepath.Ext(script))] = true
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		folder := filepath.Base(filepath.Dir(path))
		if folder == "service" {
			folder, _, _ = strings.Cut(filepath.Base(path), "_")
		}
		code, err := os.ReadFile(path)
		for _, match := range declaredTest.FindAllSubmatch(code, -1) {
			there[folder+"."+string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := promisedTest.FindAllSubmatch(page, -1)
	if len(named) < 40 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, match := range named {
		if name := string(match[1]) + "." + string(match[2]); !there[name] {
			t.Errorf("there is no test %s", name)
		}
	}
}

var declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
