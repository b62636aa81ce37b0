package e2e

import (
	"archive/zip"
	"io"
	"strings"
	"testing"
)

// unzipped returns the unpacked content of a saved plan.
func unzipped(t *testing.T, name string) string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var all strings.Builder
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, content); err != nil {
			t.Fatal(err)
		}
		content.Close()
	}
	if all.Len() == 0 {
		t.Fatal("the saved plan is empty")
	}
	return all.String()
}
