package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const internal = "../.."

// titleAt maps the functions that create a diagnostic to the index of their title argument.
var titleAt = map[string]int{
	"AddError": 0, "AddWarning": 0, "NewErrorDiagnostic": 0, "NewWarningDiagnostic": 0, "Warning": 0,
	"AddAttributeError": 1, "AddAttributeWarning": 1, "NewAttributeErrorDiagnostic": 1, "NewAttributeWarningDiagnostic": 1,
	"Warn": 1, "WarnTaken": 1, "WarnHeld": 1, "Refuse": 1, "Protect": 1, "add": 1,
}

// said returns the text of an expression, with an ellipsis for the parts that are known only at run
// time.
func said(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return said(e.X) + said(e.Y)
	case *ast.CallExpr:
		if call, ok := e.Fun.(*ast.SelectorExpr); ok && call.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return said(e.Args[0])
		}
	}
	return "…"
}

// parsed calls visit with every node of the project's code below the given folders.
func parsed(t *testing.T, visit func(file string, node ast.Node), folders ...string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(internal, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				ast.Inspect(file, func(n ast.Node) bool { visit(path, n); return true })
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// titles returns the titles of the provider's diagnostics in the code.
func titles(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	parsed(t, func(file string, n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			call, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return
			}
			if at, ok := titleAt[call.Sel.Name]; ok && len(n.Args) > at {
				found[said(n.Args[at])] = true
			}
		case *ast.KeyValueExpr:
			if name, ok := n.Key.(*ast.Ident); ok && name.Name == "Summary" && !strings.HasPrefix(filepath.Base(file), "functions") {
				found[said(n.Value)] = true
			}
		case *ast.CompositeLit:
			// Each cause of a failed preflight consists of a test, a title and a remedy.
			if len(n.Elts) == 3 && n.Type == nil {
				found[said(n.Elts[1])] = true
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 2 {
				found[said(n.Results[0])] = true
			}
		}
	}, "client/connection", "provider")
	return slices.DeleteFunc(slices.Sorted(maps.Keys(found)), func(title string) bool {
		first := strings.TrimPrefix(title, "…")
		return first == "" || first != title || first[0] < 'A' || first[0] > 'Z' || strings.ContainsAny(title, "%\n.:")
	})
}

var heading = regexp.MustCompile("(?m)^### (.+)$")

func headings(text string) []string {
	var all []string
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	return all
}

// anyFailure is the common entry of the titles that consist of a verb and a noun.
const anyFailure = "Could not create …, read …, update …, move … or delete …"

// jobs lists the headings of the companion's errors, which have no titles.
var jobs = map[string]bool{"Reading a plan": true, "Reading a tenant": true, "Rehearsing": true, "Files and flags": true}

// cliTitles lists the entries for CLI messages that new users often see.
var cliTitles = map[string]bool{
	"Invalid provider configuration":              true,
	"Failed to query available provider packages": true, "Saved plan is stale": true, "Error acquiring the state lock": true,
	"Resource already managed by Terraform": true, "Instance cannot be destroyed": true,
}

// The guide has an entry for each title of a diagnostic, and no other entries.
func TestTroubleshooting_everyTitle(t *testing.T) {
	guide := written(t, "guides/troubleshooting")
	listed, said := headings(guide), titles(t)
	if len(said) < 60 {
		t.Fatalf("only %d titles were found in the code: %q", len(said), said)
	}
	for _, title := range said {
		if !slices.Contains(listed, title) {
			t.Errorf("the guide has no entry for %q", title)
		}
	}
	for _, title := range listed {
		if !slices.Contains(said, title) && title != anyFailure && !jobs[title] && !cliTitles[title] {
			t.Errorf("the guide has an entry for %q, which nothing says", title)
		}
	}
}

// Every entry is unique and has a text.
func TestTroubleshooting_entries(t *testing.T) {
	guide := written(t, "guides/troubleshooting")
	seen := map[string]bool{}
	for _, entry := range strings.Split(guide, "\n### ")[1:] {
		title, text, _ := strings.Cut(entry, "\n")
		if text, _, _ = strings.Cut(text, "\n## "); strings.TrimSpace(text) == "" {
			t.Errorf("the entry %q is empty", title)
		}
		if seen[title] {
			t.Errorf("the entry %q is there twice", title)
		}
		seen[title] = true
	}
}

var verb = regexp.MustCompile(`%[-+#0-9.]*[a-zA-Z]`)

// statesRemedy matches a message that contains its own remedy, or needs none.
var statesRemedy = regexp.MustCompile(`(?i)(?:^|[.:;,] )(?:or |and )?(?:add|change|correct|empty|export|give|make|name|omit|plan|raise|` +
	`rehearse|rename|review|run|set|take|unset|use|write)\b|^interrupted|such as \d|\(terraform |\(--output `)

// explained are the packages of the companion whose errors the guide explains. The errors of other
// ones name a place in a file.
var explained = []string{"idmctl", "codehost", "plan", "drift", "review", "export", "tenant", "snapshot", "rehearsal"}

// complaints returns the messages of the companion's errors that contain no remedy, without their
// variable parts.
func complaints(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	parsed(t, func(file string, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !slices.Contains(explained, filepath.Base(filepath.Dir(file))) {
			return
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || of.Sel.Name != "Errorf" && of.Sel.Name != "New" || len(call.Args) == 0 {
			return
		}
		if from, ok := of.X.(*ast.Ident); !ok || from.Name != "errors" && from.Name != "fmt" {
			return
		}
		text := said(call.Args[0])
		if statesRemedy.MatchString(text) {
			return
		}
		longest := ""
		for part := range strings.SplitSeq(strings.ReplaceAll(verb.ReplaceAllString(text, "…"), `"`, "…"), "…") {
			if part = strings.Trim(part, " :;,.("); len(part) > len(longest) {
				longest = part
			}
		}
		if strings.Count(longest, " ") >= 2 {
			found[longest] = append(found[longest], file)
		}
	}, "idmctl")
	return found
}

// Every error of the companion contains its remedy or has an entry in the guide.
func TestTroubleshooting_companion(t *testing.T) {
	guide := written(t, "guides/troubleshooting")
	all := complaints(t)
	if len(all) < 15 {
		t.Fatalf("only %d messages were found in the code", len(all))
	}
	for _, message := range slices.Sorted(maps.Keys(all)) {
		if !strings.Contains(guide, message) {
			t.Errorf("the guide has no entry for %q (%s)", message, filepath.Base(all[message][0]))
		}
	}
}
