package export

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReaders finds functions of the CLI that convert values of files in what is written or shipped.
func TestReaders(t *testing.T) {
	for _, root := range []string{"../../../examples", "../../../templates", "../../../docs", "."} {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(file, "_test.go") {
				return err
			}
			content, err := os.ReadFile(file)
			for _, reader := range []string{"csvdecode(", "yamldecode("} {
				if bytes.Contains(content, []byte(reader)) {
					t.Errorf("%s uses %s: read with provider::idm::table or document", file, reader)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
