package provider_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The files of all nouns have the same layout.
func TestNouns_files(t *testing.T) {
	folders, err := filepath.Glob("service/*")
	if err != nil || len(folders) < len(nouns(t)) {
		t.Fatalf("%d folders for %d nouns: %v", len(folders), len(nouns(t)), err)
	}
	for _, folder := range folders {
		noun := filepath.Base(folder)
		if filepath.Ext(noun) == ".go" {
			continue
		}
		t.Run(noun, func(t *testing.T) {
			names := declarations(t, folder)
			for name, file := range names {
				if want := fileOf(noun, name); want != "" && want != file {
					t.Errorf("%s is in %s, want %s", name, file, want)
				}
			}
			if names["Noun"] == "" {
				t.Error("no function Noun")
			}
			if names["newResource"] == "" {
				return
			}
			if names["model"] != "model.go" {
				t.Errorf("the model of the resource is in %q, want model.go", names["model"])
			}
			source, err := os.ReadFile(filepath.Join(folder, "resource.go"))
			if err != nil {
				t.Error(err)
			}
			// A resource with its own delete has its own tests of it.
			own := strings.Contains(string(source), ") Delete(")
			tested, _ := filepath.Glob(filepath.Join(folder, "testdata/*_lifecycle.hcl"))
			if regexp.MustCompile(`resourcebase\.(Object\[|NewObject\()`).Match(source) && !own && len(tested) != 1 {
				t.Errorf("%d lifecycles", len(tested))
			}
		})
	}
}

// nouns returns the lines of the list that registers them.
func nouns(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("nouns.go")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^\t\w+\.Noun,$`).FindAllString(string(text), -1)
}

// fileOf returns the file that declares a name in the folder of a noun, or "" for a name that may
// be in any file.
func fileOf(noun, name string) string {
	switch name {
	case "Noun":
		return noun + ".go"
	case "newResource":
		return "resource.go"
	case "newLister":
		return "list.go"
	case "dataAttributes":
		return "data_model.go"
	}
	if strings.HasPrefix(name, "new") && strings.HasSuffix(name, "DataSource") {
		return "data_source.go"
	}
	return ""
}

// declarations returns the file of each function and type of a package.
func declarations(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range parsed.Scope.Objects {
			names[name] = filepath.Base(file)
		}
	}
	return names
}
