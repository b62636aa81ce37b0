package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var waits = regexp.MustCompile(`time\.(After|AfterFunc|Sleep|NewTimer|NewTicker|Tick)\(`)

// What plans and writes objects waits for nothing but the one repetition of a refused write.
func TestWaits(t *testing.T) {
	var found []string
	for _, root := range []string{"provider"} {
		err := filepath.WalkDir("../../"+root, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := os.ReadFile(name)
			for range waits.FindAll(text, -1) {
				found = append(found, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"provider/write/retry.go"}; !slices.Equal(found, want) {
		t.Errorf("%q wait, not %q", found, want)
	}
}
