package programs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A relative path is that of the caller, not of the folder in which the CLI runs.
func TestCLI_relativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("root", 0o700), os.WriteFile("terraform", []byte("#!/bin/sh\npwd\n"), 0o700)); err != nil {
		t.Fatal(err)
	}
	out, _, err := CLI{Program: "./terraform", Folder: "root"}.Run(t.Context(), "plan")
	if err != nil || filepath.Base(strings.TrimSpace(out)) != "root" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestComplaint(t *testing.T) {
	for text, want := range map[string]string{
		"exit status 1\n\n╷\n│ Error: Failed to load plugin schemas\n" +
			"│ \n│ Error while loading\n╵\n": "Failed to load plugin schemas Error while loading",
		"plain":                  "plain",
		strings.Repeat("ä", 500): strings.Repeat("ä", 480) + " …",
		"Error: No login\n\n  with idm_unit.a[\"b\"],\n  on main.tf line 5, in resource \"idm_unit\" \"a\":\n   5: resource {\n\n" +
			"A token expired\non line 5.\n": "No login A token expired on line 5.",
	} {
		if got := Complaint(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
