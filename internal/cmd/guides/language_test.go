package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// phrase is a pattern of unidiomatic wording, with the idiomatic replacement.
type phrase struct{ not, say string }

// phrases apply to pages, help texts, recorded diagnostics, comments, and string literals in the
// code.
var phrases = []phrase{
	{`(?i)\btime-outs?\b`, "timeout"},
	{`\b[Ee]xternal ids?\b`, "external ID"},
	{`\b[Ii]mport ids?\b`, "import ID"},
	{`\b(?:is|are) there already\b`, "already exists"},
	{`\b(?:[Nn]obody|[Ss]omebody|[Ee]verybody)\b`, "no user, the caller, another writer, all users"},
	{`\b[Ww]hoever\b`, "the user, the caller, callers who"},
	{`\bbut for\b`, "except"},
	{`\bas far as\b`, "where, if"},
	{`\b[Bb]eside\b`, "next to, in addition to, together with"},
	{`\b(?:is|are) none\b`, "is not one, none exists"},
	{`\bstands? (?:in|on|at|there|below|above|alone|beside|before|after)\b`, "is, appears, is listed"},
	{`\banew\b`, "again"},
	{`(?i)\btells? whether\b`, "reports whether"},
	// These results of an automatic replacement of words make no sense.
	{`\blimited response into\b`, "decodes into"},
	{`\bdistinguishes the \w+ (?:\w+ )*apart\b`, "distinguishes"},
	{`; Defaults to\b`, ". Defaults to, or ; defaults to"},
}

// Comments and string literals in the code use idiomatic language.
func TestLanguage_code(t *testing.T) {
	count := 0
	for path := range sources(t, ".go") {
		count++
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for position, text := range prosaic(files, file, strings.HasSuffix(path, "_test.go")) {
			checkLanguage(t, position, text)
		}
	}
	if count < 1000 {
		t.Errorf("only %d files were read", count)
	}
}

// Samples, workflows and settings use idiomatic language.
func TestLanguage_samples(t *testing.T) {
	count := 0
	files := []string{".tf", ".hcl", ".yml", ".yaml", ".rego", ".sh", ".csv", "GNUmakefile", "Containerfile", "Dockerfile", "run"}
	for path := range sources(t, files...) {
		count++
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkLanguage(t, path, comment.ReplaceAllString(string(text), ""))
	}
	if count < 200 {
		t.Errorf("only %d files were read", count)
	}
}

// comment matches the start of a comment line.
var comment = regexp.MustCompile(`(?m)^\s*(?:#+|//)`)

// sources returns the paths of the project's files with these endings, except test data.
func sources(t *testing.T, endings ...string) iter.Seq[string] {
	t.Helper()
	return func(yield func(string) bool) {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := entry.Name()
			sought := slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) })
			switch {
			case entry.IsDir() && slices.Contains([]string{".git", ".build", "testdata", "node_modules", ".terraform"}, name):
				return filepath.SkipDir
			case !entry.IsDir() && sought && !yield(path):
				return filepath.SkipAll
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// prosaic returns the comments of a file and, except in tests, its string literals, by position.
func prosaic(files *token.FileSet, file *ast.File, comments bool) map[string]string {
	found := map[string]string{}
	for _, group := range file.Comments {
		found[files.Position(group.Pos()).String()] = group.Text()
	}
	if comments {
		return found
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if _, isImport := node.(*ast.ImportSpec); isImport {
			return false
		}
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(text, " ") {
				found[files.Position(literal.Pos()).String()] = text
			}
		}
		return true
	})
	return found
}

func checkLanguage(t *testing.T, place, text string) {
	t.Helper()
	text = strings.Join(strings.Fields(inline.ReplaceAllString(text, "`code`")), " ")
	for _, p := range phrases {
		if at := regexp.MustCompile(p.not).FindStringIndex(text); at != nil {
			t.Errorf("%s: %q, say %s: …%s…", place, text[at[0]:at[1]], p.say, text[max(0, at[0]-40):min(len(text), at[1]+40)])
		}
	}
}

// All pages use idiomatic language.
func TestLanguage_pages(t *testing.T) {
	for page, text := range docPages(t) {
		if page != "internal/evidence/COVERAGE.md" {
			checkLanguage(t, page, prose(text))
		}
	}
	text, err := os.ReadFile(filepath.Join(root, ".github", "pull_request_template.md"))
	if err != nil {
		t.Fatal(err)
	}
	checkLanguage(t, "pull_request_template.md", string(text))
}
