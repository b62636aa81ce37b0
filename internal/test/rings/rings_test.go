package rings

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A test of the campaigns runs only in a campaign.
func TestCampaign(t *testing.T) {
	for value, want := range map[string]bool{"": false, "test": false, "campaign": true} {
		t.Setenv(ring, value)
		ran := false
		t.Run("with "+value, func(t *testing.T) {
			Campaign(t, "it is an example")
			ran = true
		})
		if ran != want {
			t.Errorf("with %s=%s it runs: %t", ring, value, ran)
		}
	}
}

// Build finds the program that make has built.
func TestBuild(t *testing.T) {
	from, folder := t.TempDir(), t.TempDir()
	t.Setenv(built, from)
	path, err := Build(t.Context(), "idmctl", folder)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(path); err != nil || filepath.Dir(got) != from {
		t.Errorf("%s links to %s: %v", path, got, err)
	}
}

// `make campaign` runs the tests whose functions call Campaign: each call is in a test. The tests
// that it runs with OpenTofu in CI exist.
func TestCampaign_calls(t *testing.T) {
	count, tests := 0, map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := function.Name.Name
			tests[name] = true
			ast.Inspect(function, func(n ast.Node) bool {
				if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "Campaign" && isRings(call.X) {
					if count++; !strings.HasPrefix(name, "Test") {
						t.Errorf("%s: %s calls rings.Campaign and is not a test", path, name)
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Errorf("%d tests belong to the campaigns: %v", count, err)
	}
	makefile, err := os.ReadFile("../../../GNUmakefile")
	if err != nil {
		t.Fatal(err)
	}
	both := regexp.MustCompile(`(?m)^both := ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if both == nil {
		t.Fatal("GNUmakefile does not list the tests of both CLIs")
	}
	for name := range strings.FieldsSeq(strings.ReplaceAll(string(both[1]), "\\", "")) {
		if !tests[name] {
			t.Errorf("GNUmakefile names the test %s, which does not exist", name)
		}
	}
}

func isRings(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "rings"
}
