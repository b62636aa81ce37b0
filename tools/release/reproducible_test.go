package release

import (
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var again = flag.String("again", "", "command that builds the release again in the folder that it runs in: its words, separated by blanks")

// The same commit results in the same bytes in another folder, so that anyone can verify the
// published files.
func TestReproducible(t *testing.T) {
	if *again == "" {
		t.Fatal("-again is needed")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(t.TempDir(), "elsewhere")
	run(t, root, "git", "clone", "--quiet", "--no-hardlinks", root, clone)
	for _, tool := range []string{"goreleaser", "sbom"} {
		path := filepath.Join(".build", "bin", tool)
		if err := os.MkdirAll(filepath.Join(clone, ".build", "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(root, path), filepath.Join(clone, path)); err != nil {
			t.Fatal(err)
		}
	}
	words := strings.Fields(*again)
	run(t, clone, words[0], words[1:]...)
	first, second := sums(t, *dist), sums(t, filepath.Join(clone, ".build", "dist"))
	if !maps.Equal(first, second) {
		for _, name := range slices.Sorted(maps.Keys(first)) {
			if first[name] != second[name] {
				t.Errorf("%s: %s, then %s", name, first[name], second[name])
			}
		}
		t.Errorf("%d files, then %d", len(first), len(second))
	}
}

func run(t *testing.T, folder, program string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}
