package input_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// The name of a folder is no pattern: a configuration in it would otherwise not be found, and an
// update would write its objects again.
func TestFind_folderNames(t *testing.T) {
	for _, name := range []string{"plain", "a[1]", "[a]", "*", "a?", "a[", "ä b"} {
		folder := filepath.Join(t.TempDir(), name)
		file, below := filepath.Join(folder, "main.tf"), filepath.Join(folder, "sales", "people.csv")
		if err := os.MkdirAll(filepath.Dir(below), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, one := range []string{file, below} {
			if err := os.WriteFile(one, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if found := input.Configuration(folder); !slices.Equal(found, []string{file}) {
			t.Errorf("%s: the configuration is %q", name, found)
		}
		if found := input.Find(folder, "*/people.csv"); !slices.Equal(found, []string{below}) {
			t.Errorf("%s: the files below are %q", name, found)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("main.tf", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := input.Configuration(""); !slices.Equal(found, []string{"main.tf"}) {
		t.Errorf("in the current folder: %q", found)
	}
}
