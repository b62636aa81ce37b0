package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests of each module of examples/modules pass against the demo tenant, and report no warning.
func TestModules(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir(filepath.Join(examples, "modules"))
	if err != nil {
		t.Fatal(err)
	}
	folders = slices.DeleteFunc(folders, func(entry os.DirEntry) bool { return !entry.IsDir() })
	index, err := os.ReadFile(filepath.Join(examples, "modules", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if link := "[" + folder.Name() + "](" + folder.Name() + ")"; !strings.Contains(string(index), link) {
			t.Errorf("the README of the modules lacks %s", link)
		}
		t.Run(folder.Name(), func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "", asAdmin)
			if err := os.Remove(filepath.Join(w.folder, "main.tf")); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(w.folder, os.DirFS(filepath.Join(examples, "modules", folder.Name()))); err != nil {
				t.Fatal(err)
			}
			out := w.must(0, "test", "-no-color")
			if !strings.Contains(out, " passed, 0 failed") || strings.Contains(out, "Warning: ") && !onlyExpected(out) {
				t.Error(out)
			}
			for _, file := range []string{"README.md", "variables.tf", "outputs.tf"} {
				w.read(file)
			}
		})
	}
	if len(folders) != 5 {
		t.Errorf("%d modules", len(folders))
	}
}

// onlyExpected reports whether the only warnings of the CLI are that the provider under test is not
// released, and that the end of the tests archives people.
func onlyExpected(out string) bool {
	return strings.Count(out, "Warning: ") == strings.Count(out, "Warning: Provider development overrides are in effect")+
		strings.Count(out, "Warning: Archiving is permanent")
}
